"""Exact evaluation of genomes: count wins, losses and draws over every reply of the opponent.

The evaluator walks the tree of the opponent's replies up to symmetry: a first player decides at plies
0, 2, 4 and 6 (its mark at ply 8 is forced), a second player at plies 1, 3, 5 and 7. Either seat thus has
three decisions that lead to further ones and a fourth that is a look-up.

A tally is one 64-bit integer that holds five counts in lanes of 12 bits, so that adding up games is one
addition whatever they end in:

    bits   48..59         36..47         24..35        12..23  0..11
    count  lost at 5th    lost at 4th    lost at 3rd   draws   wins      (mark of the opponent)
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Cells, Coding, Genes
from tttcore.games.classic import CELLS, CROSS, CROSS_WON, DRAWN, NOUGHT, NOUGHT_WON, OPEN, StateTables
from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.pipeline.jit import inlined, kernel

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


@kernel
def lines_of_play(tallies):
    """(2,) lines of play as first and as second player that (P, 2) packed tallies count."""
    found = np.zeros(2, np.int64)
    for organism in range(tallies.shape[0]):
        for seat in range(2):
            found[seat] += losses_and_games(tallies[organism, seat])[1]
    return found


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

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.games import enumerate_states
    >>> from tttcore.genetic import Alleles, Evaluator, fill_randomly
    >>> tables = enumerate_states()
    >>> genes = np.empty((100, 765), np.uint8)
    >>> fill_randomly(genes, Alleles.of(tables), np.random.default_rng(1))
    >>> evaluation = Evaluator(tables, "first")(genes)
    >>> evaluation.counts()["losses"][:5].tolist(), evaluation.fitness.min().round(3).item()
    ([56, 82, 116, 69, 58], 0.082)
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
    """Build the kernel of a seat, the fast form of `reference.play_out`.

    Its last decision follows one of `fourth_replies` replies. The number is fixed when the kernel is compiled, so that
    its innermost loop is unrolled. The fitness counts the games of this seat and, for the second, those already tallied
    as first.

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
