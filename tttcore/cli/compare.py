"""`ttt compare`: verdicts, estimates and intervals in which runs of the project differ."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER, OUTPUT
from tttcore.cli.output import check_writable, opened

DIFFERENT = 1


@click.command(
    short_help="Compare the verdicts of runs, such as under other seeds.",
    epilog="\b\nExamples:\n  ttt compare results colleague/results\n  ttt compare results colleague/results --verdicts",
)
@click.argument("runs", metavar="RUN RUN ...", nargs=-1, required=True, type=FOLDER)
@click.option("--verdicts", is_flag=True, help="Print only rows whose verdicts differ.")
@click.option("--csv", "output", type=OUTPUT, metavar="FILE", help="Write the verdicts of each seed as CSV.")
def compare(runs: tuple[Path, ...], verdicts: bool, output: Path | None) -> int:
    """Print the statements and choices in which the results of two or more RUNs differ, a line for each run.

    Without --verdicts, also those with the same verdict and another value or interval. Under different seeds the last
    line tells how many of the verdicts that are decided by the first run's seed all seeds agree in. As
    config/replicability.csv, what --csv writes is told on the page of the audit.

    The exit code is 0 without differences, 1 with differences, 2 after an error.
    """
    from tttcore.claims import replicability  # noqa: PLC0415

    if len({*runs}) == 1:
        raise click.UsageError("one run is given; needs two or more different ones")
    if output is not None:
        check_writable(output)
    audits = {str(run): replicability.read_audit(run) for run in runs}
    rows = replicability.compare(audits)
    if verdicts:
        rows = rows[rows.groupby("id")["verdict"].transform("nunique", dropna=False) > 1]
    click.echo(rows.to_string(index=False, na_rep="–") if len(rows) else "no differences")
    seeds = {f"{audit['seed'].dropna().max():.0f}" for audit in audits.values()}
    if output is not None or len(seeds) == len(audits):
        by_seed = replicability.verdicts_by_seed(audits)
        decided, others = replicability.replicability(by_seed)
        click.echo(f"Of {decided} decided verdicts, all {len(audits)} seeds agree in {decided - len(others)}.")
        if output is not None:
            with opened(output) as file:
                by_seed.to_csv(file)
    return DIFFERENT if len(rows) else 0
