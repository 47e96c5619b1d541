"""Page that makes stored runs again in the browser: one file that needs no other and no network."""

import base64
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.classroom.assets import LEARN_SCRIPTS, LEARN_STYLES, MODEL_SCRIPTS, WORKER_SCRIPT, asset, content_policy
from tttcore.engines.engine import engine
from tttcore.engines.page_modules import Live
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.store import InFile
from tttcore.plots.names import Names
from tttcore.report.site import Context
from tttcore.stats.trajectories import trajectories
from tttcore.studies.method import Trajectory, published_trajectories

EVERY = 40
"""First generations of the stored runs, all of which are drawn; of the later ones as many, evenly spread."""
MOST_POINTS = 600
"""Most generations of a run of which none is left out."""
DECIMALS = 4
"""Decimals of shares in curves, which are drawn."""


@dataclass(frozen=True)
class LiveStudy:
    """A study whose runs the page makes again.

    Attributes
    ----------
    key, name : its name, and that for people.
    treatments : names of its treatments for people, by key.
    groups : groups in which the list shows them, by key; those of the first one have none.
    runs, traces : stored tables of its runs and traces.
    engine : name of its engine, which has a module ``live``.
    recipes : parameters of its treatments, by key.
    published : CSV files of the document's tables, by name.
    comparisons : treatments by label, by comparison.
    """

    key: str
    name: str
    treatments: Mapping[str, str]
    groups: Mapping[str, str]
    runs: str | Path
    traces: str | Path
    engine: str
    recipes: Mapping[str, Mapping[str, Any]]
    published: Mapping[str, str | Path]
    comparisons: Mapping[str, Mapping[str, str]]


def learn_context(
    studies: Sequence[LiveStudy], *, seed: int, stories: Sequence[Mapping[str, str]] = (), worksheet: bool = False
) -> Context:
    """Context of the page.

    Parameters
    ----------
    studies : whose runs it makes again; none gives a page that says so.
    seed : the project's seed, which names the random streams.
    stories : what to begin with, each a ``title`` and what its address says to ``watch``; the first opens the page.
    worksheet : True if there is a page of exercises.

    Raises
    ------
    StoreError, ConfigError
        If stored runs or published data can't be used.
    """
    styles = [asset(name) for name in LEARN_STYLES]
    models, own = ([asset(name) for name in names] for names in (MODEL_SCRIPTS, LEARN_SCRIPTS))
    told = [_study(study) for study in studies]
    return {
        "policy": content_policy(scripts=[*models, *own], styles=styles, worker=True),
        "styles": styles,
        "models": models,
        "worker": asset(WORKER_SCRIPT),
        "scripts": own,
        "worksheet": worksheet,
        "most_checked": max((each["covered"] for one in told for each in one["treatments"]), default=0),
        "data": {"seed": seed, "stories": [*stories], "studies": [one for one in told if one["treatments"]]},
    }


def _study(study: LiveStudy) -> dict[str, Any]:
    """Data of a study on the page, without treatments that its scripts can't run."""
    module: Live = optional_module(ENGINES, study.engine, "live")
    made_by = engine(study.engine)
    recipes = {
        key: module.live_recipe(build_recipe(made_by, recipe, f"treatments.{key}"))
        for key, recipe in study.recipes.items()
    }
    names = Names(study.treatments)
    courses = _courses(InFile(study.traces, made_by.STORED.traces), module.COURSES)
    published = published_trajectories(study.key, study.published, study.comparisons)
    stored = _stored(study, module)
    return {
        "key": study.key,
        "name": study.name,
        "engine": study.engine,
        "treatments": [
            {
                "key": key,
                "name": names.treatment(key),
                "group": study.groups.get(key, ""),
                "recipe": recipe,
                **stored[key],
                "courses": courses.get(key, {}),
                "published": published.get(key, []),
            }
            for key, recipe in recipes.items()
            if recipe is not None
        ],
    }


def _stored(study: LiveStudy, module: Live) -> dict[str, dict[str, Any]]:
    """For each treatment the fingerprints of its first runs, and how many there are of them and in all."""
    covered, total, prints = Counter[str](), Counter[str](), defaultdict[str, bytes](bytes)
    rows = InFile(study.runs, engine(study.engine).STORED.runs)
    for treatment, own in rows.by_treatment("replicate", *module.COLUMNS):
        first = own[own["replicate"] < module.COVERED].sort_values("replicate")
        assert first["replicate"].tolist() == [*range(covered[treatment], covered[treatment] + len(first))]
        covered[treatment] += len(first)
        total[treatment] += len(own)
        prints[treatment] += module.fingerprints(first)
    return {
        key: {
            "stored": base64.b64encode(prints[key]).decode(),
            "covered": covered[key],
            "stored_runs": total[key],
        }
        for key in study.recipes
    }


def _courses(traces: InFile, columns: Iterable[str]) -> dict[str, dict[str, Trajectory]]:
    """Median and middle 95% of the stored runs by treatment and column."""
    found: dict[str, dict[str, Trajectory]] = {}
    for column in columns:
        table = trajectories(traces, column, points=MOST_POINTS)
        for treatment, own in table.groupby("treatment", sort=False):
            found.setdefault(str(treatment), {})[column] = _course(own.iloc[_drawn(len(own))])
    return found


def _drawn(generations: int) -> NDArray[np.intp]:
    """Places of the generations of a course that are drawn, in order."""
    later = np.linspace(EVERY, generations - 1, EVERY).round().astype(np.intp)
    return np.union1d(np.arange(min(EVERY, generations)), later if generations > EVERY else later[:0])


def _course(table: pd.DataFrame) -> Trajectory:
    return {
        "step": table["step"].tolist(),
        **{name: table[name].round(DECIMALS).tolist() for name in ("median", "low", "high")},
    }
