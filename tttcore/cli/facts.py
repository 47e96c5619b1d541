"""`ttt facts`: exact facts of 3x3."""

import json

import click


@click.command(short_help="Print the exact facts of 3x3.")
@click.option("--json", "as_json", is_flag=True, help="One object of name to value; whole numbers are exact.")
def facts(as_json: bool) -> None:
    """Compute and print all exact facts of 3x3 tic-tac-toe: name, value, way of counting, and quoting documents.

    Fractions are printed as decimal numbers. Counting the strategies that never lose takes some twenty seconds.
    """
    from tttcore.exact.facts import facts, facts_by_name, format_facts  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415

    table = facts(enumerate_states())
    click.echo(json.dumps(facts_by_name(table), indent=2) if as_json else format_facts(table))
