"""Tables about the published training log: its own facts, and its place among simulated runs."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.pipeline.names import PublishedTable
from tttcore.pipeline.study import Study
from tttcore.stats.table_kind import table_kind, with_interval
from tttcore.studies.hemingroth2025 import envelope, training_log
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
    "Is the published log a plausible run of each treatment?",
    {
        "treatment": "Treatment",
        "n": "Runs",
        "erl_p": "Envelope p",
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


@table_kind(
    "Features of the log and of our runs (95% of runs, or 95% intervals of means)",
    {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "interval": "Interval of",
        "n": "Runs",
        **with_interval("value", "Ours"),
        "published": "Published",
        "inside": "Inside",
    },
    check_study=_check_log,
)
def log_shape(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """Declines, plateau, gaps and first generation of runs beside the log's.

    See `training_log.log_shape`.
    """
    return training_log.log_shape(_log(published, log), traces)


@table_kind(
    "First generation with a fitness of at least a threshold (median and 95% of runs)",
    {
        "treatment": "Treatment",
        "curve": "Curve",
        "threshold": "Threshold",
        "runs": "Runs",
        "reached": "Share that get there",
        **with_interval("generation", "Generation"),
        "published": "Published",
        "inside": "Inside",
    },
    check_study=_check_log,
)
def milestones(traces: pd.DataFrame, published: Published, *, log: PublishedTable = "log") -> pd.DataFrame:
    """First generations with certain fitness values beside the log's.

    See `training_log.milestones`.
    """
    return training_log.milestones(_log(published, log), traces)
