"""Number of 3x3 strategies that never lose, and probability that a random genome contains one.

A strategy of a seat marks a cell in every state that it can reach, given its own earlier marks and any replies; what it
would do elsewhere doesn't count. States are equal up to rotation and reflection, and two cells that lead to the same
state are the same mark. A strategy never loses if every mark keeps the opponent from forcing a win.

A state can be reached in many ways, so that the choices in each state can't be counted one by one and
multiplied: what counts is the union of the states that they lead to. `variable_elimination` sums over these unions.
"""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

import numba
import numpy as np

from tttcore.exact.variable_elimination import Factors, eliminate
from tttcore.games.classic import CROSS, NOUGHT, StateTables, solve, to_move
from tttcore.games.position import OneSeat

States = frozenset[int]


@dataclass(frozen=True)
class Decisions:
    """Decisions of a seat: its choices in every state.

    Attributes
    ----------
    options : for each state where the seat moves: the sets of such states that may come next,
        one set for each choice, with the number of choices that have it.
    idle : factor that a state contributes if it is never reached.
    """

    options: dict[int, Counter[States]]
    idle: dict[int, int]

    def count(self, reached: Iterable[int]) -> Fraction:
        """Number of ways to decide, divided by the product of `idle` of all states that can be reached.

        That is a number of strategies if `idle` is 1, and a probability if it is the number of free cells.

        Parameters
        ----------
        reached : states of one ply that are all reached.
        """
        reached = list(reached)
        share = Fraction(1, prod(self.idle[state] for state in reached))
        cases = self._cases(reached)
        self._factors  # noqa: B018 - computed once, before threads use it
        with ThreadPoolExecutor(numba.config.NUMBA_DEFAULT_NUM_THREADS) as pool:  # type: ignore[attr-defined]
            counts = pool.map(self._count_case, cases)
            return share * sum(ways * count for ways, count in zip(cases.values(), counts, strict=True))

    def _cases(self, reached: list[int]) -> Counter[States]:
        """Each set of states that may come next, with the number of combinations of choices that lead to it."""
        cases: Counter[States] = Counter()
        for choices in product(*(self.options[state].items() for state in reached)):
            cases[States().union(*(after for after, _ in choices))] += prod(ways for _, ways in choices)
        return cases

    def _count_case(self, reached: States) -> Fraction:
        rows, factors = self._factors
        start = np.zeros(len(rows), np.bool_)
        start[[rows[state] for state in reached if state in rows]] = True
        ways, possible = eliminate(start, factors)
        return Fraction(ways, prod(factors.idle[possible].tolist()))

    @cached_property
    def _factors(self) -> tuple[dict[int, int], Factors]:
        """Row of each state that matters, in order of plies, and the factors of these rows.

        A state doesn't matter if all its choices lead to no state that does, and count as much as if it isn't reached.
        """
        matters: dict[int, Counter[States]] = {}
        for state in sorted(self.options, reverse=True):
            reduced: Counter[States] = Counter()
            for after, ways in self.options[state].items():
                reduced[States(after & matters.keys())] += ways
            if reduced != {States(): self.idle[state]}:
                matters[state] = reduced
        rows = {state: row for row, state in enumerate(sorted(matters))}
        of_rows = [{States(rows[s] for s in after): n for after, n in matters[state].items()} for state in rows]
        return rows, Factors.of(of_rows, [self.idle[state] for state in rows])


def no_loss_decisions(tables: StateTables, seat: OneSeat, *, genomes: bool = False) -> Decisions:
    """Decisions of a seat that keep the opponent from forcing a win.

    Parameters
    ----------
    genomes : count genomes, which hold one of the free cells for every state, reached or not; by
        default count strategies.
    """
    mark, lost = (CROSS, -1) if seat == "first" else (NOUGHT, 1)
    values, next_state = solve(tables).values, tables.next_state.tolist()
    options: dict[int, Counter[States]] = {}
    for state in np.flatnonzero(tables.open).tolist():
        if to_move(tables.states[state]) == mark:
            kept = [after for after in next_state[state] if after >= 0 and values[after] != lost]
            options[state] = Counter(_replies(tables, after) for after in (kept if genomes else set(kept)))
    idle = {state: int(np.count_nonzero(tables.next_state[state] >= 0)) if genomes else 1 for state in options}
    return Decisions(options, idle)


def _replies(tables: StateTables, state: int) -> States:
    """Open states to which one mark may lead; none if the game is over in `state`."""
    return States(after for after in set(tables.next_state[state].tolist()) if after >= 0 and tables.open[after])


def _first_decisions(tables: StateTables, seat: OneSeat) -> dict[int, States]:
    """States of a seat's first decisions by opening, which is given as the state to which it leads.

    The first player's are those after the reply. The second player decides after every opening: a single entry under
    the empty board has them all.
    """
    openings = sorted(set(tables.next_state[0].tolist()))
    if seat == "second":
        return {0: States(openings)}
    return {opening: _replies(tables, opening) for opening in openings}


def count_strategies(tables: StateTables, seat: OneSeat) -> dict[int, int]:
    """Number of strategies of a seat that never lose, by opening, or under 0 for the second seat."""
    decisions = no_loss_decisions(tables, seat)
    return {opening: int(decisions.count(reached)) for opening, reached in _first_decisions(tables, seat).items()}


def no_loss_chance(tables: StateTables, seat: OneSeat) -> Fraction:
    """Exact probability that a genome of uniformly random free cells never loses in a seat."""
    decisions = no_loss_decisions(tables, seat, genomes=True)
    shares = {opening: decisions.count(reached) for opening, reached in _first_decisions(tables, seat).items()}
    if seat == "second":
        return shares[0]
    openings = tables.next_state[0].tolist()
    return sum((shares[opening] for opening in openings), Fraction()) / len(openings)


def sampled_no_loss_chance(
    tables: StateTables, seat: OneSeat, *, samples: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Estimate `no_loss_chance` and its standard error by importance sampling of strategies.

    In each state that is reached, one of the free cells that don't lose is drawn uniformly. The weight of a
    strategy is the product of the proportions of such cells among the free cells, and its mean the probability
    that cells drawn from all free ones never lose. Strategies of a first player open with every cell in turn.

    Parameters
    ----------
    samples : number of strategies in all.
    """
    decisions = no_loss_decisions(tables, seat, genomes=True)
    cells = {state: list(options.elements()) for state, options in decisions.options.items()}
    openings = [0] if seat == "second" else tables.next_state[0].tolist()
    first = _first_decisions(tables, seat)
    weights = np.array([
        np.mean([_weight(first[opening], cells, decisions.idle, rng) for opening in openings])
        for _ in range(samples // len(openings))
    ])  # fmt: skip
    return float(weights.mean()), float(weights.std(ddof=1) / np.sqrt(weights.size))


def _weight(reached: States, cells: dict[int, list[States]], free: dict[int, int], rng: np.random.Generator) -> float:
    """Product of the proportions of safe cells over the states that one sampled strategy reaches, ply by ply."""
    weight = 1.0
    while reached:
        following: set[int] = set()
        for state in sorted(reached):
            if not cells[state]:
                return 0.0
            weight *= len(cells[state]) / free[state]
            following |= cells[state][rng.integers(len(cells[state]))]
        reached = States(following)
    return weight
