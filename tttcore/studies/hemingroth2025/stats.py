"""Tables about the published training log: its own facts, and its place among simulated runs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.pipeline.study import Study
from tttcore.stats.columns import hidden, with_interval
from tttcore.studies.hemingroth2025 import envelope, log_among_runs, training_log
from tttcore.studies.hemingroth2025.first_generation import first_generations
from tttcore.studies.hemingroth2025.log_file import read_log

Published = Mapping[str, Any]


def _check_log(kind: Any, study: Study) -> None:
    _log(study.config["published"], kind.log)


def _log(published: Published, name: str) -> pd.DataFrame:
    return read_log(published["tables"][name])


LOG_FACTS = {
    "fact": "Fact",
    "value": "Value",
    "text": "Text",
    "how": "How",
}


def log_facts(published: Published, *, log: str = "log") -> pd.DataFrame:
    """Facts of the log by itself.

    See `training_log.log_facts`.
    """
    return training_log.log_facts(_log(published, log))


PLATEAU_GAMES = {
    "best": "Best",
    "losses": "Games lost",
    "games_low": "of at least",
    "games_high": "at most",
}


def plateau_games(published: Published, *, log: str = "log") -> pd.DataFrame:
    """Numbers of games that agree with the fitness values of the plateau.

    See `training_log.plateau_games`.
    """
    return training_log.plateau_games(_log(published, log))


LOG_FIT = {
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
    **hidden("chance_least", "wrong"),
}


def log_fit(traces: pd.DataFrame, published: Published, *, log: str = "log") -> pd.DataFrame:
    """Tests of the hypothesis that the log is a run of each treatment.

    See `envelope.log_fit`.
    """
    return envelope.log_fit(_log(published, log), traces)


LOG_BANDS = hidden(
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
)


def log_bands(traces: pd.DataFrame, published: Published, *, log: str = "log") -> pd.DataFrame:
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


LOG_SHAPE = {
    "treatment": "Treatment",
    "quantity": "Quantity",
    "n": "Runs",
    **with_interval("value", "Median"),
    **_BESIDE,
    **hidden("chance_least", "wrong", "finds"),
}


def log_shape(traces: pd.DataFrame, published: Published, *, log: str = "log") -> pd.DataFrame:
    """Length, falls, plateau, gaps and first generation of the log among those of runs.

    See `log_among_runs.log_shape`.
    """
    return log_among_runs.log_shape(_log(published, log), traces)


MILESTONES = {
    "treatment": "Treatment",
    "curve": "Curve",
    "threshold": "Threshold",
    "n": "Runs",
    **with_interval("reached", "Share that reach it"),
    **with_interval("generation", "Median generation"),
    **_BESIDE,
    **hidden("chance_least", "wrong", "finds"),
}


def milestones(traces: pd.DataFrame, published: Published, *, log: str = "log") -> pd.DataFrame:
    """First generations with certain fitness values, the log's among those of runs.

    See `log_among_runs.milestones`.
    """
    return log_among_runs.milestones(_log(published, log), traces)


FIRST_GENERATION = {
    "treatment": "Treatment",
    "reading": "Seats, or taken cells",
    "n": "Organisms",
    **with_interval("average", "Average"),
    "spread": "Standard deviation",
    "published": "Published",
    "chance": "Chance of such an average",
    **hidden("low", "high", "chance_least"),
}


def first_generation(
    recipes: Mapping[str, Mapping[str, Any]],
    published: Published,
    states: StateTables,
    stream: Callable[..., np.random.Generator],
    *,
    treatments: Sequence[str],
    log: str = "log",
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
