"""`ttt draw`: draw one figure of a study or a league."""

from pathlib import Path

import click

from tttcore.cli.agents import RESULTS, results_option
from tttcore.cli.options import OUTPUT
from tttcore.cli.output import check_writable


@click.command(
    short_help="Draw one figure of a document or a league, or list them.",
    epilog="\b\nExamples:\n  ttt draw ancheta2020\n  ttt draw ancheta2020 ecdf-all -o ecdf.svg\n  ttt draw league",
)
@click.argument("study", metavar="[STUDY|league]", required=False)
@click.argument("figure", metavar="[FIGURE]", required=False)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=OUTPUT,
    help="File to write: .png, .svg or .pdf.",
    show_default="FIGURE.png",
)
@results_option
def draw(study: str | None, figure: str | None, output: Path | None, results: Path | None) -> None:
    """Draw a FIGURE of a STUDY, or of the leagues of all players.

    Without FIGURE it lists the figures there are, and without STUDY the studies.

    Run it in the project's folder after `make`. It draws stored results with the present code and settings in a second
    or two, and changes no results: `make` draws the figures of the report.
    """
    from tttcore.report import figures  # noqa: PLC0415

    if study is None:
        click.echo("studies with figures; `ttt draw STUDY` lists them", err=True)
        for name, title in figures.studies().items():
            click.echo(f"{name}: {title}")
        return
    if figure is None:
        for name, title in figures.titles(study).items():
            click.echo(f"{name}: {title}")
        return
    from tttcore.plots.style import save  # noqa: PLC0415

    file = output or Path(f"{figure}.png")
    check_writable(file)
    save(figures.draw(study, figure, results=results or RESULTS), [file])
    click.echo(file)
