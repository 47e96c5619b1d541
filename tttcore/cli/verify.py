"""`ttt verify`: whether results are as they were made, or as somebody else's."""

from pathlib import Path

import click

PARTED = 1

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.command(
    short_help="Check that results are as they were made.",
    epilog="\b\nExamples:\n  ttt verify\n  ttt verify results --against colleague/MANIFEST.sha256",
)
@click.argument("results", metavar="[RESULTS]", type=_FOLDER, default="results")
@click.option("--against", metavar="MANIFEST", type=_FILE, help="Another manifest to compare with.")
def verify(results: Path, against: Path | None) -> int:
    """Check the files in RESULTS (default: results) against its MANIFEST.sha256, which is made with them.

    A line is told of each file that is not as it was made (changed), is not there (missing), or lies beside those of
    the manifest without being named there (extra). Logs, times, stored batches and the pages of timings and provenance
    are in no manifest.

    With --against, a line more for each result that another manifest has otherwise (differs), or that only one of both
    has (only here, only there). Tables in Parquet are compared by their rows, since they also say which code and
    versions made them; all else by its bytes. Pages and the audit tell of the code and are not compared.

    The exit code is 0 if there was nothing to tell but how many files there are, 1 if there was, 2 after a mistake.
    """
    from tttcore.pipeline.manifest import check, compare, read_manifest  # noqa: PLC0415
    from tttcore.report.provenance import MANIFEST, UNLISTED, results_alone  # noqa: PLC0415

    manifest = read_manifest(results / MANIFEST)
    told = f"{len(manifest):,} files as they were made"
    parted = []
    if against is not None:
        ours = results_alone(manifest)
        parted = compare(ours, results_alone(read_manifest(against)))
        told += f", {len(ours):,} of them results as in {against}"
    parted = check(results, manifest, unlisted=UNLISTED) + parted
    for what, path in parted:
        click.echo(f"{what}: {path}")
    if parted:
        return PARTED
    click.echo(told)
    return 0
