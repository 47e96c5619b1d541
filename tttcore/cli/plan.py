"""`ttt plan`: tell how many jobs of runs are missing, how long they take, and what they cost."""

from pathlib import Path

import click


@click.command(
    short_help="Tell which jobs of runs are missing, and their cost.",
    epilog="\b\nExamples:\n  ttt plan\n  ttt plan --config replicates=1000000 --config batch_seconds=600",
)
@click.option("--config", "given", metavar="KEY=VALUE", multiple=True, help="Setting as Snakemake's --config has it.")
def plan(given: tuple[str, ...]) -> None:
    """Print for each study how many jobs of runs a run would start, the longest of them, and core-hours of all.

    Stored runs don't count, nor do jobs of tables, figures and pages. Times are estimates (seconds_per_replicate of the
    studies); on a cluster each job takes some seconds more to start.
    """
    import pandas as pd  # noqa: PLC0415 - takes half a second

    from tttcore.pipeline.batches import plan_study, stored_batches  # noqa: PLC0415
    from tttcore.pipeline.config import check_settings, parse_yaml  # noqa: PLC0415
    from tttcore.pipeline.study import QUICK  # noqa: PLC0415
    from tttcore.project import checked_studies  # noqa: PLC0415

    asked = [each.partition("=") for each in given]
    if wrong := [key for key, sign, _ in asked if not sign]:
        raise click.UsageError(f"--config: {wrong[0]!r} is not allowed; allowed: KEY=VALUE")
    settings = check_settings(
        ["config/config.yaml"], {key: parse_yaml(value, f"--config {key}") for key, _, value in asked}
    )
    rows = []
    for name, study in checked_studies(settings).items():
        folder = Path("results", name, "runs")
        seconds = [
            (batch.stop - batch.start) * study.treatments[treatment].seconds
            for treatment, batches in plan_study(study, settings, folder).items()
            for batch in {*batches}.difference(stored_batches(folder / treatment))
        ]
        jobs = min(1, len(seconds)) if settings["scale"] == QUICK else len(seconds)
        rows.append((name, jobs, max(seconds, default=0) / 60, sum(seconds) / 3600))
    table = pd.DataFrame(rows, columns=["study", "jobs", "longest, minutes", "core-hours"])
    table.loc[len(table)] = ["all", table["jobs"].sum(), table["longest, minutes"].max(), table["core-hours"].sum()]
    click.echo(table.to_string(index=False, float_format="{:,.1f}".format))
