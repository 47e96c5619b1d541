"""Summarise stored histories: average lifeScores by generation, success, final families, champions and family trees."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tttcore.engines.genies.steady_state import NEUTRAL
from tttcore.pipeline.schema import Recipes, Summary

if TYPE_CHECKING:
    import pandas as pd

KEPT = 100
"""Generations after which the survivors of a family are counted."""


def summarise(histories: "pd.DataFrame", recipes: Recipes) -> Summary:
    """Tables of ``genie_runs`` and ``genie_traces``, and the best Genie of every run, from ``genie_histories``.

    The evolving family's average is taken with the newborn, whose lifeScore is neutral, in place of the Genie that
    dies. The document doesn't say whether it averages before that one dies, without it, or with the child in its place.
    Of the three the last fits both ceilings that it names, about 125 and 160, see `studies.post1999.method_tables`.

    A run succeeds in the first generation in which the evolving family's average lifeScore, averaged over a window of
    generations that ends there, is at least the recipe's score and above the static family's; ``held`` says whether
    that is so in the last generation. The document doesn't define success.
    """
    import pandas as pd  # noqa: PLC0415 - runs go without

    runs, traces = [], []
    for treatment, own in histories.groupby("treatment", sort=False):
        recipe = recipes[str(treatment)]
        evolving, static = _averages(own, recipe)
        success = _success(evolving, static, recipe["success"])
        known = own[["treatment", "replicate", "seed"]].reset_index(drop=True)
        runs.append(known.assign(**success, **_final_state(own, evolving, static, recipe)))
        count, generations = evolving.shape
        traces.append(
            pd.DataFrame(
                {
                    "treatment": treatment,
                    "replicate": np.repeat(own["replicate"].to_numpy(), generations),
                    "generation": np.tile(np.arange(1, generations + 1, dtype=np.int32), count),
                    "evolving": evolving.ravel().astype(np.float32),
                    "static": static.ravel().astype(np.float32),
                }
            )
        )
    of_runs = pd.concat(runs, ignore_index=True)
    champions = of_runs[["treatment", "replicate", "generations", "champion"]].rename(columns={"champion": "genome"})
    return Summary(of_runs, pd.concat(traces, ignore_index=True), champions)


def best_genes(own: "pd.DataFrame", static: int, generation: int) -> NDArray[np.int16]:
    """(runs, 2 edge) genes of each run's best evolving Genie by the scores of a generation; ties to the first slot.

    Parameters
    ----------
    own : table of ``genie_histories`` of one treatment.
    static : size of its static family.
    generation : counted from 1.
    """
    scores, died = _scores(own)[:, generation - 1], _stacked(own["died"])
    size = scores.shape[1] - static
    genes = _stacked(own["genes"]).reshape(len(own), size + died.shape[1], -1)
    living = _living(died[:, : generation - 1], static, size)
    runs = np.arange(len(own))
    return genes[runs, living[runs, np.argmax(scores[:, static:], axis=1)]]


def trailing_means(averages: NDArray[np.float64], window: int) -> NDArray[np.float64]:
    """(runs, generations - window + 1) means over `window` generations of (runs, generations) averages."""
    sums = np.cumsum(np.pad(averages, ((0, 0), (1, 0))), axis=1)
    return (sums[:, window:] - sums[:, :-window]) / window


def _averages(own: "pd.DataFrame", recipe: Mapping[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(runs, generations) average lifeScores of the evolving family, see `summarise`, and of the static family."""
    scores, count = _scores(own), recipe["static"]["count"]
    family = scores[:, :, count:].sum(axis=2, dtype=np.float64)
    dying = np.take_along_axis(scores, _stacked(own["died"])[:, :, None].astype(np.int64), axis=2)[:, :, 0]
    evolving = (family - dying + NEUTRAL) / (scores.shape[2] - count)
    return evolving, scores[:, :, :count].mean(axis=2, dtype=np.float64)


