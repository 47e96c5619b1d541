"""The exact evaluator against numpy over a whole population and against plain Python."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from timing import seconds

from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.games.classic import NOUGHT_WON, OPEN, StateTables, enumerate_states
from tttcore.pipeline.rng import stream

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from reference import classic as oracles

POPULATION = 2000
TWINS = 20
PACKED_LOSS = 1024.0
"""A game lost counts this much more than any game, so that one sum holds both; exact below 2^24."""


class NumpyEvaluator:
    """Fitness as first player, level by level from the last, all organisms at once.

    Works on (765, P) genes, so that all of a state's alleles are neighbours in memory. On each level
    the replies are added up as a product with the matrix of who follows whom, and organisms
    gather what their alleles lead to.
    """

    def __init__(self, tables: StateTables) -> None:
        self.levels = []
        for ply in (8, 6, 4, 2, 0):
            ours = np.flatnonzero((tables.plies == ply) & tables.open)
            theirs = np.flatnonzero(tables.plies == ply + 1)
            place = np.full(len(tables.states) + 1, -1)
            place[theirs] = np.arange(theirs.size)
            following = np.flatnonzero((tables.plies == ply + 2) & tables.open)
            onward = np.zeros((theirs.size, following.size), np.float32)
            ended = np.zeros((theirs.size, 1), np.float32)
            for row, state in enumerate(theirs.tolist()):
                endings = [state] if tables.outcomes[state] != OPEN else tables.next_state[state].tolist()
                for after in endings:
                    if after >= 0 and tables.outcomes[after] == OPEN:
                        onward[row, np.searchsorted(following, after)] += 1
                    elif after >= 0:
                        ended[row] += 1.0 + PACKED_LOSS * (tables.outcomes[after] == NOUGHT_WON)
            chosen = place[tables.next_state[ours]].astype(np.int32)
            self.levels.append((ours, chosen, onward, ended))

    def __call__(self, genes: NDArray[np.uint8]) -> NDArray[np.float64]:
        """(P,) fitness of (765, P) genes."""
        organisms = genes.shape[1]
        column = np.arange(organisms, dtype=np.int32)
        values = np.zeros((0, organisms), np.float32)
        for ours, chosen, onward, ended in self.levels:
            after = onward @ values + ended
            where = np.take_along_axis(chosen, genes[ours], axis=1)
            where *= organisms
            where += column
            values = np.take(after, where)
        losses, games = np.divmod(values[0], PACKED_LOSS)
        return losses / games


@contextmanager
def forgetful_twin() -> Iterator[None]:
    """The twin of Listing 1 as printed: asks the rules about each board anew."""
    names = ("winner", "free_cells", "put", "gene_of")
    remembering = {name: getattr(oracles, name) for name in names}
    for name, function in remembering.items():
        setattr(oracles, name, function.__wrapped__)
    yield
    for name, function in remembering.items():
        setattr(oracles, name, function)


def measure(rounds: int) -> dict[str, float]:
    """Ratios and times of the evaluator."""
    tables = enumerate_states()
    alleles = Alleles.of(tables)
    genes = np.empty((POPULATION, alleles.n_genes), np.uint8)
    fill_randomly(genes, alleles, stream(0, "benchmarks"))
    first, both = Evaluator(tables, "first"), Evaluator(tables, "both")
    in_numpy, genes_by_state = NumpyEvaluator(tables), np.ascontiguousarray(genes.T)
    np.testing.assert_allclose(in_numpy(genes_by_state), first(genes).fitness, rtol=1e-6)
    few = genes[:TWINS].tolist()
    assert [oracles.fitness(genome, "first") for genome in few] == first(genes[:TWINS]).fitness.tolist()

    compiled, vectorised = seconds(lambda: first(genes), lambda: in_numpy(genes_by_state), rounds=rounds)
    with forgetful_twin():
        _, plain = seconds(
            lambda: first(genes), lambda: [oracles.fitness(g, "first") for g in few], rounds=max(rounds // 10, 3)
        )
    _, remembering = seconds(
        lambda: first(genes), lambda: [oracles.fitness(g, "first") for g in few], rounds=max(rounds // 10, 3)
    )
    one_seat, two_seats = seconds(lambda: first(genes), lambda: both(genes), rounds=rounds)
    each = compiled / POPULATION
    return {
        "evaluation of one genome, first seat, ns": each * 1e9,
        "evaluation: numpy / compiled": vectorised / compiled,
        "evaluation: plain Python / compiled": plain / TWINS / each,
        "evaluation: plain Python with remembered boards / compiled": remembering / TWINS / each,
        "evaluation: both seats / first seat": two_seats / one_seat,
    }
