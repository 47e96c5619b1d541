"""Opponents that operators name, with the exact probability of losing to each.

A rule that draws its moves from certain cells need not treat symmetric boards alike, so the tree of games against it
has real boards; the organism's marks are carried over from its representatives by the first symmetry that fits.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Cells, Coding, Genes, RowNumbers
from tttcore.engines.genetic_algorithm.players.evaluation import LOSS, lane, random_loss_chances
from tttcore.games.classic import CELLS, INVERSES, NOUGHT_WON, OPEN, Board, StateTables
from tttcore.games.position import Seat
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.registry import Registry
from tttcore.players.umg_rules import LATE_TURN, CentreRule, barrat_choices, turn_of

Chances = NDArray[np.float64]
"""Probabilities."""
Rule = Callable[[Board], Sequence[int]]
"""Rule for O: the cells of a board that it draws from, all equally likely."""


class GameTree(NamedTuple):
    """Boards that first players can reach against one rule, and the rule's replies."""

    locus: NDArray[np.int64]  # (B,) gene that decides on each board
    replies: NDArray[np.int64]
    """(B, 9, 9) boards after each allele and each reply on which the game goes on, padded with -1."""
    reply_counts: NDArray[np.int64]  # (B, 9) number of those replies
    chance: NDArray[np.float64]  # (B, 9) probability of each single reply
    lost: NDArray[np.float64]  # (B, 9) probability that the reply wins at once


class _Replies(NamedTuple):
    """Positions in which the game goes on after a mark, the probability of each, and that of having lost."""

    onward: list[int]
    chance: float
    lost: float


def game_tree(tables: StateTables, rule: Rule, coding: Coding | None = None) -> GameTree:
    """Tree of all games of first players against `rule`, breadth first; genes are `coding.Cells` by default."""
    coding = coding or Cells().apply(tables)
    locus_of = coding.locus_of(tables)
    positions = [tuple(board) for board in tables.positions.tolist()]
    number = {0: 0}
    todo = [0]
    rows = []
    for position in todo:
        row: list[_Replies] = []
        carried = INVERSES[tables.symmetry_of[position]]
        for cell in coding.marks[locus_of[tables.state_of[position]], :CELLS]:
            after = int(tables.next_position[position, carried[cell]])
            if after < 0 or tables.outcomes[tables.state_of[after]] != OPEN:
                row.append(_Replies([], 0.0, 0.0))
                continue
            replies = [int(tables.next_position[after, reply]) for reply in rule(positions[after])]
            endings = [tables.outcomes[tables.state_of[reply]] for reply in replies]
            onward = [reply for reply, ending in zip(replies, endings, strict=True) if ending == OPEN]
            for reply in onward:
                if reply not in number:
                    number[reply] = len(number)
                    todo.append(reply)
            row.append(_Replies(onward, 1 / len(replies), endings.count(NOUGHT_WON) / len(replies)))
        rows.append(row)
    shape = (len(todo), CELLS)
    replies_table = np.full((*shape, CELLS), -1, np.int64)
    for board, row in enumerate(rows):
        for allele, met in enumerate(row):
            replies_table[board, allele, : len(met.onward)] = [number[reply] for reply in met.onward]
    return GameTree(
        locus=locus_of[tables.state_of[todo]],
        replies=replies_table,
        reply_counts=np.array([[len(after.onward) for after in row] for row in rows]),
        chance=np.array([[after.chance for after in row] for row in rows]),
        lost=np.array([[after.lost for after in row] for row in rows]),
    )


def loss_chances(genes: Genes, rows: RowNumbers, tree: GameTree) -> NDArray[np.float64]:
    """(P,) exact probability that genomes in (P,) `rows` of (R, W) genes lose a game as first player."""
    chances = np.empty(rows.size)
    _loss_chances(genes, rows, *tree, chances)
    return np.minimum(chances, 1.0)


