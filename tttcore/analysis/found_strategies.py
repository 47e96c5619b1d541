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

from tttcore.analysis.strategies import ONE_SEAT
from tttcore.base.jit import kernel
from tttcore.games.classic import CENTRE, CORNERS, SIDES, StateTables
from tttcore.games.tables import boards
from tttcore.players.coding import Genes
from tttcore.players.seats import Seat

Marks = NDArray[np.int16]
"""(n, 765) the state that each of n champions moves to from each state, -1 where it doesn't come to decide."""

OPENINGS = {"corner": CORNERS, "side": SIDES, "centre": (CENTRE,)}


def never_losing(facts: Mapping[str, int | float]) -> dict[Seat, int]:
    """Number of strategies of each seat that never lose, from the game's facts; no mark serves both seats."""
    first = sum(int(facts[f"no_loss_strategies_first_{opening}"]) for opening in OPENINGS)
    second = int(facts["no_loss_strategies_second"])
    return {"first": first, "second": second, "both": first * second}


def found_strategies(
    runs: Mapping[str, pd.DataFrame],
    seats: Mapping[tuple[str, str], Seat],
    tables: StateTables,
    never_lose: Mapping[Seat, int],
) -> pd.DataFrame:
    """A row for each treatment of a genetic algorithm and seat that it is judged in, and for both where these are two.

    Parameters
    ----------
    runs : tables of ``runs`` by study.
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
    rows = []
    for (study, treatment), judged in seats.items():
        own = runs[study]
        solved = own.loc[(own["treatment"] == treatment) & ~own["censored"], "champion"]
        genes = boards(solved) if len(solved) else np.empty((0, len(tables.states)), np.uint8)
        parts: tuple[Seat, ...] = (*ONE_SEAT, "both") if judged == "both" else (judged,)
        for seat in parts:
            found = _found(decided(genes, tables, seat), tables)
            share = found["strategies"] / never_lose[seat]
            rows.append({"study": study, "treatment": treatment, "seat": seat, **found, "share": share})
    return pd.DataFrame(rows, columns=COLUMNS)


COLUMNS = ["study", "treatment", "seat", "solved", "strategies", "once", "twice", "share", "coverage", "reachable",
           "decisions", "common", *OPENINGS]  # fmt: skip


def decided(genes: Genes, tables: StateTables, seat: Seat) -> Marks:
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


def _found(marks: Marks, tables: StateTables) -> dict[str, float]:
    """How many strategies there are, how much alike, and how they open."""
    solved = len(marks)
    _, found_by = np.unique(marks, axis=0, return_counts=True)
    once, twice = (int(np.count_nonzero(found_by == times)) for times in (1, 2))
    choices = marks[:, [len(set(after[after >= 0])) > 1 for after in tables.next_state]]
    own = np.count_nonzero(choices >= 0, axis=1)
    openings = {name: tables.next_state[0, cells[0]] for name, cells in OPENINGS.items()}
    return {
        "solved": solved,
        "strategies": len(found_by),
        "once": once,
        "twice": twice,
        "coverage": 1 - once / solved if solved else nan,
        "reachable": len(found_by) + (solved - 1) / solved * once * (once - 1) / (2 * (twice + 1)) if solved else nan,
        "decisions": float(own.mean()) if solved else nan,
        "common": float((_others_alike(choices) / own).mean()) / (solved - 1) if solved > 1 else nan,
        **{
            name: float((marks[:, 0] == after).mean()) if solved and (marks[:, 0] >= 0).all() else nan
            for name, after in openings.items()
        },
    }


def _others_alike(choices: Marks) -> NDArray[np.int64]:
    """(n,) over a champion's decisions, how many others make each alike, added up."""
    alike = np.zeros(len(choices), np.int64)
    for column in choices.T:
        _, group, sizes = np.unique(column, return_inverse=True, return_counts=True)
        alike += np.where(column >= 0, sizes[group] - 1, 0)
    return alike
