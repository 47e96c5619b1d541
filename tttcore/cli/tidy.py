"""`ttt tidy`: remove results that are no longer made."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER


@click.command(short_help="Remove results that are no longer made.")
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
def tidy(results: Path) -> None:
    """Remove results of deleted figures, tables and studies from RESULTS (default: results).

    A file is removed if an earlier manifest lists it, the current one does not, and it is unchanged. Batches of runs of
    a deleted study stay, since no manifest lists them.
    """
    from tttcore.pipeline.leftovers import remove_leftovers  # noqa: PLC0415
    from tttcore.pipeline.manifest import read_manifest  # noqa: PLC0415
    from tttcore.report.provenance import MANIFEST  # noqa: PLC0415

    for path, removed in remove_leftovers(results, read_manifest(results / MANIFEST)):
        click.echo(f"{'removed' if removed else 'kept, since it was changed'}: {path}")
