"""Engine of tabular reinforcement learning: a run is a training session of a pair of players."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.policy_evaluation import champion, evaluate, is_exact
from tttcore.engines.tabular.recipe import COLLIDING_KEYS, Recipe, build_recipe  # noqa: F401 - part of the interface
from tttcore.engines.tabular.schemas import QUALITY, RESULTS, RUNS, SESSIONS, TRACES
from tttcore.games.classic import StateTables
from tttcore.pipeline.rng import Words
from tttcore.pipeline.schema import Recipes, Stored, Summary

if TYPE_CHECKING:
    import pandas as pd

STORED = Stored(
    batches=SESSIONS,
    runs=RUNS,
    traces=TRACES,
    length="first_unbeatable_after",
    unfinished="beatable",
    cap="games",
    part=200,
)
RECIPE = Recipe
OUTCOMES = ("first", "drawn", "second")
TRACE = ("games", *OUTCOMES, "entries", *RESULTS, *QUALITY)
"""Columns recorded at the end of each window of games of a session."""
DRAW_VALUE = {"apart": 0.0, "first": 1.0, "half": 0.5}
"""Value of a drawn game in the first player's proportion, by the recipe's reading of ``draws``."""


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`: a run trains a pair of players."""

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        learner = untrained(recipe, replicate)
        trace = _train(learner, partial(replicate.word, "tried after"))
        known = champion(learner) if is_exact(recipe) else ""
        return {"collisions": learner.collisions, "champion": known, **trace}

    return run


def untrained(recipe: Recipe, replicate: Replicate) -> Learner:
    """Players of a replicate before their first game; all randomness of their training comes from their state."""
    return Learner(recipe, replicate.word(), count_collisions=recipe.key in COLLIDING_KEYS)


def _train(learner: Learner, word_of: Callable[[int], Words]) -> dict[str, Any]:
    """Train window by window; return the columns of `TRACE` as lists, and totals over all games."""
    recipe = learner.recipe
    trace: dict[str, list[float]] = {name: [] for name in TRACE}
    totals = {"marks": 0, "grown": 0}
    for games in recipe.curve.points(recipe.games):
        tally = learner.train(games - learner.games)
        recorded = {"games": games, "entries": sum(learner.entries)} | {name: getattr(tally, name) for name in OUTCOMES}
        recorded |= evaluate(learner, recipe.evaluation, word_of(games))
        for name in TRACE:
            trace[name].append(recorded[name])
        for name in totals:
            totals[name] += getattr(tally, name)
    return {**totals, **trace}


def summarise(sessions: "pd.DataFrame", recipes: Recipes) -> Summary:
    """Tables ``tabular_runs`` and ``tabular_traces``, and the greedy policies of 3x3, from ``tabular_sessions``."""
    traces = sessions[["treatment", "replicate", *TRACE]].explode(list(TRACE), ignore_index=True)
    traces = traces.astype(dict.fromkeys(TRACE[:5], np.int64) | dict.fromkeys(TRACE[5:], float))
    known = sessions[["treatment", "replicate", "champion"]]
    return Summary(_runs_of(sessions, traces, recipes), traces, known[known["champion"] != ""])


def _runs_of(sessions: "pd.DataFrame", traces: "pd.DataFrame", recipes: Recipes) -> "pd.DataFrame":
    """Rows of ``tabular_runs``: totals, the last tenth, and the first point at which neither policy can be beaten."""
    keys = ["treatment", "replicate"]
    by_session = traces.groupby(keys, sort=False)
    ends = by_session.tail(1).set_index(keys)
    won = by_session[list(OUTCOMES)].sum()
    unbeatable = traces[(traces["first_worst"] >= 0) & (traces["second_worst"] >= 0)].groupby(keys)["games"].min()
    runs = sessions[[*keys, "seed", "collisions", "marks", "grown"]].set_index(keys)
    runs = runs.join(ends.rename(columns={name: f"last_{name}" for name in OUTCOMES})).join(won)
    after = unbeatable.reindex(runs.index)
    runs = runs.assign(
        marks=runs["marks"] / runs["games"],
        grown=runs["grown"] / runs["games"],
        first_unbeatable_after=after.fillna(runs["games"]).astype(np.int64),
        beatable=after.isna(),
    ).reset_index()
    draw_value = runs["treatment"].map({name: DRAW_VALUE[recipe["draws"]] for name, recipe in recipes.items()})
    return runs.assign(
        share=_first_share(runs["first"], runs["drawn"], runs["second"], draw_value),
        last_share=_first_share(runs["last_first"], runs["last_drawn"], runs["last_second"], draw_value),
        off_share=_first_share(runs["itself_won"], runs["itself_drawn"], runs["itself_lost"], draw_value),
    )[RUNS.names]


def _first_share(
    first: "pd.Series[float]", drawn: "pd.Series[float]", second: "pd.Series[float]", draw_value: "pd.Series[float]"
) -> "pd.Series[float]":
    """Proportion of games that count for the first player (mrugala2020, section 2.1, train)."""
    return (first + drawn * draw_value) / (first + drawn + second)
