"""`ttt referee`: matches between two programs, and round robins of several, with scores and intervals."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any

import click

from tttcore.classroom.boards import CLASSIC, RULES, start_of
from tttcore.classroom.console import terminable
from tttcore.classroom.options import Seconds, counting_option, notation_option
from tttcore.cli.options import fresh_seed

if TYPE_CHECKING:
    from tttcore.classroom.referee import Played

MOST_GAMES = 100_000
"""Games of each pair at most; all are kept until the end."""


@click.command(
    short_help="Let two programs play each other on any board.",
    epilog="\b\nExamples:\n"
    "  ttt referee --games 4 \\\n"
    '    "ttt play house/careful --protocol --seat {seat} --seed {seed}" \\\n'
    '    "ttt play house/random --protocol --seat {seat} --seed {seed}"\n'
    "  ttt referee --game nine-board --games 2 --seconds 20 --start-seconds 60 \\\n"
    '    "ttt play nine-board --protocol --depth 6 --seat {seat} --seed {seed}" \\\n'
    '    "ttt play nine-board --protocol --depth 2 --seat {seat} --seed {seed}"\n'
    "  ttt referee --openings random:2 --games 4 \\\n"
    '    "ttt play minimax --protocol --seat {seat} --opening {opening}" \\\n'
    '    "ttt play house/careful --protocol --seat {seat} --seed {seed} --opening {opening}"',
)
@click.argument("first", metavar="COMMAND1")
@click.argument("second", metavar="COMMAND2")
@click.argument("others", metavar="[COMMAND3]...", nargs=-1)
@click.option(
    "--game",
    metavar="BOARD",
    default=CLASSIC,
    help="3x3, nine-board, super, a lattice such as 4x4x4, or columns,rows,k of an m,n,k-game such as 15,15,5.",
)
@click.option("--rule", type=click.Choice([*chain(*RULES.values())]), help="As in `ttt play`.")
@notation_option
@click.option(
    "--openings",
    metavar="random:PLIES|FILE",
    help="Random openings of so many plies, or a file with an opening in each line; each is played in both seats.",
)
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Number of games of each pair.",
    show_default="1; with openings 2, or each of the file in both seats",
)
@click.option("--seconds", metavar="S", type=Seconds(), default=60, help="Time for each move.")
@click.option(
    "--start-seconds",
    metavar="S",
    type=Seconds(min_open=False),
    default=0,
    help="Additional time for the first move.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    help="Seed from which all {seed} are drawn.",
    show_default="a fresh one, which is printed",
)
@counting_option
@click.option(
    "--json", "as_json", is_flag=True, help="One object: seed, games, programs with their results, and pairs."
)
def referee(
    first: str,
    second: str,
    others: tuple[str, ...],
    game: str,
    rule: str | None,
    notation: str | None,
    openings: str | None,
    games: int | None,
    seconds: float,
    start_seconds: float,
    seed: int | None,
    count_from: int,
    as_json: bool,
) -> None:
    """Let two programs play each other, or several a round robin. The seats alternate from game to game.

    A program reads its opponent's moves from standard input, one per line, and writes its own to standard output, as
    `ttt play --protocol` does. With contest: before its command it speaks the protocol of programming contests: it
    reads row and column of its opponent's move from 0 ("-1 -1" at first), the number of legal moves, and these, and
    writes row and column. Every game starts the programs anew. Commands are split as in a shell. In them, {seat}
    becomes the program's seat (first or second), {sign} its sign (X or O), {game} the number of the game, {seed} a
    different seed for each program and game, and {opening} the opening, one word of the command.

    A program loses the game if it takes too long, writes an illegal move, ends or closes its output. If it ends before
    its first move in a seat that it has not played yet, because it does not start or has not learnt that seat, the
    match ends with an error and exit code 2. After a game the referee ends both programs and all processes that they
    started; on systems other than Linux a daemon may survive.

    A score is the share of games won, with draws counted half and Wilson's 95% interval. The interval assumes
    independent games; programs without random choices repeat the same games, and a message says so. With --openings
    they play others: each two successive games of a pair begin with the same moves, once in each seat. A program is
    told these moves by {opening} alone, separated by spaces, with a comma between a move's numbers, such as "3,5 5,1".
    """
    from tttcore.classroom.openings import openings_of  # noqa: PLC0415
    from tttcore.classroom.referee import Referee  # noqa: PLC0415

    start, written = start_of(game, rule=rule, notation=notation, count_from=count_from)
    match = Referee(start=start, notation=written, seconds=seconds, start_seconds=start_seconds)
    commands = (first, second, *others)
    seed = fresh_seed() if seed is None else seed
    chosen = None
    if openings is not None:
        for program, command in enumerate(commands, start=1):
            if "{opening}" not in command:
                told = f"--openings: the command of program {program} lacks {{opening}}"
                raise ValueError(f"{told}, so that it can't know them")
        chosen, number = openings_of(openings, start, written, seed)
        games = games or 2 * number
        if games % 2:
            raise ValueError(f"--games {games}: with --openings each is played in both seats; allowed: an even number")
    played = []
    with terminable():
        for one in match.match(commands, games or 1, seed=seed, openings=chosen):
            played.append(one)
            if not as_json:
                click.echo(_line(one))
    found = _as_object(played, commands, seed)
    click.echo(json.dumps(found, indent=2) if as_json else _as_text(found))


def _line(played: "Played") -> str:
    """Line that tells of one game."""
    result = f"program {played.winner} wins" if played.winner else "a draw"
    moves = len(played.moves)
    begins = f"game {played.game}: program {played.first} begins against program {played.second}"
    begins += f" after the opening {played.opening}" * bool(played.opening)
    told = f"{begins}, {result} after {moves} move{'s' * (moves != 1)}"
    loser = played.first + played.second - played.winner
    return told if played.forfeit is None else f"{told}; program {loser}: {played.forfeit}"


def _as_object(games: Sequence["Played"], commands: Sequence[str], seed: int) -> dict[str, Any]:
    """Games, results of programs in the order of their commands, and results of each against each."""
    from tttcore.classroom.referee import different  # noqa: PLC0415

    numbers = range(1, len(commands) + 1)
    return {
        "seed": seed,
        "games": [one._asdict() for one in games],
        "different_games": different(games),
        "programs": [{"command": commands[number - 1], **_result(games, number)} for number in numbers],
        "pairs": [
            {"program": program, "against": other, **_result(games, program, other)}
            for program, other in permutations(numbers, 2)
        ],
    }


def _as_text(found: Mapping[str, Any]) -> str:
    """Table of the programs, the best first, and of several also the scores of each against each."""
    ranked = sorted(enumerate(found["programs"], start=1), key=lambda each: (-each[1]["score"], each[0]))
    lines = ["", "program    won  drawn   lost  score  95% interval   command"]
    form = "{number:7d} {won:6d} {drawn:6d} {lost:6d}  {score:5.2f}  {score_low:.2f} to {score_high:.2f}   {words}"
    lines += [form.format(number=number, words=" ".join(own["command"].split()), **own) for number, own in ranked]
    if len(ranked) > 2:
        scores = {(pair["program"], pair["against"]): f"{pair['score']:6.2f}" for pair in found["pairs"]}
        lines += ["", "score of the program on the left against:"]
        lines.append("program" + "".join(f"{number:6d}" for number, _ in ranked))
        for number, _ in ranked:
            row = "".join(scores.get((number, other), f"{'-':>6}") for other, _ in ranked)
            lines.append(f"{number:7d}{row}".rstrip())
    games, repeated, seed = len(found["games"]), found["different_games"], found["seed"]
    if repeated < games:
        lines += ["", f"{games} games, {repeated} different: the intervals assume independent games"]
    return "\n".join([*lines, "", f"seed {seed}: --seed {seed} gives the programs the same seeds again"])


def _result(games: Sequence["Played"], program: int, against: int | None = None) -> dict[str, Any]:
    """Counts of a program's games, all or those against another one, and its score with the interval."""
    from tttcore.classroom.referee import totals  # noqa: PLC0415
    from tttcore.stats.intervals import score_interval  # noqa: PLC0415

    counts = totals(games, program, against)
    return counts | score_interval("score", counts["won"] + counts["drawn"] / 2, sum(counts.values()))
