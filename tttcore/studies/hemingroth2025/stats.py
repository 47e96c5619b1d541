"""Tables about the published training log: its own facts, and its place among simulated runs."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.pipeline.names import PublishedTable, Treatments
from tttcore.pipeline.study import Study
from tttcore.stats.table_kind import table_kind, with_interval
from tttcore.studies.hemingroth2025 import envelope, log_among_runs, training_log
from tttcore.studies.hemingroth2025.first_generation import first_generations
from tttcore.studies.hemingroth2025.log_file import read_log

Published = Mapping[str, Any]


def _check_log(kind: Any, study: Study) -> None:
    _log(study.config["published"], kind.log)


def _log(published: Published, name: str) -> pd.DataFrame:
    return read_log(published["tables"][name])


@table_kind(
    "Facts of the published log by itself",
    {"fact": "Fact", "value": "Value", "text": "Text", "how": "How"},
    check_study=_check_log,
)
def log_facts(published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Facts of the log by itself.

    See `training_log.log_facts`.
    """
    return training_log.log_facts(_log(published, log))


@table_kind(
    "Numbers of games that are consistent with the plateau's fitness",
    {"best": "Best", "losses": "Games lost", "games_low": "of at least", "games_high": "at most"},
    check_study=_check_log,
)
def plateau_games(published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Numbers of games that agree with the fitness values of the plateau.

    See `training_log.plateau_games`.
    """
    return training_log.plateau_games(_log(published, log))


@table_kind(
    "Test whether the published log is a plausible run of each treatment",
    {
        "treatment": "Treatment",
        "n": "Runs",
        "chance": "Chance of a run as extreme",
        "solved": "Solved",
        "chance_solved": "the same among these",
        "erl_p": "Envelope p, 37 generations",
        "erl_p_holm": "p, Holm",
        "distance": "Studentised distance",
        "distance_p": "p",
        "distance_p_holm": "p, Holm",
        "extreme_curve": "farthest in",
        "extreme_generation": "generation",
        "best_outside": "Best outside 95%",
        "average_outside": "Average outside 95%",
        "compatible": "Compatible",
    },
    further=("chance_least", "wrong"),
    check_study=_check_log,
)
def log_fit(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Tests of the hypothesis that the log is a run of each treatment.

    See `envelope.log_fit`.
    """
    return envelope.log_fit(_log(published, log), traces)


@table_kind(
    "The published log among our runs, by generation",
    check_study=_check_log,
    further=(
        "treatment",
        "curve",
        "generation",
        "published",
        "median",
        "low",
        "high",
        "global_low",
        "global_high",
        "share_below",
        "share_equal",
        "outside",
        "outside_global",
    ),
)
def log_bands(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Quantiles and envelopes of each treatment's runs beside the log.

    See `envelope.log_bands`.
    """
    return envelope.log_bands(_log(published, log), traces)


_BESIDE = {
    "low": "95% of runs from",
    "high": "to",
    "published": "Published",
    **with_interval("at_most", "Runs with that or less"),
    "chance": "Chance of such a run",
    "chance_solved": "the same among solved runs",
}
"""Labels of the columns of `log_among_runs._beside`."""


@table_kind(
    "Features of the log among those of our runs (medians with 95% intervals)",
    {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Runs",
        **with_interval("value", "Median"),
        **_BESIDE,
    },
    further=("chance_least", "wrong", "finds"),
    check_study=_check_log,
)
def log_shape(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Length, falls, plateau, gaps and first generation of the log among those of runs.

    See `log_among_runs.log_shape`.
    """
    return log_among_runs.log_shape(_log(published, log), traces)


@table_kind(
    "First generation with a fitness of at least a threshold (medians and shares with 95% intervals)",
    {
        "treatment": "Treatment",
        "curve": "Curve",
        "threshold": "Threshold",
        "n": "Runs",
        **with_interval("reached", "Share that reach it"),
        **with_interval("generation", "Median generation"),
        **_BESIDE,
    },
    further=("chance_least", "wrong", "finds"),
    check_study=_check_log,
)
def milestones(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """First generations with certain fitness values, the log's among those of runs.

    See `log_among_runs.milestones`.
    """
    return log_among_runs.milestones(_log(published, log), traces)


@table_kind(
    "Average fitness of random organisms by each reading of the rules (means with 95% intervals)",
    {
        "treatment": "Treatment",
        "reading": "Seats, or taken cells",
        "n": "Organisms",
        **with_interval("average", "Average"),
        "spread": "Standard deviation",
        "published": "Published",
        "chance": "Chance of such an average",
    },
    further=("low", "high", "chance_least"),
    check_study=_check_log,
)
def first_generation(
    recipes: Mapping[str, Mapping[str, Any]],
    published: Published,
    states: StateTables,
    stream: Callable[..., np.random.Generator],
    *,
    treatments: Treatments,
    log: PublishedTable = "log",
) -> pd.DataFrame:
    """Average fitness of random organisms by each reading of the rules, beside the log's first generation.

    See `first_generation.first_generations`; the first of the `treatments` is read in all ways.
    """
    built = {name: build_recipe(recipes[name], name) for name in treatments}
    return first_generations(
        float(_log(published, log)["avg"].iloc[0]),
        built[treatments[0]].population,
        {name: recipe.coding.apply(states) for name, recipe in built.items()},
        states,
        stream("first generation"),
    )
