"""`ttt demo`: pages to play and to watch from short runs."""

from contextlib import chdir
from pathlib import Path

import click


@click.command(
    short_help="Make two web pages, to play learners and to watch them.",
    epilog="\b\nExample:\n  ttt demo --output for-my-students",
)
@click.option(
    "--output",
    "-o",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    default="demo",
    help="Folder of the pages; it is made if it isn't there.",
)
def demo(output: Path) -> None:
    """Train a player by each treatment whose runs are short; write a page to play and a page to watch them learn.

    It takes about a minute. Each page is one file that needs no other and no network: mail it, or put it anywhere.
    The configuration is that of the project in whose folder it is called, elsewhere the package's own; results are
    neither needed nor changed.
    """
    from tttcore.classroom.demo import write_demo  # noqa: PLC0415
    from tttcore.pipeline.files import workflow_files  # noqa: PLC0415

    folder = output.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"--output {output}: the folder can't be made: {error.strerror}; choose another") from None
    with chdir(Path() if Path("config/config.yaml").is_file() else workflow_files()):
        pages = write_demo(folder, tell=lambda line: click.echo(line, err=True))
    for page in pages:
        click.echo(f"open {page.as_uri()}")
