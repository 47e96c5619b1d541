"""Best fitness by generation: spread between runs and rises, in the document's runs, in ours and in pretended ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.published_data import check_cells, parse_numbers
from tttcore.pipeline.text import read_csv

FIGURES = "figures_6_8"
"""The published table that holds the best fitness of every generation; its means aren't published."""
COLUMNS = ("treatment", "run", "generation", "best_fitness")
LONGEST = 40
"""Generations of a course that are kept for its spread; rises are counted in all."""
FEWEST = 1 / 3
"""Least share of the runs that must still be going, as ten of thirty, for a generation to count."""
LARGE = 0.01
"""Least rise that counts as a large one; the document gives no number."""

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Courses:
    """Best fitness of the runs of a treatment from their first generation on.

    Attributes
    ----------
    best : (runs, `LONGEST`) best fitness, NaN after a run's last generation.
    rises : (runs,) number of generations in which the best fitness is worse than in the one before.
    steps : (runs,) number of pairs of successive generations.
    largest : (runs,) largest rise, 0 without one.
    """

    best: Values
    rises: NDArray[np.int64]
    steps: NDArray[np.int64]
    largest: Values

    @classmethod
    def of(cls, rows: pd.DataFrame) -> Self:
        """Courses from rows of replicate, generation and best, sorted by both; the initial population is left out."""
        own = rows[rows["generation"] > 0]
        run, runs = pd.factorize(own["replicate"])
        generation, best = own["generation"].to_numpy(), own["best"].to_numpy(np.float64)
        early = np.full((len(runs), LONGEST), np.nan)
        kept = generation <= LONGEST
        early[run[kept], generation[kept] - 1] = best[kept]
        same = run[1:] == run[:-1]
        changes, of_run = np.diff(best)[same], run[1:][same]
        largest = np.zeros(len(runs))
        np.maximum.at(largest, of_run, changes)
        return cls(
            early,
            np.bincount(of_run[changes > 0], minlength=len(runs)),
            np.bincount(of_run, minlength=len(runs)),
            largest,
        )


def read_courses(path: str | Path) -> dict[str, Courses]:
    """Read published courses by treatment, see `read_rows`."""
    return {str(name): Courses.of(own) for name, own in read_rows(path).groupby("treatment", sort=False)}


def read_rows(path: str | Path) -> pd.DataFrame:
    """Read published courses: the columns treatment, replicate, generation and best, a row per generation of each run.

    Raises
    ------
    ConfigError
        If the file can't be read or has other columns than `COLUMNS`, the generations of a run aren't 1, 2, 3 and so
        on, or a fitness isn't a number from 0 to 1.
    """
    cells = read_csv(path, COLUMNS)
    numbers = parse_numbers(cells[[*COLUMNS[1:]]]).assign(treatment=cells["treatment"])
    expected = numbers.groupby(["treatment", "run"], sort=False).cumcount() + 1
    check_cells(path, cells["run"], numbers["run"] % 1 == 0, "whole numbers")
    check_cells(path, cells["generation"], numbers["generation"] == expected, "1, 2, 3 and so on within each run")
    check_cells(path, cells["best_fitness"], numbers["best_fitness"].between(0, 1), "numbers from 0 to 1")
    rows = numbers.rename(columns={"run": "replicate", "best_fitness": "best"})
    return rows.astype({"replicate": int, "generation": int}).reset_index(drop=True)


def mean_spread(best: Values, *, of_mean: bool = True) -> Values:
    """Mean over generations of the standard error of the best fitness among the runs that are still going.

    Generations count while at least `FEWEST` of the runs are going, and two.

    Parameters
    ----------
    best : (..., runs, generations) courses, NaN after the end of a run.
    of_mean : False for the standard deviation (n - 1) instead of the standard error.

    Returns
    -------
    (...) the means; NaN where no generation counts.
    """
    going = (~np.isnan(best)).sum(axis=-2)
    return _over_generations(going, np.nansum(best, axis=-2), np.nansum(best**2, axis=-2), best.shape[-2], of_mean)


def redrawn_spread(best: Values, *, resamples: int, rng: np.random.Generator) -> Values:
    """(resamples,) `mean_spread` as a standard deviation of runs that are redrawn with replacement."""
    runs = len(best)
    counts = rng.multinomial(runs, np.full(runs, 1 / runs), size=resamples)
    known = np.nan_to_num(best)
    going = counts @ (~np.isnan(best)).astype(float)
    return _over_generations(going, counts @ known, counts @ known**2, runs, of_mean=False)


def _over_generations(going: Values, sums: Values, squares: Values, runs: int, of_mean: bool) -> Values:
    """Mean spread from numbers of runs, sums and sums of squares of each generation, the last axis."""
    counts = (going >= FEWEST * runs) & (going >= 2)
    n = np.where(counts, going, 2)
    variance = np.maximum(squares - sums**2 / n, 0.0) / (n - 1)
    spread = np.sqrt(variance / n if of_mean else variance)
    generations = counts.sum(axis=-1)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(counts, spread, 0.0).sum(axis=-1) / generations)
