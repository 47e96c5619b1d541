"""How many ways to play never lose, and how likely a random genome is one of them.

A strategy of a seat marks a cell in every state that it can meet, given its own earlier marks and
any replies; what it would do elsewhere doesn't count. States are met up to rotation and
reflection, and two cells that lead to the same state are the same mark. It never loses if every
mark keeps the opponent from forcing a win.

States are met on many ways, so that the choices of a strategy can't be counted one by one and
multiplied: what counts is the union of the states that they lead to. `unions` adds that up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal, Self

import numpy as np

from tttcore.analysis.unions import Choices, weigh_union
from tttcore.games.classic import CROSS, NOUGHT, StateTables, to_move
from tttcore.players.minimax import solve

States = frozenset[int]


@dataclass(frozen=True)
class Decisions:
    """What a player can choose, and how choices are counted.

    Attributes
    ----------
    options : for each state where the seat decides: the sets of such states that may come next,
        one set for each choice, with the number of choices that have it.
    idle : what a state counts for that is never met.
    """

    options: dict[int, Counter[States]]
    idle: dict[int, int]

    def weigh(self, met: Iterable[int]) -> Fraction:
        """Number of ways to decide, over the product of `idle` of all states that they concern.

        Parameters
        ----------
        met : states of one ply that are all met.
        """
        met = list(met)
        share = Fraction(1, prod(self.idle[state] for state in met))
        return share * sum(ways * self._weigh_case(after) for after, ways in self._cases(met).items())

    def _cases(self, met: list[int]) -> Counter[States]:
        """Each set of states that may come next, with the number of choices in `met` that have it."""
        cases: Counter[States] = Counter()
        for choices in product(*(self.options[state].items() for state in met)):
            cases[States().union(*(after for after, _ in choices))] += prod(ways for _, ways in choices)
        return cases

    def _weigh_case(self, met: States) -> Fraction:
        rows, choices = self._choices
        start = np.zeros(len(rows), np.bool_)
        start[[rows[state] for state in met if state in rows]] = True
        ways, concerned = weigh_union(start, choices)
        return Fraction(ways, prod(choices.idle[concerned].tolist()))

    @cached_property
    def _choices(self) -> tuple[dict[int, int], Choices]:
        """Row of each state that matters, in an order in which none leads back, and their choices."""
        matters: dict[int, Counter[States]] = {}
        for state in sorted(self.options, reverse=True):
            reduced: Counter[States] = Counter()
            for after, ways in self.options[state].items():
                reduced[States(after & matters.keys())] += ways
            if reduced != {States(): self.idle[state]}:
                matters[state] = reduced
        rows = {state: row for row, state in enumerate(sorted(matters))}
        of_rows = [{States(rows[s] for s in after): n for after, n in matters[state].items()} for state in rows]
        return rows, Choices.of(of_rows, [self.idle[state] for state in rows])


def no_loss(tables: StateTables, seat: Literal["first", "second"], *, genomes: bool = False) -> Decisions:
    """The choices of a seat that keep the opponent from forcing a win.

    Parameters
    ----------
    genomes : count genomes, which hold one of the free cells for every state, met or not; by
        default count strategies.
    """
    mark, lost = (CROSS, -1) if seat == "first" else (NOUGHT, 1)
    values, is_open, next_state = solve(tables).values, tables.open, tables.next_state.tolist()
    options: dict[int, Counter[States]] = {}
    for state in np.flatnonzero(is_open).tolist():
        if to_move(tables.states[state]) == mark:
            reached = [after for after in next_state[state] if after >= 0 and values[after] != lost]
            options[state] = Counter(_open_successors(tables, after) for after in (reached if genomes else set(reached)))
    idle = {state: int(np.count_nonzero(tables.next_state[state] >= 0)) if genomes else 1 for state in options}
    return Decisions(options, idle)
