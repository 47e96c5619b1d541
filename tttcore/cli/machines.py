"""`ttt machines`: how many games learners need until nothing beats them."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER

STORED = Path("machines/tables/games_needed.parquet")
"""Table in a folder of results."""
SHOWN = ("study", "treatment", "n", "first", "ever", "lasts", "at_end", "unit")


@click.command(
    short_help="Print how many games learners need until nothing beats them.",
    epilog="\b\nExamples:\n  ttt machines --seat second\n  ttt machines --csv",
)
@click.option("--seat", type=click.Choice(["first", "second"]), default="first", show_default=True, help="Seat.")
@click.option("--results", type=FOLDER, default="results", show_default=True, help="Folder of results.", metavar="DIR")
@click.option("--csv", "as_csv", is_flag=True, help="Print all columns of both seats as CSV.")
def machines(seat: str, results: Path, as_csv: bool) -> None:
    """Print the learners of all documents, those that need the fewest games first.

    first is the median number of games until a run never loses to any reply, – if fewer than half of the runs get
    there; ever, lasts and at_end are proportions of runs that get there, stay there, and are there at the end. Games of
    genetic algorithms are lines of play in which organisms were judged.
    """
    from tttcore.pipeline.store import read  # noqa: PLC0415
    from tttcore.plots.numbers import number, percent  # noqa: PLC0415

    table = read(results / STORED)
    if as_csv:
        click.echo(table.to_csv(index=False), nl=False)
        return
    table = table[table["seat"] == seat].sort_values("first", kind="stable", na_position="last")[[*SHOWN]]
    formats = {"first": number} | dict.fromkeys(("ever", "lasts", "at_end"), percent)
    click.echo(table.to_string(index=False, formatters=formats, na_rep="–"))
