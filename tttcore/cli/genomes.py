"""`ttt evaluate`: evaluate recorded genomes of 3x3."""

import csv
from itertools import chain
from pathlib import Path

import click

from tttcore.cli.options import INPUT, OUTPUT
from tttcore.cli.output import check_writable, opened
from tttcore.games.position import SEAT_INDICES, Seat

genomes_argument = click.argument("genomes", metavar="GENOMES.csv", type=INPUT)
states_option = click.option(
    "--states", metavar="STATES.txt", type=INPUT, required=True, help="The states that the genes stand for."
)


@click.command(
    short_help="Evaluate recorded genomes over every game of 3x3.",
    epilog="\b\nExample:\n  ttt evaluate champions.csv --states states.txt --seat first --output results.csv",
)
@genomes_argument
@states_option
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

    STATES.txt has one state per line, nine signs 0 or . (empty), 1 or X, 2 or O, with or without
    spaces between them: all 765 states or the 627 open ones, in any order, each as any of its
    rotations and reflections.

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
