"""`ttt verify`: check results against their manifest, and compare them with another manifest."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER, INPUT

DIFFERENT = 1


@click.command(
    short_help="Check results against their manifest.",
    epilog="\b\nExamples:\n  ttt verify\n  ttt verify results --against colleague/MANIFEST.sha256",
)
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
@click.option("--against", metavar="MANIFEST", type=INPUT, help="Manifest to compare with.")
def verify(results: Path, against: Path | None) -> int:
    """Check the files in RESULTS (default: results) against its MANIFEST.sha256, which the workflow writes.

    Prints a line for each file that is changed, missing, or left over (not listed, in a folder of listed ones; `ttt
    tidy` removes it). Manifests omit logs, times, stored batches and the pages of timings and provenance.

    With --against, also prints a line for each result that differs from the other manifest, or that only one manifest
    has (only here, only there). Parquet tables are compared by their rows, since their metadata names code and
    versions; other files by their bytes. Pages and the audit depend on the code and are not compared.

    The exit code is 0 without differences, 1 with differences, 2 after an error.
    """
    from tttcore.pipeline.manifest import check, compare, read_manifest  # noqa: PLC0415
    from tttcore.pipeline.messages import printable  # noqa: PLC0415
    from tttcore.report.pages import MANIFEST, UNLISTED, results_alone  # noqa: PLC0415

    manifest = read_manifest(results / MANIFEST)
    summary = f"{len(manifest):,} files as they were made"
    differences = []
    if against is not None:
        ours = results_alone(manifest)
        differences = compare(ours, results_alone(read_manifest(against)))
        summary += f", {len(ours):,} of them results as in {against}"
    differences = check(results, manifest, unlisted=UNLISTED) + differences
    if differences:
        click.echo("\n".join(printable(f"{what}: {path}") for what, path in differences))
        return DIFFERENT
    click.echo(summary)
    return 0
