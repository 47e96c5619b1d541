"""`ttt tidy`: remove results that are no longer made."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER


@click.command(short_help="Remove results that are no longer made.")
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
def tidy(results: Path) -> None:
    """Remove what figures, tables and studies that were taken out have left in RESULTS (default: results).

    Such files are listed in LEFTOVERS.sha256, made with the manifest, and removed if they are as they were made.
    Runs of a study that was taken out stay: their batches are in no manifest.
    """
    from tttcore.pipeline.leftovers import remove_leftovers  # noqa: PLC0415

    for path, removed in remove_leftovers(results):
        click.echo(f"{'removed' if removed else 'kept, since it was changed'}: {path}")