def _success(
    evolving: NDArray[np.float64], static: NDArray[np.float64], success: Mapping[str, Any]
) -> dict[str, NDArray]:
    """Columns about success, see `summarise`, from (runs, generations) averages of both families."""
    window = success["window"]
    ours, theirs = trailing_means(evolving, window), trailing_means(static, window)
    held = (ours >= success["score"]) & (ours > theirs)
    solved = held.any(axis=1)
    first = np.argmax(held, axis=1) + window
    return {
        "generations": np.where(solved, first, evolving.shape[1]).astype(np.int32),
        "censored": ~solved,
        "held": held[:, -1],
    }


def _final_state(
    own: "pd.DataFrame", evolving: NDArray[np.float64], static: NDArray[np.float64], recipe: Mapping[str, Any]
) -> dict[str, Any]:
    """Columns about the last generation of each run."""
    scores, died = _scores(own), _stacked(own["died"])
    count = recipe["static"]["count"]
    size = scores.shape[2] - count
    last = scores[:, -1, count:].astype(np.float64)
    genes = _stacked(own["genes"]).reshape(len(own), size + died.shape[1], -1)
    final = _living(died, count, size)
    unofficial = [shares[-1] if len(shares) else np.nan for shares in own["unofficial"]]
    return {
        "evolving": evolving[:, -1],
        "evolving_before": last.mean(axis=1),
        "evolving_without": (evolving[:, -1] * size - NEUTRAL) / (size - 1),
        "static": static[:, -1],
        "genes": list(genes[np.arange(len(own))[:, None], final].mean(axis=1)),
        "champion": [" ".join(map(str, genes)) for genes in best_genes(own, count, died.shape[1])],
        "kept": _kept(died, count, size),
        "unofficial": np.array(unofficial, np.float64),
    }


def _kept(died: NDArray[np.int16], static: int, size: int) -> NDArray[np.float64]:
    """(runs,) mean proportion of the evolving family that still lives `KEPT` generations later; NaN in shorter runs."""
    if died.shape[1] <= KEPT:
        return np.full(len(died), np.nan)
    deaths = np.cumsum(died[:, :, None] == static + np.arange(size), axis=1, dtype=np.int32)
    return (deaths[:, KEPT:] == deaths[:, :-KEPT]).mean(axis=(1, 2))


def _living(died: NDArray[np.int16], static: int, size: int) -> NDArray[np.int64]:
    """(runs, size) number of the Genie, among all that ever evolved, in each slot of the family at the end."""
    runs, generations = died.shape
    living = np.tile(np.arange(size), (runs, 1))
    for slot in range(size):
        born = np.where(died == static + slot, np.arange(generations), -1).max(axis=1, initial=-1)
        living[:, slot] = np.where(born >= 0, size + born, slot)
    return living


def _scores(own: "pd.DataFrame") -> NDArray[np.float32]:
    """(runs, generations, Genies) lifeScores."""
    generations = len(own["died"].iloc[0])
    return _stacked(own["scores"]).reshape(len(own), generations, -1)


def _stacked(column: "pd.Series[Any]") -> NDArray[Any]:
    """Column of arrays of equal length as one array, a row per run."""
    return np.stack(column.to_list())


def lineage(died: ArrayLike, parent: ArrayLike, *, population: int) -> "pd.DataFrame":
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
    import pandas as pd  # noqa: PLC0415 - as in `summarise`

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


def ancestors(family: "pd.DataFrame", number: int) -> list[int]:
    """Numbers of the line of descent from a founder to the Genie `number`, both included, in a table of `lineage`."""
    parents = family["parent"].to_numpy(np.int64, na_value=-1)
    line = [number]
    while parents[line[-1]] >= 0:
        line.append(int(parents[line[-1]]))
    return line[::-1]


def players(family: "pd.DataFrame", generation: int) -> "pd.DataFrame":
    """Rows of a table of `lineage`: the Genies that play in a generation, counted from 1, slot by slot."""
    alive = (family["born"] < generation) & (family["died"].fillna(generation) >= generation)
    return family[alive].sort_values("slot")
