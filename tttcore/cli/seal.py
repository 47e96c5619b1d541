"""`ttt seal`: fix the rules of all statements before runs of a new seed are seen."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER


@click.command(short_help="Fix the rules of all statements, with their verdicts.")
@click.argument("results", metavar="[RESULTS]", type=FOLDER, default="results")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), default="config/sealed.csv", help="File to write."
)
def seal(results: Path, output: Path) -> None:
    """Write the digest of every statement's rule, with its verdict in RESULTS (default: results), to a file.

    Choose a new seed afterwards. The audit then shows which verdicts the new runs have changed, and which rules have
    been changed since.
    """
    from tttcore.claims.schemas import AUDIT  # noqa: PLC0415
    from tttcore.claims.seal import write_seal  # noqa: PLC0415
    from tttcore.pipeline.messages import ConfigError  # noqa: PLC0415
    from tttcore.pipeline.store import read  # noqa: PLC0415

    audit = read(results / "audit" / "audit.parquet", schema=AUDIT)
    seeds = audit["seed"].dropna().astype(int).unique().tolist()
    if len(seeds) != 1:
        raise ConfigError(f"{results}: made with {len(seeds)} seeds; needs one seed")
    number = write_seal(output, audit, seed=seeds[0])
    click.echo(f"sealed {number} rules with the verdicts of seed {seeds[0]} in {output}")
