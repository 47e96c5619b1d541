"""`ttt play`: a person, or another program, against the computer."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

import click

from tttcore.classroom.boards import CLASSIC, NINE_BOARD, RULES, SUPER, start_of
from tttcore.classroom.console import play_on_console, seed_of_game
from tttcore.classroom.options import (
    Seconds,
    Shared,
    counting_option,
    notation_option,
    seat_option,
    shared_options,
)
from tttcore.cli.agents import find, results_option, step_option
from tttcore.cli.genomes import genomes_argument, states_option
from tttcore.games.position import SEATS

if TYPE_CHECKING:
    import numpy as np

    from tttcore.players.memoised_minimax import Ties

TIES = ("first", "random", "all-best")
HEURISTICS = ("0", "1", "2")
"""Choices of `players.memoised_minimax` and of nine boards' `reference.HEURISTICS`, which are slow to import."""
MARKS = 81
"""Number of cells of nine boards, the greatest sensible depth."""
DEPTH, PLAYOUTS, EXPLORATION = 8, 20_000, 1.0
STREAM = "play"
OPPONENT = "house/perfect"
"""Opponent if none is named."""


@click.command(
    name="agent",
    short_help="A stored player.",
    epilog="\b\nExamples:\n  ttt play house/careful --seat second\n  ttt play mrugala2020/3x3/0 --step 1995\n"
    "  ttt play g.json",
)
@click.argument("agent", metavar="AGENT")
@step_option
@click.option(
    "--seat", type=click.Choice(SEATS), help="Seat of AGENT, not yours.", show_default="the first that it plays"
)
@results_option
@shared_options
def play_agent(agent: str, step: int | None, seat: str | None, results: Path | None, **options: Unpack[Shared]) -> None:
    """Play one game against an agent that `ttt agents` lists, or that `ttt export` has written to a .json file.

    On 3x3 a move is a cell, 1 to 9; on other boards it is a number for each dimension: column, row, and so on.
    """
    if _is_exported(agent):
        from tttcore.players.agent_file import import_agent  # noqa: PLC0415

        if step is not None:
            raise click.UsageError("--step: a file is of one step; `ttt export AGENT --step N` writes another one.")
        found: Any = import_agent(Path(agent))
    else:
        found = find(results, agent, step)
    known = SEATS if found["seat"] == "both" else (found["seat"],)
    taken = seat or known[0]
    if taken not in known:
        raise ValueError(f"{agent}: --seat {taken}: it has not learnt that one; allowed: {known[0]}")
    position, player, notation = _game(found, options)
    _play(position, player, notation, taken, options, both_seats=taken != known[-1])


def is_agent(asked: str) -> bool:
    """Tell whether an argument looks like an agent: a .json file, or an id, which has several parts and is no file."""
    if asked.startswith("-"):
        return False
    return _is_exported(asked) or ("/" in asked and not Path(asked).exists() and Path(asked).suffix != ".csv")


def _is_exported(asked: str) -> bool:
    return Path(asked).suffix == ".json"


def _game(found: Any, options: Shared) -> tuple[Any, Any, Any]:
    """First position, player and notation of an agent's game, from its row or what was read of it."""
    from tttcore.engines.agent_players import agent_of, draws_moves  # noqa: PLC0415
    from tttcore.games.classic import ClassicPosition  # noqa: PLC0415
    from tttcore.games.notation import CellNotation  # noqa: PLC0415
    from tttcore.games.notation_boards import HypercubeNotation  # noqa: PLC0415

    count_from = options["count_from"]
    seed = seed_of_game(options["seed"], protocol=options["protocol"]) if draws_moves(found) else 0
    agent: Any = agent_of(found, seed)
    if isinstance(agent.start, ClassicPosition):
        return agent.start, agent.move, CellNotation(count_from)
    return agent.start, agent.move, HypercubeNotation(agent.start.board, count_from)


