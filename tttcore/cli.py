"""The `ttt` command: reads arguments and files, calls the package, writes tables.

Every mistake of the user's ends in one line on standard error and exit code 2. Heavy imports are
left to the commands that need them, so that help comes at once.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tttcore import __version__

if TYPE_CHECKING:
    from tttcore.players.genome import Seat

NAME = "ttt"
MISTAKE = 2
BROKEN_PIPE = 1
INTERRUPTED = 130
STANDARD_OUTPUT = 1
SEATS = ("first", "second", "both")
"""Those of `players.genome`, which takes long to import."""

_INPUT = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
_OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 after one line on what was wrong."""
    try:
        return ttt.main(arguments, prog_name=NAME, standalone_mode=False) or 0
    except BrokenPipeError:
        return BROKEN_PIPE
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        _complain(error.format_message() + (f" (see {context.command_path} --help)" if context else ""))
    except ValueError as error:
        _complain(str(error))
    return MISTAKE


def _complain(message: str) -> None:
    click.echo(f"{NAME}: error: {' '.join(message.split())}", err=True)


@click.group(name=NAME, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=NAME, message="%(prog)s %(version)s")
def ttt() -> None:
    """Machines that learn tic-tac-toe: tools for their genomes.

    `ttt COMMAND --help` explains a command and the files that it reads.
    """


@ttt.command(
    short_help="Play recorded genomes against every line of play.",
    epilog="\b\nExample:\n  ttt evaluate champions.csv --states states.txt --seat first --output results.csv",
)
@click.argument("genomes", metavar="GENOMES.csv", type=_INPUT)
@click.option("--states", metavar="STATES.txt", type=_INPUT, required=True, help="The states that the genes stand for.")
@click.option(
    "--seat", type=click.Choice(SEATS), required=True, help="Whether genomes move first (X), second (O) or both."
)
@click.option(
    "--output", metavar="OUT.csv", type=_OUTPUT, help="File to write, whole or not at all. [default: standard output]"
)
def evaluate(genomes: Path, states: Path, seat: "Seat", output: Path | None) -> None:
    """Play genomes, recorded by anybody, against every line of play of their opponent.

    GENOMES.csv has a header and a column "genome": one digit per state, in the order of
    STATES.txt, being the cell to mark (0 to 8, row by row) on the board as listed there. At
    finished states any digit will do. Other columns are kept.

    STATES.txt has one state per line, nine digits 0 (empty), 1 (X) or 2 (O) separated by spaces:
    all 765 states or the 627 open ones, in any order, each shown by any of its rotations and
    reflections.

    The result is the same table with the columns wins, losses and draws, counted over all games
    that the opponent can bring about, and fitness: losses / games. A column that already has such
    a name is kept as NAME_input.
    """
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415
    from tttcore.players.genome import Evaluator  # noqa: PLC0415
    from tttcore.players.recorded import RecordedGenomes, StateList  # noqa: PLC0415

    if output is not None:
        _check_writable(output)
    tables = enumerate_states()
    listed = StateList.read(states, tables)
    recorded = RecordedGenomes.read(genomes)
    evaluation = Evaluator(tables, seat)(recorded.genes(listed))
    results = {**evaluation.counts(), "fitness": evaluation.fitness}
    _write(output, *recorded.with_results(results))


@ttt.command(
    short_help="Play against a recorded genome.",
    epilog="\b\nExample:\n  ttt play results/hemingroth2025/champions.csv --states results/tables/states.txt",
)
@click.argument("genomes", metavar="GENOMES.csv", type=_INPUT)
@click.option("--states", metavar="STATES.txt", type=_INPUT, required=True, help="The states that the genes stand for.")
@click.option(
    "--row", metavar="N", type=click.IntRange(1), default=1, help="Which genome, counted from 1. [default: 1]"
)
@click.option(
    "--seat", type=click.Choice(("first", "second")), default="first", help="The genome's seat. [default: first]"
)
def play(genomes: Path, states: Path, row: int, seat: str) -> None:
    """Play one game against a genome; cells are numbered 0 to 8, row by row, and q stops.

    The files are those of `ttt evaluate`.
    """
    from tttcore.analysis.exact import genome_player  # noqa: PLC0415
    from tttcore.games.classic import CROSS, NOUGHT, enumerate_states  # noqa: PLC0415
    from tttcore.players.dialogue import play as play_game  # noqa: PLC0415
    from tttcore.players.recorded import RecordedGenomes, StateList  # noqa: PLC0415

    tables = enumerate_states()
    listed = StateList.read(states, tables)
    genes = RecordedGenomes.read(genomes).genes(listed)
    if row > len(genes):
        raise ValueError(f"{genomes}: --row {row}: there are {len(genes)} genomes; allowed: 1 to {len(genes)}")
    player = genome_player(genes[row - 1], tables)
    play_game(
        lambda board: player(board)[0],
        CROSS if seat == "first" else NOUGHT,
        ask=lambda prompt: click.prompt(prompt, prompt_suffix=": ", default="", show_default=False),
        tell=click.echo,
    )


@ttt.command(short_help="Print the exact facts of 3x3.")
@click.option("--json", "as_json", is_flag=True, help="One object of name to value; whole numbers are exact.")
def facts(as_json: bool) -> None:
    """Print every exact fact of 3x3 tic-tac-toe, computed anew: name, value, how it is counted, where it is quoted.

    Fractions are printed as decimal numbers. Counting the strategies that never lose takes some twenty seconds.
    """
    from tttcore.analysis.facts import as_object, as_text, facts  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415

    table = facts(enumerate_states())
    click.echo(json.dumps(as_object(table), indent=2) if as_json else as_text(table))


def _check_writable(output: Path) -> None:
    if output.exists() and not output.is_file():
        raise ValueError(f"{output}: not a regular file")
    if not output.parent.is_dir():
        raise ValueError(f"{output}: no folder {str(output.parent)!r} to write it to")
    if not os.access(output.parent, os.W_OK):
        raise ValueError(f"{output}: the folder {str(output.parent)!r} is not writable")


def _write(output: Path | None, header: Sequence[str], columns: Sequence[Sequence[str]]) -> None:
    try:
        with (
            _target(output) as target,
            open(target, "w", encoding="utf-8", newline="", closefd=output is not None) as file,
        ):
            file.writelines(_csv_lines(header, columns))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{output or 'standard output'}: cannot be written: {error.strerror}") from None


def _target(output: Path | None) -> AbstractContextManager[Path | int]:
    if output is None:
        return nullcontext(STANDARD_OUTPUT)
    from tttcore.base.store import atomic  # noqa: PLC0415

    return atomic(output)


def _csv_lines(header: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a CSV file, ten times as fast as `csv.writer` where nothing needs quotes."""
    yield ",".join(_quoted(header)) + "\n"
    for fields in zip(*map(_quoted, columns), strict=True):
        yield ",".join(fields) + "\n"


def _quoted(fields: Sequence[str]) -> Sequence[str]:
    if not _needs_quotes("".join(fields)):
        return fields
    return ['"{}"'.format(field.replace('"', '""')) if _needs_quotes(field) else field for field in fields]


def _needs_quotes(text: str) -> bool:
    return any(mark in text for mark in ',"\r\n')
