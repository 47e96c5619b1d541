"""Exact evaluation of genomes: count wins, losses and draws over every reply of the opponent.

The evaluator walks the tree of the opponent's replies up to symmetry: a first player decides at plies
0, 2, 4 and 6 (its mark at ply 8 is forced), a second player at plies 1, 3, 5 and 7. Either seat thus has
three decisions that lead to further ones and a fourth that is a look-up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Cells, Coding, Genes
from tttcore.engines.genetic_algorithm.players.replies import (
    DRAW,
    LANES,
    LOSS,
    WIN,
    lane,
    losses_and_games,
    reply_tables,
)
from tttcore.games.classic import StateTables
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.jit import kernel


@dataclass(frozen=True)
class Evaluation:
    """Results of organisms over every game that an opponent can play."""

    tallies: NDArray[np.int64]  # (P, 2) int64 packed counts as first and as second player; 0 for an unplayed seat
    fitness: NDArray[np.float64]  # (P,) games lost / games played over the seats played; lower is better

    def counts(self) -> dict[str, NDArray[np.int64]]:
        """(P,) wins, losses and draws over the seats played."""
        lanes = [lane(self.tallies, index).sum(axis=1) for index in range(LANES)]
        return {"wins": lanes[WIN], "losses": sum(lanes[LOSS:]), "draws": lanes[DRAW]}


class Evaluator:
    """Exact evaluator of genomes in one seat or both.

    Parameters
    ----------
    tables : the game's states.
    seat : ``first`` (X), ``second`` (O) or ``both``; fitness adds the games of both.
    coding : meaning of the genes; by default a free cell for every state, see `coding.Cells`.
    """

    def __init__(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> None:
        if seat not in SEAT_INDICES:
            raise ValueError(f"unknown seat {seat!r}; known: {', '.join(SEAT_INDICES)}")
        self.seat = seat
        coding = coding or Cells().apply(tables)
        self._steps = []
        if seat != "second":
            self._steps.append((_tally_first, reply_tables(tables, "first", coding)))
        if seat != "first":
            self._steps.append((_tally_second, reply_tables(tables, "second", coding)))

    def __call__(self, genes: Genes) -> Evaluation:
        """Evaluate (P, W) genes. Alleles of open loci must be among the coding's."""
        evaluation = Evaluation(np.zeros((len(genes), 2), np.int64), np.empty(len(genes)))
        self.evaluate_into(genes, evaluation.tallies, evaluation.fitness)
        return evaluation

    def evaluate_into(self, genes: Genes, tallies: NDArray[np.int64], fitness: NDArray[np.float64]) -> None:
        """Evaluate (P, W) genes into arrays of the shapes of `Evaluation`."""
        for tally, replies in self._steps:
            tally(genes, *replies, tallies, fitness)


def _tally_kernel(seat: int, fourth_replies: int):
    """Build the kernel of a seat whose last decision follows one of `fourth_replies` replies.

    The number is fixed when the kernel is compiled, so that its innermost loop is unrolled. The
    fitness counts the games of this seat and, for the second, those already tallied as first.

    A row of second decisions ends at much the same place for all organisms of a population, so its
    `break` is predicted well. Deeper rows vary, so there padding is added up like any entry: it counts
    no game.
    """

    @kernel
    def tally(
        genes, openings, multiplicity, second, second_multiplicity, third, fourth, padding, ended, tallies, fitness
    ):
        for organism in range(genes.shape[0]):
            cell = genes[organism]
            total = 0
            # s0..s3 are the loci of the four decisions, a0..a2 the alleles there. `games0` and `games1` add up packed
            # tallies of all games below a decision; a multiplication by a multiplicity counts symmetric ones.
            for o in range(openings.size):
                s0 = openings[o]
                a0 = cell[s0]
                games0 = ended[s0, a0]
                for i in range(second.shape[2]):
                    s1 = second[s0, a0, i]
                    if s1 == padding:  # the row ends here
                        break
                    a1 = cell[s1]
                    games1 = ended[s1, a1]
                    for j in range(third.shape[2]):
                        s2 = third[s1, a1, j]
                        a2 = cell[s2]
                        games1 += ended[s2, a2]
                        # After the fourth decision, nothing is left but how each game ends.
                        for k in range(fourth_replies):
                            s3 = fourth[s2, a2, k]
                            games1 += ended[s3, cell[s3]]
                    # All lanes are multiplied and added at once; none overflows: no count exceeds a seat's games.
                    games0 += second_multiplicity[s0, a0, i] * games1
                total += multiplicity[o] * games0
            tallies[organism, seat] = total
            losses, games = losses_and_games(total)
            if seat == 1:
                # 0 of both if the first seat isn't played.
                more_losses, more_games = losses_and_games(tallies[organism, 0])
                losses += more_losses
                games += more_games
            fitness[organism] = losses / games

    return tally


_tally_first = _tally_kernel(0, 4)
_tally_second = _tally_kernel(1, 3)
