"""`ttt draw`: draw one figure of a study."""

from pathlib import Path

import click

from tttcore.cli.options import FOLDER, OUTPUT
from tttcore.cli.output import check_writable


@click.command(
    short_help="Draw one figure of a study.",
    epilog="\b\nExamples:\n  ttt draw ancheta2020\n  ttt draw ancheta2020 ecdf-all -o ecdf.svg",
)
@click.argument("study", metavar="STUDY")
@click.argument("figure", metavar="[FIGURE]", required=False)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=OUTPUT,
    help="File to write: .png, .svg or .pdf.",
    show_default="FIGURE.png",
)
@click.option("--results", metavar="DIR", type=FOLDER, default="results", help="Folder with a folder for each study.")
def draw(study: str, figure: str | None, output: Path | None, results: Path) -> None:
    """Draw a FIGURE of a STUDY from stored results, with the present code and settings; without FIGURE, list them all.

    Run it in the project's folder. It takes a second or two, and changes no results: `make` draws the figures of the
    report.
    """
    from tttcore.studies import figures  # noqa: PLC0415

    if figure is None:
        for name, asked in figures.asked_study(study).config["figures"].items():
            click.echo(f"{name}: {asked['title']}")
        return
    from tttcore.plots.style import save  # noqa: PLC0415

    file = output or Path(f"{figure}.png")
    check_writable(file)
    save(figures.draw(study, figure, results=results), [file])
    click.echo(file)
