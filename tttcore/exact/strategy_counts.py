"""How many ways to play never lose, and how likely a random genome is one of them.

A strategy of a seat marks a cell in every state that it can meet, given its own earlier marks and
any replies; what it would do elsewhere doesn't count. States are met up to rotation and
reflection, and two cells that lead to the same state are the same mark. It never loses if every
mark keeps the opponent from forcing a win.

States are met on many ways, so that the choices of a strategy can't be counted one by one and
multiplied: what counts is the union of the states that they lead to. `weighing` adds that up.
"""

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal, get_args

import numpy as np

from tttcore.exact.variable_elimination import Choices, weigh_union
from tttcore.games.classic import CROSS, NOUGHT, StateTables, to_move
from tttcore.players.minimax import solve

OneSeat = Literal["first", "second"]
ONE_SEAT: tuple[OneSeat, ...] = get_args(OneSeat)
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
        cases = self._cases(met)
        self._choices  # noqa: B018 - made once, before threads ask for it
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            weights = pool.map(self._weigh_case, cases)
            return share * sum(ways * weight for ways, weight in zip(cases.values(), weights, strict=True))

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


def no_loss(tables: StateTables, seat: OneSeat, *, genomes: bool = False) -> Decisions:
    """The choices of a seat that keep the opponent from forcing a win.

    Parameters
    ----------
    genomes : count genomes, which hold one of the free cells for every state, met or not; by
        default count strategies.
    """
    mark, lost = (CROSS, -1) if seat == "first" else (NOUGHT, 1)
    values, next_state = solve(tables).values, tables.next_state.tolist()
    options: dict[int, Counter[States]] = {}
    for state in np.flatnonzero(tables.open).tolist():
        if to_move(tables.states[state]) == mark:
            kept = [after for after in next_state[state] if after >= 0 and values[after] != lost]
            options[state] = Counter(met_after(tables, after) for after in (kept if genomes else set(kept)))
    idle = {state: int(np.count_nonzero(tables.next_state[state] >= 0)) if genomes else 1 for state in options}
    return Decisions(options, idle)


def met_after(tables: StateTables, state: int) -> States:
    """Open states that one mark may lead to; none if the game is over in `state`."""
    return States(after for after in set(tables.next_state[state].tolist()) if after >= 0 and tables.open[after])


def first_met(tables: StateTables, seat: OneSeat) -> dict[int, States]:
    """By opening, as the state that it leads to: the states in which the seat then decides.

    The second player decides after every opening; the one entry has them all, under the empty board.
    """
    openings = sorted(set(tables.next_state[0].tolist()))
    if seat == "second":
        return {0: States(openings)}
    return {opening: met_after(tables, opening) for opening in openings}


def strategies(tables: StateTables, seat: OneSeat) -> dict[int, int]:
    """Number of strategies of a seat that never lose, by opening, see `first_met`."""
    decisions = no_loss(tables, seat)
    return {opening: int(decisions.weigh(met)) for opening, met in first_met(tables, seat).items()}


def random_chance(tables: StateTables, seat: OneSeat) -> Fraction:
    """Exact chance that a genome of uniformly random free cells never loses in a seat."""
    decisions = no_loss(tables, seat, genomes=True)
    shares = {opening: decisions.weigh(met) for opening, met in first_met(tables, seat).items()}
    if seat == "second":
        return shares[0]
    openings = tables.next_state[0].tolist()
    return sum((shares[opening] for opening in openings), Fraction()) / len(openings)


def sampled_chance(
    tables: StateTables, seat: OneSeat, *, samples: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Estimate of `random_chance` and its standard error, by sampling strategies.

    Each state that is met is decided by one of the free cells that don't lose, all equally
    likely; a strategy counts with the product of their shares among the free cells. Its mean is
    the chance that all cells drawn at random would have been among them. Strategies of a first
    player open with every cell in turn.

    Parameters
    ----------
    samples : strategies in all.
    """
    decisions = no_loss(tables, seat, genomes=True)
    cells = {state: [after for after, ways in options.items() for _ in range(ways)]
             for state, options in decisions.options.items()}  # fmt: skip
    openings = [0] if seat == "second" else tables.next_state[0].tolist()
    met = first_met(tables, seat)
    weights = np.array([
        np.mean([_weight(met[opening], cells, decisions.idle, rng) for opening in openings])
        for _ in range(samples // len(openings))
    ])  # fmt: skip
    return float(weights.mean()), float(weights.std(ddof=1) / np.sqrt(weights.size))


def _weight(met: States, cells: dict[int, list[States]], free: dict[int, int], rng: np.random.Generator) -> float:
    """Product of the shares of safe cells over the states that one sampled strategy meets, ply by ply."""
    weight = 1.0
    while met:
        following: set[int] = set()
        for state in sorted(met):
            if not cells[state]:
                return 0.0
            weight *= len(cells[state]) / free[state]
            following |= cells[state][rng.integers(len(cells[state]))]
        met = States(following)
    return weight
