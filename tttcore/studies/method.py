"""Parts of a study that need no runs: facts of its method, the document's tables and trajectories, and timings."""

import timeit
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any, ParamSpec, SupportsFloat

import pandas as pd

from tttcore.engines.engine import engine
from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import check_known
from tttcore.pipeline.modules import STUDIES, optional_module
from tttcore.pipeline.needs import check_needs
from tttcore.pipeline.schema import Recipes
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import METHOD, METHOD_COLUMNS, Tables
from tttcore.pipeline.versions import describe_machine

P = ParamSpec("P")
Fact = tuple[str, SupportsFloat | None, str] | tuple[str, SupportsFloat | None, str, str]
"""Name of a fact, its value, how it is found, and its text if it has one; the value may then be None or NaN."""
Trajectory = dict[str, list[float]]
"""A published run's ``generations``, its ``best`` proportion of games lost in each, and perhaps the ``mean`` one."""
ROUNDS = 15
TIMING_COLUMNS = (
    "study", "timing", "what", "published_seconds", "published_machine", "seconds", "rounds", "ratio", "machine",
)  # fmt: skip
TIMING_TEXTS = ("study", "timing", "what", "published_machine", "machine")
"""Columns of times that hold text."""


def fact_table(measure: Callable[P, Iterable[Fact]]) -> Callable[P, pd.DataFrame]:
    """Decorate a function that yields facts: it returns them as table fact, value, text, how."""

    @wraps(measure)
    def measured(*args: P.args, **kwargs: P.kwargs) -> pd.DataFrame:
        rows = [(name, value, "".join(text), how) for name, value, how, *text in measure(*args, **kwargs)]
        return pd.DataFrame(rows, columns=METHOD_COLUMNS).astype({"value": float})

    return measured


def method_tables(
    study: str,
    *,
    recipes: Mapping[str, Mapping[str, Any]],
    published: Mapping[str, str],
    tables: StateTables,
    seed: int,
) -> Tables:
    """Compute the tables of the study's method, if it has a module ``method``, and read the document's own tables.

    The module has `method_facts`, which makes the table `METHOD` (see `fact_table`), and may have `method_tables`,
    which makes further tables with their `CAPTIONS`. Both functions take the recipes, the states of 3x3 and the seed as
    this one does.

    Parameters
    ----------
    study : name of the study.
    recipes : parameters of its treatments.
    published : CSV files of the document's tables, by name.
    tables : states and positions of 3x3.
    seed : the project's seed; facts that need random numbers have streams of their own.
    """
    found = {name: pd.read_csv(file) for name, file in published.items()}
    module = optional_module(STUDIES, study, "method")
    if module is None:
        return found
    further = module.method_tables(recipes, tables, seed=seed) if hasattr(module, "method_tables") else {}
    return {METHOD: module.method_facts(recipes, tables, seed=seed), **further, **found}


def method_captions(study: str) -> dict[str, str]:
    """Captions of the further tables of a study's method, by name."""
    return getattr(optional_module(STUDIES, study, "method"), "CAPTIONS", {})


def check_method(study: Study) -> None:
    """Check that the treatments that the study's module needs and the work to time exist; else ConfigError."""
    module = optional_module(STUDIES, study.name, "method")
    if module is not None:
        check_needs(module.method_facts, study, f"{study.file}: method")
    for name, timing in study.config["timings"].items():
        if "work" in timing:
            check_known([timing["work"]], _own_work(study.name), f"{study.file}: timings.{name}.work", "work")


def published_trajectories(
    study: str, files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Trajectory]]:
    """Printed trajectories of fitness, by treatment, if the study has a module ``published_trajectories``.

    Parameters
    ----------
    study : its name.
    files : CSV files of the document's tables, by name.
    comparisons : the study's comparisons: treatments by label.

    Raises
    ------
    ConfigError
        If a file can't be used.
    """
    module = optional_module(STUDIES, study, "published_trajectories")
    return module.published_trajectories(files, comparisons) if module else {}


def measure_timings(
    study: str,
    made_by: str,
    asked: Mapping[str, Mapping[str, Any]],
    recipes: Recipes,
    tables: StateTables,
    *,
    seed: int,
) -> pd.DataFrame:
    """Measure wall-clock times of work that a document timed, which alone differ from run to run: `TIMING_COLUMNS`.

    Parameters
    ----------
    study, made_by : names of the study and its engine. A timing that names ``work`` is of the study's own, `TIMED` of
        its module ``timings``, any other one of its engine's.
    asked : settings of the timings by name: ``what`` is done, and the document's ``seconds`` and ``machine``.
    recipes : parameters of the treatments, by name.
    tables : the states of 3x3.
    seed : the project's seed.

    Returns
    -------
    seconds : median over `ROUNDS` calls, after a first call that compiles kernels and fills caches.
    ratio : published seconds / measured seconds.
    machine : processor and versions of this machine.
    """
    described = describe_machine()
    machine = ", ".join([str(described.pop("cpu")), *(f"{key} {value}" for key, value in described.items())])
    rows = []
    for name, timing in asked.items():
        if "work" in timing:
            work = _own_work(study)[timing["work"]]()
        else:
            work = engine(made_by).timed_work(study, timing, recipes, tables, seed=seed)
        work()
        seconds = median(timeit.repeat(work, number=1, repeat=ROUNDS))
        published = timing["what"], timing["seconds"], timing["machine"]
        rows.append((study, name, *published, seconds, ROUNDS, timing["seconds"] / seconds, machine))
    return pd.DataFrame(rows, columns=list(TIMING_COLUMNS))


def _own_work(study: str) -> Mapping[str, Callable[[], Callable[[], object]]]:
    return getattr(optional_module(STUDIES, study, "timings"), "TIMED", {})
