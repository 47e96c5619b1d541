"""Tables of the opponent's replies to each mark of a player in one seat, and packed tallies of results.

A tally is one 64-bit integer that holds five counts in lanes of 12 bits, so that adding up games is one
addition whatever they end in:

    bits   48..59         36..47         24..35        12..23  0..11
    count  lost at 5th    lost at 4th    lost at 3rd   draws   wins      (mark of the opponent)
"""

from collections import Counter
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Coding
from tttcore.games.classic import CELLS, CROSS, CROSS_WON, DRAWN, NOUGHT, NOUGHT_WON, OPEN, StateTables
from tttcore.pipeline.jit import inlined

WIN, DRAW, LOSS = 0, 1, 2
"""Lanes of a tally: wins, draws, then losses by the opponent's third, fourth and fifth mark."""
LANES = 5
LANE_BITS = 12
"""Wide enough for the 945 games that a second player can play."""


@inlined
def lane(tally, index):
    """Count in one lane of a packed tally."""
    return (tally >> (LANE_BITS * index)) & ((1 << LANE_BITS) - 1)


@inlined
def losses_and_games(tally):
    """Games lost and games played in a packed tally."""
    losses = lane(tally, LOSS) + lane(tally, LOSS + 1) + lane(tally, LOSS + 2)
    return losses, losses + lane(tally, WIN) + lane(tally, DRAW)


class ReplyTables(NamedTuple):
    """Tree of the opponent's replies, in the order of the evaluation kernel's arguments.

    Arrays are indexed by locus and allele. Replies are loci of our next decision; rows that are shorter
    than the array are padded with a locus where nothing is decided and no game is counted.
    """

    openings: NDArray[np.uint16]  # (k,) loci of the first decision
    multiplicity: NDArray[np.int64]  # (k,) how many games each of these stands for by symmetry
    second: NDArray[np.uint16]  # (W, 10, w) loci of the second decision
    second_multiplicity: NDArray[np.int64]  # (W, 10, w) how many games each of these stands for
    third: NDArray[np.uint16]  # (W, 10, w) loci of the third decision, symmetric ones repeated
    fourth: NDArray[np.uint16]  # (W, 10, w) loci of the fourth, likewise
    padding: np.uint16  # locus that fills rows up, at their end
    ended: NDArray[np.int64]  # (W, 10) tally of the games that end before our next decision


def reply_tables(tables: StateTables, seat: Literal["first", "second"], coding: Coding) -> ReplyTables:
    """Reply tables of one seat for genomes of a coding, derived from the state tables."""
    return _Builder(tables, CROSS if seat == "first" else NOUGHT, coding).build()


class _Builder:
    def __init__(self, tables: StateTables, mark: int, coding: Coding) -> None:
        self.mark = mark
        self.lost = NOUGHT_WON if mark == CROSS else CROSS_WON
        self.next_state = tables.next_state.tolist()
        self.outcomes = tables.outcomes.tolist()
        self.plies = tables.plies.tolist()
        self.coding = coding
        self.locus_of = coding.locus_of(tables)
        self.padding = int(np.flatnonzero(coding.alleles.closed)[0])

    def build(self) -> ReplyTables:
        first_ply = 0 if self.mark == CROSS else 1
        ended = np.zeros((self.coding.alleles.width, CELLS + 1), np.int64)
        replies: dict[int, dict[tuple[int, int], Counter[int]]] = {ply: {} for ply in range(first_ply, CELLS, 2)}
        for locus, state in enumerate(self.coding.states.tolist()):
            if self.outcomes[state] == OPEN and self.plies[state] in replies:
                for allele, cell in enumerate(self.coding.marks[locus, :CELLS].tolist()):
                    after = self.next_state[state][cell] if cell != FINISHED_ALLELE else -1
                    if after >= 0:
                        pending, ended[locus, allele] = self._pending(after)
                        replies[self.plies[state]][locus, allele] = pending
        openings = Counter({0: 1}) if self.mark == CROSS else self._successors(0)
        second = {key: Counter(dict.fromkeys(counts, 1)) for key, counts in replies[first_ply].items()}
        table = self._table(second)
        multiplicity = np.zeros(table.shape, np.int64)
        for (locus, allele), counts in replies[first_ply].items():
            multiplicity[locus, allele, : len(counts)] = list(counts.values())
        return ReplyTables(
            openings=self.locus_of[list(openings)].astype(np.uint16),
            multiplicity=np.array(list(openings.values()), np.int64),
            second=table,
            second_multiplicity=multiplicity,
            third=self._table(replies[first_ply + 2]),
            fourth=self._table(replies[first_ply + 4]),
            padding=np.uint16(self.padding),
            ended=ended,
        )

    def _successors(self, state: int) -> Counter[int]:
        """Number of moves from a state to each next one."""
        return Counter(child for child in self.next_state[state] if child >= 0)

    def _pending(self, state: int) -> tuple[Counter[int], int]:
        """States of our next decision after our mark led to `state`, and the tally of games that end before it."""
        if self.outcomes[state] != OPEN:
            return Counter(), self._result(state)
        pending: Counter[int] = Counter()
        ended = 0
        for reply, count in self._successors(state).items():
            if self.outcomes[reply] != OPEN:
                ended += count * self._result(reply)
            elif self.plies[reply] == CELLS - 1:
                (forced,) = self._successors(reply)
                ended += count * self._result(forced)
            else:
                pending[reply] = count
        return pending, ended

    def _result(self, state: int) -> int:
        """Tally of one game that ends in `state`."""
        if self.outcomes[state] == DRAWN:
            index = DRAW
        elif self.outcomes[state] == self.lost:
            crosses, noughts = (self.plies[state] + 1) // 2, self.plies[state] // 2
            index = LOSS + (noughts if self.mark == CROSS else crosses) - 3
        else:
            index = WIN
        return 1 << (LANE_BITS * index)

    def _table(self, replies: dict[tuple[int, int], Counter[int]]) -> NDArray[np.uint16]:
        """(W, 10, w) loci of the replies to each locus and allele, padded."""
        width = max(counts.total() for counts in replies.values())
        table = np.full((self.coding.alleles.width, CELLS + 1, width), self.padding, np.uint16)
        for (locus, allele), counts in replies.items():
            table[locus, allele, : counts.total()] = self.locus_of[list(counts.elements())]
        return table


def random_loss_chances(seat: Literal["first", "second"]) -> NDArray[np.float64]:
    """(3,) probability that uniformly random moves lead into one given game, by loss lane.

    That is the probability of one line of play up to the opponent's third, fourth and fifth mark.
    """
    first_reply = CELLS - 1 if seat == "first" else CELLS
    free_at_turn = range(first_reply, 0, -2)
    return 1.0 / np.cumprod(np.array([*free_at_turn, 1]))[2:5]
