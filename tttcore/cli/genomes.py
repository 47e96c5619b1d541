"""`ttt evaluate` and `ttt play GENOMES.csv`: evaluate and play against recorded genomes of 3x3."""

import csv
from itertools import chain
from pathlib import Path

import click

from tttcore.cli.console import play_on_console
from tttcore.cli.options import INPUT, OUTPUT, counting_option
from tttcore.cli.output import check_writable, opened
from tttcore.games.seats import SEAT_INDICES, SEATS, Seat

_genomes = click.argument("genomes", metavar="GENOMES.csv", type=INPUT)
_states = click.option(
    "--states", metavar="STATES.txt", type=INPUT, required=True, help="The states that the genes stand for."
)


@click.command(
    short_help="Evaluate recorded genomes exactly.",
    epilog="\b\nExample:\n  ttt evaluate champions.csv --states states.txt --seat first --output results.csv",
)
@_genomes
@_states
@click.option(
    "--seat",
    type=click.Choice(tuple(SEAT_INDICES)),
    required=True,
    help="Seat of the genomes: first (X), second (O) or both.",
)
@click.option(
    "--output",
    metavar="OUT.csv",
    type=OUTPUT,
    help="File to write, whole or not at all.",
    show_default="standard output",
)
def evaluate(genomes: Path, states: Path, seat: Seat, output: Path | None) -> None:
    """Play recorded genomes against every line of play of their opponent.

    GENOMES.csv has a header and a column "genome" with one digit per state, in the order of
    STATES.txt: the cell to mark (0 to 8, row by row) on the board listed there. At finished states
    any digit is allowed. Other columns are kept.

    STATES.txt has one state per line, nine digits 0 (empty), 1 (X) or 2 (O) separated by spaces:
    all 765 states or the 627 open ones, in any order, each as any of its rotations and
    reflections.

    The result is the same table with the columns wins, losses and draws, counted over all games
    that the opponent can force, and fitness: losses / games. An existing column of such a name
    becomes NAME_input.
    """
    from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator  # noqa: PLC0415
    from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415

    if output is not None:
        check_writable(output, inputs=(genomes, states))
    tables = enumerate_states()
    listed, recorded = StateList.read(states, tables), RecordedGenomes.read(genomes)
    evaluation = Evaluator(tables, seat)(recorded.genes(listed))
    results = {**evaluation.counts(), "fitness": evaluation.fitness}
    header, columns = recorded.with_results(results)
    with opened(output) as file:
        csv.writer(file, lineterminator="\n").writerows(chain([header], zip(*columns, strict=True)))


@click.command(
    name="genome",
    short_help="Play 3x3 against a recorded genome.",
    epilog="\b\nExample:\n  ttt play results/hemingroth2025/champions.csv --states results/tables/states.txt",
)
@_genomes
@_states
@click.option("--row", metavar="N", type=click.IntRange(1), default=1, help="Row of the genome, counted from 1.")
@click.option("--seat", type=click.Choice(SEATS), default="first", help="The genome's seat.")
@counting_option
def play(genomes: Path, states: Path, row: int, seat: str, count_from: int) -> None:
    """Play one game against a genome; a move is a cell, 1 to 9, row by row, and q stops.

    The files are those of `ttt evaluate`, in which cells are numbered 0 to 8.
    """
    from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList  # noqa: PLC0415
    from tttcore.exact.outcomes import genome_player  # noqa: PLC0415
    from tttcore.games.classic import enumerate_states  # noqa: PLC0415
    from tttcore.games.classic_position import ClassicPosition  # noqa: PLC0415
    from tttcore.play.notation import CellNotation  # noqa: PLC0415

    tables = enumerate_states()
    genes = RecordedGenomes.read(genomes).genes(StateList.read(states, tables))
    if row > len(genes):
        raise ValueError(f"{genomes}: --row {row}: there are {len(genes)} genomes; allowed: 1 to {len(genes)}")
    player = genome_player(genes[row - 1], tables)
    play_on_console(ClassicPosition(), lambda position: player(position.board)[0], CellNotation(count_from), seat=seat)
