"""Who descends from whom where, in each generation, one dies and a child takes its place."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike


def lineage(died: ArrayLike, parent: ArrayLike, *, population: int) -> pd.DataFrame:
    """Everyone who ever lived, in the order of their numbers.

    The proposal keeps a family tree (Post 1999, Appendix B); a number is given to each as it is created (Appendix C).

    Parameters
    ----------
    died, parent : (G,) slot of the one that dies after the games of generations 1 to G, whose child takes the place.
    population : number of slots.

    Returns
    -------
    number, slot : the founder of a slot has its number, the child of generation g is ``population - 1 + g``.
    parent : number of the parent, missing for founders. It may be the one that dies.
    born, died : generations after whose games; 0 for founders, missing for those that live to the end. So it is
        from ``born + 1`` to ``died`` that one plays.
    """
    slots, parents = np.asarray(died).tolist(), np.asarray(parent).tolist()
    living = list(range(population))
    ends: list[int | None] = [None] * (population + len(slots))
    givers: list[int | None] = [None] * population
    for generation, (slot, giver) in enumerate(zip(slots, parents, strict=True), start=1):
        givers.append(living[giver])
        ends[living[slot]] = generation
        living[slot] = population - 1 + generation
    return pd.DataFrame(
        {
            "number": range(len(ends)),
            "slot": [*range(population), *slots],
            "parent": pd.array(givers, "Int64"),
            "born": [*[0] * population, *range(1, len(slots) + 1)],
            "died": pd.array(ends, "Int64"),
        }
    )


def ancestors(family: pd.DataFrame, number: int) -> list[int]:
    """Numbers of a line of descent, from the founder to `number` itself.

    Parameters
    ----------
    family : see `lineage`.
    """
    parents = family["parent"].to_numpy(np.int64, na_value=-1)
    line = [number]
    while parents[line[-1]] >= 0:
        line.append(int(parents[line[-1]]))
    return line[::-1]


def players(family: pd.DataFrame, generation: int) -> pd.DataFrame:
    """Rows of those who play in a generation, from 1, slot by slot.

    Parameters
    ----------
    family : see `lineage`.
    """
    there = (family["born"] < generation) & (family["died"].fillna(generation) >= generation)
    return family[there].sort_values("slot")