@click.command(
    name="genome",
    short_help="Play 3x3 against a recorded genome.",
    epilog="\b\nExample:\n  ttt play results/hemingroth2025/champions.csv --states results/tables/states.txt",
)
@genomes_argument
@states_option
@click.option("--row", metavar="N", type=click.IntRange(1), default=1, help="Row of the genome, counted from 1.")
@click.option("--seat", type=click.Choice(SEATS), default="first", help="Seat of the genome, not yours.")
@counting_option
def play_genome(genomes: Path, states: Path, row: int, seat: str, count_from: int) -> None:
    """Play one game against a genome; a move is a cell, 1 to 9, row by row, and q stops.

    The files are those of `ttt evaluate`, in which cells are numbered 0 to 8.
    """
    from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList  # noqa: PLC0415
    from tttcore.exact.enumeration import genome_player  # noqa: PLC0415
    from tttcore.games.classic import ClassicPosition, enumerate_states  # noqa: PLC0415
    from tttcore.games.notation import CellNotation  # noqa: PLC0415

    tables = enumerate_states()
    genes = RecordedGenomes.read(genomes).genes(StateList.read(states, tables))
    if row > len(genes):
        raise ValueError(f"{genomes}: --row {row}: there are {len(genes)} genomes; allowed: 1 to {len(genes)}")
    player = genome_player(genes[row - 1], tables)
    play_on_console(ClassicPosition(), lambda position: player(position.board)[0], CellNotation(count_from), seat=seat)


class _Games(click.Group):
    """Group of games by name; other arguments are agents, or files of genomes, whose options may precede them.

    Without any of these the opponent is `OPPONENT`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options_alone = all(not self._is_opponent(arg) for arg in args) and (not args or args[0].startswith("-"))
        if options_alone and not {*args} & {*ctx.help_option_names} and not ctx.resilient_parsing:
            click.echo(
                f"Your opponent is {OPPONENT}, which never loses; `ttt agents` lists others, such as "
                "`ttt play house/careful`.",
                err=True,
            )
            args = [OPPONENT, *args]
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            self._check_first(ctx, args)
            args = [str((play_agent if is_agent(args[0]) else play_genome).name), *args]
        return super().parse_args(ctx, args)

    def _is_opponent(self, asked: str) -> bool:
        return asked in self.commands or is_agent(asked) or Path(asked).is_file()

    def _check_first(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse options before a game or an agent, and an argument that is no game, file or agent."""
        if args[0].startswith("-"):
            genomes = any(arg.startswith("--states") for arg in args)  # whose options may come first
            for asked in reversed(args):
                if asked in self.commands or (is_agent(asked) and not genomes):
                    raise click.UsageError(
                        f"Options follow the game or the agent: {ctx.command_path} {asked} {args[0]} ...", ctx
                    )
        elif not Path(args[0]).exists() and not is_agent(args[0]):
            raise click.UsageError(f"{args[0]!r} is no opponent; allowed: {self._allowed(ctx, args[0])}.", ctx)

    def _allowed(self, ctx: click.Context, asked: str) -> str:
        """Opponents whose names begin as asked, or all kinds of them."""
        from tttcore.players.baselines import BASELINE_GROUP, BASELINES  # noqa: PLC0415

        if asked == BASELINE_GROUP:
            return ", ".join(f"{BASELINE_GROUP}/{name}" for name in BASELINES)
        games = ", ".join(name for name in self.list_commands(ctx) if name not in (play_agent.name, play_genome.name))
        return f"{games}, a player that `ttt agents` lists, such as {OPPONENT}, or a file of one"


@click.group(
    cls=_Games,
    no_args_is_help=False,
    subcommand_metavar="[OPPONENT [OPTIONS]]",
    short_help="Play against the computer.",
    commands=(play_genome, play_agent),
    epilog="\b\nExamples:\n  ttt play\n  ttt play house/careful\n  ttt play nine-board --depth 6 --seat second\n"
    "  ttt play super\n"
    "  ttt play results/hemingroth2025/champions.csv --states results/tables/states.txt",
)
def play() -> None:
    """Play one game against the computer, an agent, or a genome recorded in GENOMES.csv.

    Without an argument it is perfect play. Agents are players that runs have stored, and of fixed rules; `ttt agents`
    lists them. `ttt play g.json` plays against an
    agent that `ttt export` has written to a file.

    Options follow the opponent; `ttt play agent --help` lists those of a player, `ttt play super --help` those of
    a game.

    `--seat` is the seat of the computer, as in all commands that of the player that they name; it moves first, with X,
    unless `--seat second`. A move is a cell, 1 to 9, row by row; on nine boards it is
    a board and a cell, such as "3 5". Illegal moves are asked for again, and q stops. A computer that draws prints the
    seed of its game, and `--seed` with that number repeats its choices.

    With `--protocol` the computer reads its opponent's moves from standard input, one per line, and writes its own, and
    nothing else, to standard output; messages go to standard error. `ttt referee` lets two programs that do so play.

    With `--opening` the game begins with these moves, separated by spaces, with a comma between a move's numbers.
    """


