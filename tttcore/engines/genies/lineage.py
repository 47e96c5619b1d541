"""Family tree of a run in which, in each generation, one Genie dies and a child takes its place."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike


def lineage(died: ArrayLike, parent: ArrayLike, *, population: int) -> pd.DataFrame:
    """Family tree of a run, a row per Genie in the order of their numbers.

    The proposal keeps a family tree (Post 1999, Appendix B); each Genie gets a number when it is created (Appendix C).

    Parameters
    ----------
    died, parent : (G,) slot of the Genie that dies after the games of each generation from 1 to G, and slot of the one
        whose child takes its place.
    population : number of slots.

    Returns
    -------
    number, slot : the founder of a slot has its number, the child of generation g is ``population - 1 + g``.
    parent : number of the parent, missing for founders. It may be the Genie that dies.
    born, died : generations after whose games it is born and dies; 0 for founders, missing for those that live to the
        end. So a Genie plays from generation ``born + 1`` to ``died``.
    """
    slots, parent_slots = np.asarray(died).tolist(), np.asarray(parent).tolist()
    living = list(range(population))  # number of the Genie in each slot
    ends: list[int | None] = [None] * (population + len(slots))
    parents: list[int | None] = [None] * population
    for generation, (slot, parent_slot) in enumerate(zip(slots, parent_slots, strict=True), start=1):
        parents.append(living[parent_slot])
        ends[living[slot]] = generation
        living[slot] = population - 1 + generation
    return pd.DataFrame(
        {
            "number": range(len(ends)),
            "slot": [*range(population), *slots],
            "parent": pd.array(parents, "Int64"),
            "born": [*[0] * population, *range(1, len(slots) + 1)],
            "died": pd.array(ends, "Int64"),
        }
    )


def ancestors(family: pd.DataFrame, number: int) -> list[int]:
    """Numbers of the line of descent from a founder to the Genie `number`, both included, in a table of `lineage`."""
    parents = family["parent"].to_numpy(np.int64, na_value=-1)
    line = [number]
    while parents[line[-1]] >= 0:
        line.append(int(parents[line[-1]]))
    return line[::-1]


def players(family: pd.DataFrame, generation: int) -> pd.DataFrame:
    """Rows of a table of `lineage`: the Genies that play in a generation, counted from 1, slot by slot."""
    alive = (family["born"] < generation) & (family["died"].fillna(generation) >= generation)
    return family[alive].sort_values("slot")
