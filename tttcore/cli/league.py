"""`ttt league`: a league of all players in a folder, such as those of a class."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tttcore.cli.agents import RESULTS
from tttcore.cli.enter import results_option
from tttcore.cli.limit_options import LimitOptions, limit_options, limits_of
from tttcore.cli.options import FOLDER, OUTPUT, counting_option
from tttcore.cli.output import check_writable, opened
from tttcore.cli.terminable import terminable

if TYPE_CHECKING:
    from typing import Unpack


@click.command(
    short_help="Let the players of a folder play each other.",
    epilog="\b\nExamples:\n  ttt league class-of-2026 --page league.html\n  ttt league class-of-2026 --json",
)
@click.argument("folder", metavar="FOLDER", type=FOLDER)
@counting_option
@limit_options(all_seconds=30, of_all="to ask all players")
@results_option
@click.option("--page", metavar="FILE.html", type=OUTPUT, help="Write all of it as a page, whole or not at all.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one object.")
def league(
    folder: Path,
    count_from: int,
    results: Path | None,
    page: Path | None,
    as_json: bool,
    **limits: "Unpack[LimitOptions]",
) -> None:
    """Let all players of a folder play each other at 3x3, every pair in both seats.

    Each file that `ttt enter` takes is a player, named after the file: .py, .json, .csv, or .command with the command
    of a program. Players are asked for their moves first; then results are exact, with intervals where a player's
    chances had to be estimated. A player that can't be entered is told with the reason, and the others go on.
    """
    from tttcore.entered.class_folder import enter_folder  # noqa: PLC0415
    from tttcore.entered.class_report import class_report  # noqa: PLC0415
    from tttcore.entered.class_text import class_text  # noqa: PLC0415
    from tttcore.entered.entrant import printable  # noqa: PLC0415
    from tttcore.entered.field import read_field  # noqa: PLC0415
    from tttcore.entered.names import names_of_field  # noqa: PLC0415

    if page is not None:
        check_writable(page, inputs=[file for file in folder.iterdir() if file.is_file()])
    field = read_field(results or RESULTS)
    with terminable():
        entrants, broken = enter_folder(folder, limits_of(limits), count_from=count_from)
    if len(entrants) < 2:
        reasons = "; ".join(f"{each.file}: {each.reason}" for each in broken) or "there are no others"
        raise ValueError(f"{folder}: a league needs two players that can be entered, not {len(entrants)}: {reasons}")
    report = class_report(printable(folder.resolve().name), entrants, broken, field)
    if page is not None:
        from tttcore.entered.class_page import class_page  # noqa: PLC0415

        with opened(page) as file:
            file.write(class_page(report, names_of_field(field)))
    click.echo(json.dumps(report, indent=1) if as_json else class_text(report))