@kernel
def _loss_chances(genes, rows, locus, replies, reply_counts, chance, lost, out):
    """Sum the probabilities of losing after each of the four decisions, from the last to the first."""
    # b1..b3 are the boards of the second to fourth decision, a0..a2 the alleles of the first three. The probability of
    # losing after a mark is that of losing by the very next reply, plus that of each other reply times what follows it.
    for organism in range(rows.size):
        cell = genes[rows[organism]]
        a0 = cell[locus[0]]
        total = 0.0
        for i in range(reply_counts[0, a0]):
            b1 = replies[0, a0, i]
            a1 = cell[locus[b1]]
            total1 = 0.0
            for j in range(reply_counts[b1, a1]):
                b2 = replies[b1, a1, j]
                a2 = cell[locus[b2]]
                total2 = 0.0
                for k in range(reply_counts[b2, a2]):
                    b3 = replies[b2, a2, k]  # its mark is followed by one reply; the mark after that is forced
                    total2 += lost[b3, cell[locus[b3]]]
                # All replies are equally likely, so that their common probability is multiplied once, after the sum.
                total1 += lost[b2, a2] + chance[b2, a2] * total2
            total += lost[b1, a1] + chance[b1, a1] * total1
        out[organism] = lost[0, a0] + chance[0, a0] * total


class LossChances(ABC):
    """Exact probability of losing one game to a prepared opponent."""

    @abstractmethod
    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        """(P,) probability that organisms in (P,) `rows` of (R, W) genes and (R, 2) tallies lose a game."""

    def first_game(self, genes: Genes, rows: RowNumbers) -> Chances | None:
        """(P,) the same for the first game of a generation; None if it is like any other."""
        return None


class Opponent(ABC):
    """Strategy against organisms, to be prepared for their seat."""

    seats: ClassVar[tuple[Seat, ...]]

    @abstractmethod
    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """Loss probabilities of organisms that play `seat`; by default they are coded as `coding.Cells`."""


opponents: Registry[Opponent] = Registry("opponent", own=Opponent)


@opponents.register("rmg")
@dataclass(frozen=True)
class RandomMoveGenerator(Opponent):
    """Uniformly random free cell. Source: ancheta2020, Procedures."""

    seats: ClassVar[tuple[Seat, ...]] = ("first", "second")

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """See `Opponent.prepare`."""
        column = 0 if seat == "first" else 1
        return _AgainstRandom(column, random_loss_chances("first" if seat == "first" else "second"))


@dataclass(frozen=True)
class _AgainstRandom(LossChances):
    """Loss probability as the sum, over lost games in the tally, of the probability of each under random moves."""

    column: int
    chance_of_game: Chances

    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        chances = np.empty(rows.size)
        _weighted_losses(tallies[:, self.column], rows, self.chance_of_game, chances)
        return chances


@kernel
def _weighted_losses(tallies, rows, chance_of_game, chances):
    for i in range(rows.size):
        chance = 0.0
        for mark in range(chance_of_game.size):
            chance += lane(tallies[rows[i]], LOSS + mark) * chance_of_game[mark]
        # Rounding may carry the sum of a player who nearly always loses beyond 1.
        chances[i] = min(chance, 1.0)


class RuleOpponent(Opponent):
    """Second player by a rule, which draws from certain cells of each board."""

    seats: ClassVar[tuple[Seat, ...]] = ("first",)

    @abstractmethod
    def cells(self, board: Board) -> Sequence[int]:
        """Cells of a board, on which O is to move, that it draws from, all equally likely."""

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """See `Opponent.prepare`."""
        return _AgainstRule(game_tree(tables, self.cells, coding))


@opponents.register("umg")
@dataclass(frozen=True)
class UnbeatableMoveGenerator(RuleOpponent):
    """Barrat's rules as second player.

    Attributes
    ----------
    centre : holder of the centre that the second-turn rule asks for, see `barrat_choices`.
    counter : ``per_game`` starts counting turns with each game; ``running`` counts on through all games of a
        generation, so that the rules for the first and second turn apply in the first game of the pool's first
        organism alone (the listed program's behaviour).
    """

    centre: CentreRule = "opponent"
    counter: Literal["per_game", "running"] = "per_game"

    def cells(self, board: Board) -> Sequence[int]:
        """See `RuleOpponent.cells`: on the turn that the board shows."""
        return barrat_choices(board, turn=turn_of(board), centre=self.centre)

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """See `Opponent.prepare`."""
        if self.counter == "per_game":
            return super().prepare(tables, seat, coding)
        late = partial(barrat_choices, turn=LATE_TURN, centre=self.centre)
        return _AgainstRule(*(game_tree(tables, rule, coding) for rule in (late, self.cells)))


@dataclass(frozen=True)
class _AgainstRule(LossChances):
    """Loss probability by the tree of games, with a tree of its own for the very first game of a series."""

    usual: GameTree
    first: GameTree | None = None

    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        return loss_chances(genes, rows, self.usual)

    def first_game(self, genes: Genes, rows: RowNumbers) -> Chances | None:
        return None if self.first is None else loss_chances(genes, rows, self.first)
