"""`ttt tidy`: remove results that are no longer made."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER


@click.command(short_help="Remove results that are no longer made.")
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
def tidy(results: Path) -> None:
    """Remove what figures, tables and studies that were taken out have left in RESULTS (default: results).

    Files are removed that a manifest of before names, the one of today doesn't, and that are as they were made. Batches
    of runs of a study that was taken out stay: they are in no manifest.
    """
    from tttcore.pipeline.leftovers import remove_leftovers  # noqa: PLC0415
    from tttcore.pipeline.manifest import read_manifest  # noqa: PLC0415
    from tttcore.report.provenance import MANIFEST  # noqa: PLC0415

    for path, removed in remove_leftovers(results, read_manifest(results / MANIFEST)):
        click.echo(f"{'removed' if removed else 'kept, since it was changed'}: {path}")
