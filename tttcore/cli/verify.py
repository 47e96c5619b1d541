"""`ttt verify`: check results against their manifest, and compare them with another manifest."""

import shlex
from collections.abc import Iterable
from pathlib import Path

import click

from tttcore.cli.options import FOLDER, INPUT

DIFFERENT = 1
RESULTS = "results"
"""Folder of results in the workflow's targets; for one of another name no command can be told."""
MARK_OF_FOLDER = ".snakemake_timestamp"
"""File that Snakemake puts into a folder that is itself a job's output."""


@click.command(
    short_help="Check results against their manifest.",
    epilog="\b\nExamples:\n  ttt verify\n  ttt verify results --against colleague/MANIFEST.sha256",
)
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
@click.option("--against", metavar="MANIFEST", type=INPUT, help="Manifest to compare with.")
def verify(results: Path, against: Path | None) -> int:
    """Check the files in RESULTS (default: results) against its MANIFEST.sha256, which the workflow writes.

    Prints a line for each file that is changed, missing, or left over (not listed, in a folder of listed ones; `ttt
    tidy` removes it), and, for a folder called results, the command that makes changed and missing ones again.
    Manifests omit logs, times, stored batches and the pages of timings and provenance.

    With --against, also prints a line for each result that differs from the other manifest, or that only one manifest
    has (only here, only there). Parquet tables are compared by their rows, since their metadata names code and
    versions; other files by their bytes. Pages and the audit depend on the code and are not compared.

    The exit code is 0 without differences, 1 with differences, 2 after an error.
    """
    from tttcore.pipeline.manifest import LEFT_OVER, check, compare, read_manifest  # noqa: PLC0415
    from tttcore.pipeline.messages import printable  # noqa: PLC0415
    from tttcore.report.pages import MANIFEST, UNLISTED, results_alone  # noqa: PLC0415

    manifest = read_manifest(results / MANIFEST)
    summary = f"{len(manifest):,} files as they were made"
    differences = []
    if against is not None:
        ours = results_alone(manifest)
        differences = compare(ours, results_alone(read_manifest(against)))
        summary += f", {len(ours):,} of them results as in {against}"
    found = check(results, manifest, unlisted=UNLISTED)
    if found or differences:
        click.echo("\n".join(printable(f"{what}: {path}") for what, path in found + differences))
        if results.resolve().name == RESULTS and (
            outputs := _outputs(results, (path for what, path in found if what != LEFT_OVER))
        ):
            remedy = f"snakemake --cores all --forcerun {shlex.join(outputs)}"
            click.echo(
                printable(f"to mend what is changed or missing, in {results.resolve().parent}: {remedy}"), err=True
            )
        return DIFFERENT
    click.echo(summary)
    return 0


def _outputs(results: Path, files: Iterable[str]) -> list[str]:
    """Outputs of jobs that these files are, or are in: a folder that a job makes as a whole, or a file itself."""
    made = (
        next((folder for folder in Path(file).parents if (results / folder / MARK_OF_FOLDER).is_file()), Path(file))
        for file in files
    )
    return [*dict.fromkeys(str(Path(RESULTS, each)) for each in made)]
