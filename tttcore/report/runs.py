"""Summary of how a study's treatments were run: numbers of runs, and the sizes that limit a run."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tttcore.pipeline.schema import Recipes
from tttcore.plots.numbers import number
from tttcore.report.site import Context

SIZES = ("population", "generations", "games")
"""Keys of recipes that say how much a run is."""


def runs_context(runs: Mapping[str, int], recipes: Recipes) -> Context:
    """Context of how treatments were run: ``sizes`` of a run, ``groups`` of treatments with as many runs, and sums.

    Parameters
    ----------
    runs : number of runs of each treatment.
    recipes : parameters of each treatment.
    """
    recipe = [*recipes.values()]
    common = [key for key in SIZES if all(key in each for each in recipe)]
    return {
        "treatments": len(runs),
        "total": sum(runs.values()),
        "groups": sorted(Counter(runs.values()).items(), reverse=True),
        "sizes": {key: _span(each[key] for each in recipe) for key in common},
    }


def _span(values: Iterable[float]) -> str:
    """Smallest and largest of some numbers; the number itself if all are alike."""
    found = sorted(set(values))
    return number(found[0]) if len(found) == 1 else f"{number(found[0])} to {number(found[-1])}"
