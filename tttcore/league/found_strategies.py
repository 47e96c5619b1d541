"""Which of the ways to play that never lose genetic algorithms find, and how different their champions are.

A *strategy* is what a champion marks in every state that its seat can come to, given its own earlier marks and any
replies, as `strategies` counts them: what it would do elsewhere doesn't count, and two cells that lead to the same
state are the same mark.
"""

from collections.abc import Mapping
from math import nan

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.exact.strategy_counts import ONE_SEAT
from tttcore.games.classic import CENTRE, CORNERS, SIDES, StateTables
from tttcore.games.seats import Seat
from tttcore.games.tables import from_digits
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rows import Rows
from tttcore.stats.distinct import Distinct

Genes = NDArray[np.uint8]
"""(n, 765) the cell that each of n champions marks in each state."""
Marks = NDArray[np.int16]
"""(n, 765) the state that each of n champions moves to from each state, -1 where it doesn't come to decide."""

_SEATS: tuple[Seat, ...] = (*ONE_SEAT, "both")
OPENINGS = {"corner": CORNERS, "side": SIDES, "centre": (CENTRE,)}


def count_never_losing(facts: Mapping[str, int | float]) -> dict[Seat, int]:
    """Number of strategies of each seat that never lose, from the game's facts; no mark serves both seats."""
    first = sum(int(facts[f"no_loss_strategies_first_{opening}"]) for opening in OPENINGS)
    second = int(facts["no_loss_strategies_second"])
    return {"first": first, "second": second, "both": first * second}


def found_strategies(
    runs: Mapping[str, Rows],
    seats: Mapping[tuple[str, str], Seat],
    tables: StateTables,
    never_lose: Mapping[Seat, int],
) -> pd.DataFrame:
    """A row for each treatment of a genetic algorithm and seat that it is judged in, and for both where these are two.

    Parameters
    ----------
    runs : tables of ``runs`` by study, gone through twice.
    seats : what each study's treatments are judged in.
    never_lose : number of strategies that never lose.

    Returns
    -------
    study, treatment, seat : of the champions.
    solved, strategies, once, twice : runs that found a player that never loses; different strategies among these, and
        how many of them one run and how many two runs found.
    share : of all strategies that never lose.
    coverage : estimated chance that another run finds one that was found already, ``1 - once / solved`` (Good 1953).
    reachable : how many strategies runs can find, at least: Chao's lower bound (1984), ``strategies + (solved - 1) /
        solved once (once - 1) / (2 (twice + 1))``.
    decisions : mean number of states that a champion can come to where there is more than one mark.
    common : share of a champion's decisions that another run's comes to and makes alike, in the mean over all pairs.
    corner, side, centre : shares of champions that open there.

    NaN where it is undefined. Estimates assume independent runs.
    """
    gathered = {
        (study, treatment, seat): _Strategies(tables)
        for (study, treatment), judged in seats.items()
        for seat in (_SEATS if judged == "both" else (judged,))
    }
    for look in (_Strategies.count, _Strategies.compare):
        for study, rows in runs.items():
            for treatment, own in rows.by_treatment("censored", "champion"):
                solved = own.loc[~own["censored"], "champion"]
                for seat in _SEATS:
                    found = gathered.get((study, treatment, seat))
                    if found and len(solved):
                        look(found, strategy_marks(from_digits(solved), tables, seat))
    return pd.DataFrame(
        [
            {"study": study, "treatment": treatment, "seat": seat, **found.row(never_lose[seat])}
            for (study, treatment, seat), found in gathered.items()
        ],
        columns=COLUMNS,
    )


COLUMNS = ["study", "treatment", "seat", "solved", "strategies", "once", "twice", "share", "coverage", "reachable",
           "decisions", "common", *OPENINGS]  # fmt: skip


def strategy_marks(genes: Genes, tables: StateTables, seat: Seat) -> Marks:
    """Strategies of (n, 765) genomes in a seat, or in both: these have no state in common."""
    marks = np.full(genes.shape, -1, np.int16)
    for each in ONE_SEAT:
        if seat in (each, "both"):
            _decide(genes, tables.next_state, tables.open, each == "first", marks)
    return marks


@kernel
def _decide(genes, next_state, is_open, moves_first, marks):
    """States are in order of plies, so that whether one is met is known when it comes."""
    for organism in range(genes.shape[0]):
        met = np.zeros(is_open.size, np.bool_)
        if moves_first:
            met[0] = True
        else:
            met[next_state[0]] = True
        for state in range(is_open.size):
            if met[state]:
                after = next_state[state, genes[organism, state]]
                marks[organism, state] = after
                if is_open[after]:
                    for reply in next_state[after]:
                        if reply >= 0 and is_open[reply]:
                            met[reply] = True


class _Strategies:
    """What is kept of a treatment's strategies in a seat while they are gone through, twice.

    Attributes
    ----------
    made : (765, 766) how many champions move from each state to each other one, those that don't come to decide last.
    """

    def __init__(self, tables: StateTables) -> None:
        self._choices = np.flatnonzero([len(set(after[after >= 0])) > 1 for after in tables.next_state])
        self._openings = {name: tables.next_state[0, cells[0]] for name, cells in OPENINGS.items()}
        self._different = Distinct()
        self._decisions: list[NDArray[np.int64]] = []
        self._alike: list[NDArray[np.int64]] = []
        self.made = np.zeros((len(tables.states), len(tables.states) + 1), np.int64)

    def count(self, marks: Marks) -> None:
        """Take some more, the first time."""
        self._different.add(row.tobytes() for row in marks)
        states, width = self.made.shape
        places = np.arange(states) * width + marks % width
        self.made += np.bincount(places.ravel(), minlength=self.made.size).reshape(states, width)
        self._decisions.append(np.count_nonzero(marks[:, self._choices] >= 0, axis=1))

    def compare(self, marks: Marks) -> None:
        """Take them again: how many others make each decision alike, added up."""
        choices = marks[:, self._choices]
        others = self.made[self._choices, choices] - 1
        self._alike.append(np.where(choices >= 0, others, 0).sum(axis=1))

    def row(self, never_lose: int) -> dict[str, float]:
        """Columns of `found_strategies`."""
        found_by = self._different.counts()
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
