"""`ttt facts`: exact facts of 3x3."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tttcore.cli.options import FOLDER

if TYPE_CHECKING:
    import pandas as pd

RESULTS = Path("results")
STORED = Path("tables/facts.parquet")
"""Table of all facts in a folder of results."""


@click.command(
    short_help="Print exact facts of 3x3: numbers of games, values of moves.",
    epilog="\b\nExamples:\n  ttt facts\n  ttt facts --json",
)
@click.option(
    "--all", "count_all", is_flag=True, help="Also count the strategies that never lose; takes half a minute."
)
@click.option(
    "--results", metavar="DIR", type=FOLDER, help="Folder of results with stored counts.", show_default=str(RESULTS)
)
@click.option("--json", "as_json", is_flag=True, help="One object of name to value; whole numbers are exact.")
def facts(count_all: bool, results: Path | None, as_json: bool) -> None:
    """Compute and print the exact facts of 3x3 tic-tac-toe: name, value, way of counting, and quoting documents.

    Fractions are printed as decimal numbers. Counting the strategies that never lose takes long. Without --all their
    numbers come from DIR/tables/facts.parquet, if a run has stored them and all other facts there agree; otherwise they
    are left out. A message says which.
    """
    from tttcore.exact.facts import facts, facts_by_name, format_facts  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415

    if count_all:
        click.echo("counting the strategies that never lose, for about half a minute ...", err=True)
    table = facts(enumerate_states(), strategies=count_all)
    if not count_all:
        table, message = _with_stored(table, (results or RESULTS) / STORED)
        click.echo(message, err=True)
    click.echo(json.dumps(facts_by_name(table), indent=2) if as_json else format_facts(table))


def _with_stored(computed: "pd.DataFrame", file: Path) -> tuple["pd.DataFrame", str]:
    """Facts in their order, those that weren't computed from a stored table of all, and a message on these."""
    import pandas as pd  # noqa: PLC0415

    from tttcore.pipeline.rounding import rounded_table  # noqa: PLC0415
    from tttcore.pipeline.store import StoreError, read  # noqa: PLC0415

    without = "strategies that never lose are left out; --all counts them in half a minute"
    if not file.is_file():
        return computed, f"no {file}: {without}"
    try:
        stored = read(file)
    except StoreError as error:
        return computed, f"{error}: {without}"
    names = computed["fact"]
    columns = [*computed.columns]
    if [*stored.columns] != columns:
        return computed, f"{file} is no table of facts: {without}"
    same = stored[stored["fact"].isin(names)].reset_index(drop=True)
    if not same.equals(rounded_table(computed).astype(dict(same.dtypes))):
        return computed, f"{file} has other facts: {without}"
    whole = pd.concat([computed, stored[~stored["fact"].isin(names)]])
    ordered = whole.set_index("fact").loc[stored["fact"]].reset_index()[columns]
    return ordered, f"strategies that never lose come from {file}"
