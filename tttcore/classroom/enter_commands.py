"""`ttt enter` and `ttt league`: tell how good players of 3x3 are that people enter, alone or a class."""

import json
import os
import shlex
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tttcore.classroom.boards import CLASSIC, RULES
from tttcore.classroom.console import terminable
from tttcore.classroom.options import Command, Seconds, counting, notation_option
from tttcore.classroom.reading import FORMS, Reading
from tttcore.cli.agents import RESULTS
from tttcore.cli.options import FOLDER, INPUT, OUTPUT
from tttcore.cli.output import check_writable, opened
from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.processes.limits import REPEATS, Limits

if TYPE_CHECKING:
    from tttcore.classroom.board_games import Table
    from tttcore.classroom.entrant import Entrant

GAMES = 2
"""Games in each seat against each player of boards other than 3x3."""
COUNTED = (".command", ".json", ".csv")
"""Suffixes of files in which a cell may have another number than in Python."""
TABLES = (".json", ".csv")
"""Suffixes of tables."""
Told = tuple[Any, Callable[[], str], Callable[[], str]]
"""Results, as JSON can hold them, as text, and as a page."""


def entering_options(*, all_seconds: float, of_all: str = "for all positions") -> Callable[[Command], Command]:
    """Add the options of commands that enter players: how they are asked, the limits, and what is written.

    Parameters
    ----------
    all_seconds : default of ``--all-seconds``.
    of_all : what this time is for.
    """
    options = [
        counting(
            help="Number of the first cell in moves of a program and in a table; a function's cells are 0 to 8.",
            show_default="1 for a program; a table tells it: 1 if it has a 9 and no 0",
        ),
        click.option(
            "--kind", type=click.Choice(FORMS), help="Contents of a table.", show_default="its names or numbers tell"
        ),
        click.option(
            "--missing",
            type=click.Choice(("uniform", "first", "resign")),
            help="Play on boards that a table lacks: any free cell, the first one, or none.",
            show_default="resign if it holds cells, else uniform",
        ),
        click.option(
            "--turn/--no-turn",
            "turned",
            default=None,
            help="Play on turned and mirrored boards as on those of a table, or not.",
            show_default="if no two are symmetric",
        ),
        click.option("--seconds", metavar="S", type=Seconds(), default=Limits.seconds, help="Time for a move."),
        click.option(
            "--start-seconds",
            metavar="S",
            type=Seconds(min_open=False),
            default=Limits.start_seconds,
            help="Additional time to start.",
        ),
        click.option("--all-seconds", metavar="S", type=Seconds(), default=all_seconds, help=f"Time {of_all}."),
        click.option(
            "--calls",
            metavar="N",
            type=click.IntRange(REPEATS, 100_000),
            default=Limits.calls,
            help="Times that a position is asked if answers differ.",
        ),
        click.option(
            "--memory",
            "megabytes",
            metavar="MB",
            type=click.IntRange(16, 10**6),
            default=Limits.megabytes,
            help="Memory of each of its processes, and size of each file that they write, in megabytes.",
        ),
        click.option(
            "--seed",
            metavar="N",
            type=click.IntRange(0, 10**9),
            default=Limits.seed,
            help="Seed of its own random choices.",
        ),
        click.option(
            "--results", metavar="DIR", type=FOLDER, help="Folder with stored players.", show_default=str(RESULTS)
        ),
        click.option(
            "--page", metavar="FILE.html", type=OUTPUT, help="Write all of it as a page, whole or not at all."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print all of it as one object."),
    ]

    def with_options(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


@click.command(
    short_help="Tell exactly how good your player of 3x3 is.",
    epilog="\b\nExamples:\n  ttt enter my_player.py --page my_player.html\n  ttt enter table.csv --seat first --json\n"
    '  ttt enter --program "./my-program {seat}" --seat first\n'
    "  ttt enter results/hemingroth2025/champions.csv --row 1\n  ttt enter house/careful",
)
@click.argument("player", metavar="PLAYER")
@click.option(
    "--program",
    "is_program",
    is_flag=True,
    help="PLAYER is a command, as for `ttt referee`; boards: before it: it answers boards of 3x3.",
)
@click.option(
    "--game",
    metavar="BOARD",
    default=CLASSIC,
    help="3x3; or any other of `ttt referee`, on which a program plays games against stored players and search.",
)
@click.option("--rule", type=click.Choice([*chain(*RULES.values())]), help="As in `ttt play`.")
@notation_option
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, 100_000),
    help="Games in each seat against each of these players.",
    show_default=str(GAMES),
)
@click.option(
    "--seat", type=click.Choice(tuple(SEAT_INDICES)), help="Seat of PLAYER.", show_default="all that it can play"
)
@click.option("--row", metavar="N", type=click.IntRange(1), help="Row of the genome, counted from 1.", show_default="1")
@click.option(
    "--states",
    metavar="STATES.txt",
    type=INPUT,
    help="The states that the genes stand for.",
    show_default="those of stored champions",
)
@entering_options(all_seconds=Limits.all_seconds)
def enter(
    player: str,
    is_program: bool,
    game: str,
    rule: str | None,
    notation: str | None,
    games: int | None,
    seat: Seat | None,
    row: int | None,
    states: Path | None,
    count_from: int | None,
    kind: str | None,
    missing: Any,
    turned: bool | None,
    results: Path | None,
    page: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Tell exactly how good a player of 3x3 is: rank, expected results, best reply, blunders, whom it resembles.

    PLAYER is a Python file with a function `move(board, player)` that returns a free cell, 0 to 8, row by row: board
    has nine characters, X, O, or . for a free cell, and player is X or O.

    It may also be a table of boards and cells (JSON or CSV), a file that `ttt export` or `ttt rl game` has written,
    recorded genomes (CSV with a column "genome"), an array of NumPy (.npy), a file NAME.command with the command of a
    program, or the id of a stored player. docs/how-to/entering-a-player.md describes them.

    A player that computes is asked in every position that its own moves let it reach, in a process of its own with
    limits. Where it crashes, takes too long or makes an illegal move, it loses. It is not locked in, so enter only what
    you would run yourself. If its answers differ, it is asked more often, and intervals tell the error.

    With --game, a program plays against the stored players of another board, or against search on nine boards and in
    super tic-tac-toe, and gets a rating. After --all-seconds the games that are over are judged.
    """
    if (row is not None or states is not None) and (is_program or not Path(player).is_file()):
        raise click.UsageError("--row and --states are for recorded genomes: a CSV file with a column genome.")
    if count_from is not None and not (is_program or Path(player).suffix.lower() in COUNTED):
        raise click.UsageError(f"--count-from is for programs and tables: --program, or a file {', '.join(COUNTED)}.")
    if game != CLASSIC and not is_program:
        raise click.UsageError(f"--game {game}: only programs play there: --program.")
    if game == CLASSIC and games is not None:
        raise click.UsageError(f"--games: no games are played on {CLASSIC}, where results are exact.")
    if game == CLASSIC and (rule or notation):
        raise click.UsageError(f"--rule and --notation: {CLASSIC} has one of each.")
    if (kind or missing or turned is not None) and (is_program or Path(player).suffix.lower() not in TABLES):
        raise click.UsageError(f"--kind, --missing and --turn are for tables: a file {' or '.join(TABLES)}.")
    if page is not None:
        check_writable(page, inputs=_files(player, states))
    stored, allowed = results or RESULTS, Limits(**limits)
    reading = Reading(count_from=count_from, kind=kind, missing=missing, turned=turned)
    if game == CLASSIC:
        with terminable():
            entrant = _entrant(player, is_program, seat, allowed, stored, reading, row, states)
        told = _evaluated(entrant, stored)
    else:
        from tttcore.classroom.board_games import board_table  # noqa: PLC0415

        table = board_table(
            game, stored, rule=rule, notation=notation, count_from=1 if count_from is None else count_from
        )
        told = _played(player, table, games or GAMES, seat, allowed)
    _tell(*told, page, as_json=as_json)


def _files(player: str, states: Path | None) -> list[Path]:
    """Files that are read: the player's, which may be a word of its command, and the states."""
    try:
        words = shlex.split(player)
    except ValueError:  # no command, as its start will tell
        words = []
    return [Path(each) for each in (player, *words, states or "") if os.path.isfile(each)]


def _tell(
    found: Any, text: Callable[[], str], page_text: Callable[[], str], page: Path | None, *, as_json: bool
) -> None:
    """Write the page if one is asked for, and print what was found."""
    if page is not None:
        with opened(page) as file:
            file.write(page_text())
        click.echo(f"page: {page}", err=True)
    click.echo(json.dumps(found, indent=1) if as_json else text())


def _evaluated(entrant: "Entrant", results: Path) -> Told:
    """Tell exactly how good a player of 3x3 is."""
    from tttcore.classroom.evaluation import evaluate  # noqa: PLC0415
    from tttcore.classroom.field import read_field  # noqa: PLC0415
    from tttcore.classroom.reports import player_page, player_text  # noqa: PLC0415
    from tttcore.report.agent_names import agent_names  # noqa: PLC0415

    field = read_field(results)
    found, names = evaluate(entrant, field), agent_names(field.studies)
    return found, partial(player_text, found, names), partial(player_page, found, names)


def _played(command: str, table: "Table", games: int, seat: Seat | None, limits: Limits) -> Told:
    """Let a program play on another board than 3x3, and tell how it did."""
    from tttcore.classroom.board_games import evaluate_games, play_all  # noqa: PLC0415
    from tttcore.classroom.entrant import short_line  # noqa: PLC0415
    from tttcore.classroom.program import Program  # noqa: PLC0415
    from tttcore.classroom.reports import games_page, games_text  # noqa: PLC0415

    seats = SEAT_INDICES[seat or "both"]
    with terminable():
        played = play_all(Program(command=command, limits=limits), table, seats=seats, games=games)
    planned = games * len(table.opponents) * len(seats)
    found = evaluate_games(short_line(command), table.board, played, planned)
    return found, partial(games_text, found), partial(games_page, found)


def _entrant(
    player: str,
    is_program: bool,
    seat: Seat | None,
    limits: Limits,
    results: Path,
    reading: Reading,
    row: int | None,
    states: Path | None,
) -> "Entrant":
    from tttcore.classroom.entrant import short_line, stored_entrant  # noqa: PLC0415
    from tttcore.classroom.files import SUFFIXES, enter_file, enter_program  # noqa: PLC0415

    if is_program:
        return enter_program(player, limits, name=short_line(player), seat=seat, count_from=reading.count_from)
    path = Path(player)
    if path.is_file():
        return enter_file(path, limits, seat=seat, reading=reading, row=row, states=states)
    if path.suffix.lower() in SUFFIXES or path.exists() or path.is_symlink():
        fault = "not a regular file" if path.exists() or path.is_symlink() else "no such file"
        raise ValueError(f"{player}: {fault}; allowed: a file, or a stored player that `ttt agents` lists")
    from tttcore.players.agent_registry import find_agent  # noqa: PLC0415

    found: Any = find_agent(results, player)
    return stored_entrant(player, "stored player", found, seat)


@click.command(
    short_help="Let the players of a folder play each other.",
    epilog="\b\nExamples:\n  ttt league class-of-2026 --page league.html\n  ttt league class-of-2026 --json",
)
@click.argument("folder", metavar="FOLDER", type=FOLDER)
@entering_options(all_seconds=30, of_all="to ask all players, together")
def league(
    folder: Path,
    count_from: int | None,
    kind: str | None,
    missing: Any,
    turned: bool | None,
    results: Path | None,
    page: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Let all players of a folder play each other at 3x3, every pair in both seats.

    Each file that `ttt enter` takes is a player, named after the file: .py, .json, .csv, .npy, .parquet, or .command
    with the command of a program; so is a folder with a file player.py or one such file. Players are asked for their
    moves first; then results are exact, with intervals where a player's chances had to be estimated or its time was
    over. Files that are no players, and players that can't be entered, are told with the reason, and the others go on.
    """
    from tttcore.classroom.class_league import class_report, enter_folder  # noqa: PLC0415
    from tttcore.classroom.entrant import short_line  # noqa: PLC0415
    from tttcore.classroom.field import read_field  # noqa: PLC0415
    from tttcore.classroom.reports import class_page, class_text  # noqa: PLC0415
    from tttcore.report.agent_names import agent_names  # noqa: PLC0415

    if page is not None:
        check_writable(page, inputs=[file for file in (*folder.glob("*"), *folder.glob("*/*")) if file.is_file()])
    field = read_field(results or RESULTS)
    with terminable():
        entrants, skipped = enter_folder(
            folder,
            Limits(**limits),
            reading=Reading(count_from=count_from, kind=kind, missing=missing, turned=turned),
            tell=partial(click.echo, err=True),
        )
    report = class_report(short_line(folder.resolve().name), entrants, skipped, field)
    _tell(
        report,
        partial(class_text, report),
        lambda: class_page(report, agent_names(field.studies)),
        page,
        as_json=as_json,
    )
