"""The engine that turns recipes of learners into runs: a run is a training session of both players."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TextIO

import numpy as np
import pandas as pd

from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.policy_evaluation import appraise, champion, is_exact
from tttcore.engines.tabular.printed_share import first_share
from tttcore.engines.tabular.recipe import MERGING, Recipe, build_recipe
from tttcore.engines.tabular.schemas import QUALITY, RESULTS, RUNS, SESSIONS, TRACES
from tttcore.games.classic import StateTables
from tttcore.pipeline.rng import Words, stream
from tttcore.pipeline.stored import Recipes, Stored, Summary
from tttcore.pipeline.study import Study

STORED = Stored(
    batches=SESSIONS,
    runs=RUNS,
    traces=TRACES,
    length="unbeatable_after",
    unfinished="beatable",
    cap="games",
    part=200,
)
RECIPE = Recipe
WON = ("first", "drawn", "second")
COURSE = ("games", *WON, "entries", *RESULTS, *QUALITY)
"""What is recorded at the end of each window of a session."""


def check(study: Study, tables: StateTables) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    for treatment in study.treatments.values():
        build_recipe(treatment.recipe, f"{study.file}: treatments.{treatment.name}")


def run_replicates(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    replicates: Iterable[int],
    log: TextIO | None = None,
) -> pd.DataFrame:
    """Train some pairs of learners of a treatment.

    Parameters
    ----------
    study, treatment : their names.
    recipe : the treatment's parameters, see `recipe.Recipe`.
    seed : the project's seed.
    replicates : which ones.

    Returns
    -------
    Table of ``tabular_sessions``, a row per replicate. A row depends on seed, names, replicate and recipe alone.
    """
    built = build_recipe(recipe, f"treatments.{treatment}")
    rows = []
    for replicate in replicates:
        path = (study, treatment, replicate)
        learner = beginner(built, seed, *path)
        course = _train(learner, partial(_word, seed, *path, "tried after"))
        rows.append(
            {
                "treatment": treatment,
                "replicate": replicate,
                "seed": seed,
                "collisions": learner.collisions,
                "champion": champion(learner) if is_exact(built) else "",
                **course,
            }
        )
    return pd.DataFrame(rows)


def beginner(recipe: Recipe, seed: int, study: str, treatment: str, replicate: int) -> Learner:
    """The learners of a replicate before their first game; all chance in their training is in them."""
    return Learner(recipe, _word(seed, study, treatment, replicate), audited=recipe.key in MERGING)


def _train(learner: Learner, word_of: Callable[[int], Words]) -> dict[str, Any]:
    """Train in windows; what is recorded at the end of each, as lists, and totals of all games."""
    recipe = learner.recipe
    course: dict[str, list[float]] = {name: [] for name in COURSE}
    totals = {"marks": 0, "grown": 0}
    for games in recipe.curve.points(recipe.games):
        tally = learner.train(games - learner.games)
        recorded = {"games": games, "entries": sum(learner.entries), **{name: getattr(tally, name) for name in WON}}
        recorded |= appraise(learner, recipe.evaluation, word_of(games))
        for name in COURSE:
            course[name].append(recorded[name])
        for name in totals:
            totals[name] += getattr(tally, name)
    return {**totals, **course}


def _word(seed: int, *path: str | int) -> Words:
    """The word that a kernel's chance starts from."""
    return stream(seed, *path).bit_generator.random_raw(1)


def summarise(sessions: pd.DataFrame, recipes: Recipes) -> Summary:
    """Tables of ``tabular_runs`` and ``tabular_traces``, and the policies of 3x3, from ``tabular_sessions``."""
    traces = sessions[["treatment", "replicate", *COURSE]].explode(list(COURSE), ignore_index=True)
    traces = traces.astype(dict.fromkeys(COURSE[:5], np.int64) | dict.fromkeys(COURSE[5:], float))
    known = sessions[["treatment", "replicate", "champion"]]
    return Summary(_runs_of(sessions, traces, recipes), traces, known[known["champion"] != ""])


def _runs_of(sessions: pd.DataFrame, traces: pd.DataFrame, recipes: Recipes) -> pd.DataFrame:
    keys = ["treatment", "replicate"]
    by_session = traces.groupby(keys, sort=False)
    ends = by_session.tail(1).set_index(keys)
    won = by_session[list(WON)].sum()
    safe = traces[(traces["first_worst"] >= 0) & (traces["second_worst"] >= 0)].groupby(keys)["games"].min()
    runs = sessions[[*keys, "seed", "collisions", "marks", "grown"]].set_index(keys)
    runs = runs.join(ends.rename(columns={name: f"last_{name}" for name in WON})).join(won)
    after = safe.reindex(runs.index)
    runs = runs.assign(
        marks=runs["marks"] / runs["games"],
        grown=runs["grown"] / runs["games"],
        unbeatable_after=after.fillna(runs["games"]).astype(np.int64),
        beatable=after.isna(),
    ).reset_index()
    draws = runs["treatment"].map({name: recipe["draws"] for name, recipe in recipes.items()})
    return runs.assign(
        share=first_share(runs["first"], runs["drawn"], runs["second"], draws),
        last_share=first_share(runs["last_first"], runs["last_drawn"], runs["last_second"], draws),
        off_share=first_share(runs["itself_won"], runs["itself_drawn"], runs["itself_lost"], draws),
    )[RUNS.names]
