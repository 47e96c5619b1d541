"""Number of distinct never-losing strategies that genetic algorithms find, and diversity of champions.

A *strategy* is a champion's mark in every state that its seat can reach, given its own earlier marks and any replies.
As in `exact.strategy_counts`, marks in other states don't count, and two cells that lead to the same state are the same
mark.
"""

from collections.abc import Mapping
from math import nan

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.classic import CENTRE, CORNERS, SIDES, StateTables
from tttcore.games.position import SEAT_INDICES, SEATS, Seat
from tttcore.games.tables import from_digits
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.store import Rows
from tttcore.stats.distinct import DistinctCounter

Genes = NDArray[np.uint8]
"""(n, 765) cell that each of n champions marks in each state."""
Marks = NDArray[np.int16]
"""(n, 765) state to which each of n champions moves from each state, -1 if it never decides there."""

OPENINGS = {"corner": CORNERS, "side": SIDES, "centre": (CENTRE,)}


def count_never_losing(facts: Mapping[str, int | float]) -> dict[Seat, int | float]:
    """Number of strategies of each seat that never lose, from the game's facts; ``both`` has one for each seat.

    NaN where the facts don't count them.
    """
    first = sum(facts.get(f"no_loss_strategies_first_{opening}", nan) for opening in OPENINGS)
    second = facts.get("no_loss_strategies_second", nan)
    return {"first": first, "second": second, "both": first * second}


def found_strategies(
    runs: Mapping[str, Rows],
    seats: Mapping[tuple[str, str], Seat],
    tables: StateTables,
    never_lose: Mapping[Seat, int | float],
) -> pd.DataFrame:
    """Summarise found strategies: a row for each treatment and seat in which it is judged, and a third one for both.

    Parameters
    ----------
    runs : tables of ``runs`` by study, read twice.
    seats : seat in which each treatment of each study is judged.
    never_lose : number of strategies that never lose, NaN if it isn't known.

    Returns
    -------
    study, treatment, seat : origin of the champions.
    solved, strategies, once, twice : numbers of runs that found a player that never loses, of distinct strategies among
        these, and of strategies that exactly one and exactly two runs found.
    share : proportion of all strategies that never lose.
    coverage : estimated probability that another run finds a known strategy, ``1 - once / solved`` (Good 1953).
    reachable : lower bound on the number of strategies that runs can find (Chao 1984), ``strategies + (solved - 1) /
        solved once (once - 1) / (2 (twice + 1))``.
    decisions : mean number of states with more than one mark that a champion can reach.
    common : proportion of a champion's decisions that another run's champion reaches and decides alike, averaged over
        all pairs.
    corner, side, centre : proportions of champions that open there.

    Undefined values are NaN. Estimates assume independent runs.
    """
    collected = {
        (study, treatment, seat): _Strategies(tables)
        for (study, treatment), judged in seats.items()
        for seat in (SEAT_INDICES if judged == "both" else (judged,))
    }
    for update in (_Strategies.count, _Strategies.compare):
        for study, rows in runs.items():
            for treatment, own in rows.by_treatment("censored", "champion"):
                solved = own.loc[~own["censored"], "champion"]
                for seat in SEAT_INDICES:
                    found = collected.get((study, treatment, seat))
                    if found and len(solved):
                        update(found, strategy_marks(from_digits(solved), tables, seat))
    return pd.DataFrame(
        [
            {"study": study, "treatment": treatment, "seat": seat, **found.row(never_lose[seat])}
            for (study, treatment, seat), found in collected.items()
        ],
        columns=COLUMNS,
    )


COLUMNS = ["study", "treatment", "seat", "solved", "strategies", "once", "twice", "share", "coverage", "reachable",
           "decisions", "common", *OPENINGS]  # fmt: skip


def strategy_marks(genes: Genes, tables: StateTables, seat: Seat) -> Marks:
    """Strategies of (n, 765) genomes in a seat, or in both, which have no state in common."""
    marks = np.full(genes.shape, -1, np.int16)
    for each in SEATS:
        if seat in (each, "both"):
            _follow_games(genes, tables.next_state, tables.open, each == "first", marks)
    return marks


@kernel
def _follow_games(genes, next_state, is_open, moves_first, marks):
    """Fill `marks` for every state that a genome can reach, in one pass, since states are in order of plies."""
    for organism in range(genes.shape[0]):
        reached = np.zeros(is_open.size, np.bool_)
        if moves_first:
            reached[0] = True
        else:
            # Every first move is legal, so that no -1 among these states stands for the last one.
            reached[next_state[0]] = True
        for state in range(is_open.size):
            if reached[state]:
                after = next_state[state, genes[organism, state]]
                # The state that a mark leads to, not its cell: cells that are alike by symmetry count as one decision.
                marks[organism, state] = after
                if is_open[after]:
                    for reply in next_state[after]:
                        if reply >= 0 and is_open[reply]:
                            reached[reply] = True


class _Strategies:
    """Statistics of a treatment's strategies in a seat, updated in two passes over the champions.

    Attributes
    ----------
    made : (765, 766) number of champions that move from each state to each other one; the last column counts those that
        never decide there.
    """

    def __init__(self, tables: StateTables) -> None:
        self._choices = np.flatnonzero([len(set(after[after >= 0])) > 1 for after in tables.next_state])
        self._openings = {name: tables.next_state[0, cells[0]] for name, cells in OPENINGS.items()}
        self._distinct = DistinctCounter()
        self._decisions: list[NDArray[np.int64]] = []
        self._alike: list[NDArray[np.int64]] = []
        self.made = np.zeros((len(tables.states), len(tables.states) + 1), np.int64)

    def count(self, marks: Marks) -> None:
        """First pass: count distinct strategies, moves and decisions of further champions."""
        self._distinct.add(row.tobytes() for row in marks)
        states, width = self.made.shape
        places = np.arange(states) * width + marks % width
        self.made += np.bincount(places.ravel(), minlength=self.made.size).reshape(states, width)
        self._decisions.append(np.count_nonzero(marks[:, self._choices] >= 0, axis=1))

    def compare(self, marks: Marks) -> None:
        """Second pass: sum the numbers of other champions that make each decision alike."""
        choices = marks[:, self._choices]
        others = self.made[self._choices, choices] - 1
        self._alike.append(np.where(choices >= 0, others, 0).sum(axis=1))

    def row(self, never_lose: int | float) -> dict[str, float]:
        """Columns of `found_strategies` from both passes."""
        found_by = self._distinct.counts()
        once, twice = (int(np.count_nonzero(found_by == times)) for times in (1, 2))
        solved = int(found_by.sum())
        own, alike = (np.concatenate([np.empty(0), *parts]) for parts in (self._decisions, self._alike))
        first = self.made[0]
        more = once * (once - 1) / (2 * (twice + 1))
        return {
            "solved": solved,
            "strategies": found_by.size,
            "once": once,
            "twice": twice,
            "share": found_by.size / never_lose,
            "coverage": 1 - once / solved if solved else nan,
            "reachable": found_by.size + (solved - 1) / solved * more if solved else nan,
            "decisions": float(own.mean()) if solved else nan,
            "common": float((alike / own).mean()) / (solved - 1) if solved > 1 else nan,
            **{
                name: float(first[after] / solved) if solved and not first[-1] else nan
                for name, after in self._openings.items()
            },
        }