@play.command(short_help="3x3, by exact search.", epilog="\b\nExample:\n  ttt play minimax --ties random --seed 7")
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="first",
    help="Choice among equally good moves: the first one found, a random one of those found, a random one of all.",
)
@click.option("--hurry", is_flag=True, help="Prefer early wins and late losses.")
@seat_option
@shared_options
def minimax(ties: str, hurry: bool, seat: str, **options: Unpack[Shared]) -> None:
    """Play 3x3 against minimax as Osipa (2017) describes it, which never loses."""
    from tttcore.players.memoised_minimax import MemoisedMinimax  # noqa: PLC0415

    rng = None if ties == TIES[0] else _stream(options)
    player = MemoisedMinimax(cast("Ties", ties.replace("-", "_")), hurry=hurry, rng=rng)
    start, notation = start_of(CLASSIC, count_from=options["count_from"])
    _play(start, lambda position: player.move(position.board), notation, seat, options)


@play.command(
    short_help="Nine boards, by search.",
    epilog="\b\nExamples:\n  ttt play nine-board --depth 6\n  ttt play nine-board --seconds 2 --seat second",
)
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(1, MARKS),
    help="Maximal search depth in plies.",
    show_default=f"{DEPTH}, or with --seconds unlimited",
)
@click.option("--seconds", metavar="S", type=Seconds(), help="Time limit for a move.")
@click.option("--heuristic", type=click.Choice(HEURISTICS), default="1", help="Evaluation of positions.")
@click.option(
    "--rule",
    type=click.Choice(RULES[NINE_BOARD]),
    default="free",
    help="If a player is sent to a full board: free to mark any other, or the game is drawn.",
)
@notation_option
@seat_option
@shared_options
def nine_board(
    depth: int | None,
    seconds: float | None,
    heuristic: str,
    rule: str,
    notation: str | None,
    seat: str,
    **options: Unpack[Shared],
) -> None:
    """Play on nine boards: the marked cell determines the next board, and one line wins.

    Heuristics count the boards that can be won with one mark (1), the cells that win them (2), or nothing (0).
    """
    from tttcore.engines.nine_board.alphabeta import AlphaBeta  # noqa: PLC0415

    search, state = AlphaBeta(int(heuristic)), _stream(options).bit_generator.random_raw(1)
    most = depth or (DEPTH if seconds is None else MARKS)

    def think(position: Any) -> int:
        return search.think(position, state, seconds=seconds, depth=most).move

    start, written = start_of(NINE_BOARD, rule=rule, notation=notation, count_from=options["count_from"])
    _play(start, think, written, seat, options)


@play.command(
    name="super",
    short_help="Super tic-tac-toe.",
    epilog="\b\nExamples:\n  ttt play super\n  ttt play super --rule closed --playouts 100000 --seat second",
)
@click.option(
    "--rule",
    type=click.Choice(RULES[SUPER]),
    default="open",
    help="A board that is won may still be marked (open) or not (closed), or not, and who owns more boards wins "
    "if nobody has three in a line (majority).",
)
@click.option(
    "--playouts",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    default=PLAYOUTS,
    help="Random games simulated before each move.",
)
@notation_option
@seat_option
@shared_options
def super_board(rule: str, playouts: int, notation: str | None, seat: str, **options: Unpack[Shared]) -> None:
    """Play super tic-tac-toe: the marked cell determines the next board, and three boards in a line win.

    When the boards are open and the computer moves first, without an opening, it plays a strategy that always wins.
    Otherwise it plays by Monte-Carlo tree search.
    """
    from tttcore.engines.nine_board.montecarlo import choose  # noqa: PLC0415
    from tttcore.studies.osipa2017 import centre_first  # noqa: PLC0415

    player = centre_first.move
    if rule != "open" or seat != SEATS[0] or options["opening"]:
        state = _stream(options).bit_generator.random_raw(1)

        def player(position: Any) -> int:
            return choose(position, playouts=playouts, exploration=EXPLORATION, state=state).move

    start, written = start_of(SUPER, rule=rule, notation=notation, count_from=options["count_from"])
    _play(start, player, written, seat, options)


def _play(
    start: Any, player: Callable[[Any], int], notation: Any, seat: str, options: Shared, *, both_seats: bool = True
) -> None:
    protocol, opening = options["protocol"], options["opening"]
    play_on_console(start, player, notation, seat=seat, protocol=protocol, opening=opening, both_seats=both_seats)


def _stream(options: Shared) -> "np.random.Generator":
    """Chance of a game, from the seed asked for or from a fresh one, which is told."""
    from tttcore.pipeline.rng import stream  # noqa: PLC0415

    return stream(seed_of_game(options["seed"], protocol=options["protocol"]), STREAM)
