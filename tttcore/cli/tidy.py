"""`ttt tidy`: remove results that are no longer made."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER


@click.command(short_help="Delete stored results that the workflow no longer makes.")
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
def tidy(results: Path) -> None:
    """Remove results of deleted figures and tables from RESULTS (default: results), after you confirm.

    These are the files that `ttt verify` calls left over: not in the manifest, but in a folder of files that are.
    """
    from tttcore.pipeline.manifest import LEFT_OVER, check, read_manifest  # noqa: PLC0415
    from tttcore.pipeline.messages import printable  # noqa: PLC0415
    from tttcore.report.pages import MANIFEST, UNLISTED  # noqa: PLC0415

    differences = check(results, read_manifest(results / MANIFEST), unlisted=UNLISTED)
    left = [path for difference, path in differences if difference == LEFT_OVER]
    if left and click.confirm("\n".join([*map(printable, left), "Remove these files?"])):
        for path in left:
            (results / path).unlink()
