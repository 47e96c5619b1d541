"""Tables of Mrugała et al. (2020), each the function of the name that its page and statements use."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import pandas as pd

from tttcore.engines.tabular.recipe import COLLIDING_KEYS
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import Study
from tttcore.stats.columns import OneOf, columns, of_treatments
from tttcore.stats.evidence import Evidence
from tttcore.studies.mrugala2020 import closest_readings, first_player, further_session, learned_policies, value_tables
from tttcore.studies.mrugala2020.combinations import COMBINATIONS, combinations_beside, read_printed
from tttcore.studies.mrugala2020.first_player import Shares
from tttcore.studies.mrugala2020.further_session import Report
from tttcore.studies.mrugala2020.learned_policies import Contrast

PRINTED = {
    "3x3": Shares(first=0.60, second=0.40),
    "5x5": Shares(first=0.56, second=0.44),
    "infinite": Shares(first=0.57, second=0.43),
    "smarter": Shares(first=0.63, second=0.37),
}
"""Published proportions of games, by the treatment that stands for the test; the comparison of the same name
has the treatments that may explain them."""
TRAINED = ("all", "last")
"""Games that these may be of: all of training, or its last tenth."""

REPORTS = {
    "3x3 first": Report("3x3", "all", low=0.595, high=0.605),
    "3x3 second": Report("3x3", "all", low=0.395, high=0.405, seat="second"),
    "5x5 first": Report("5x5", "all", low=0.555, high=0.565),
    "5x5 second": Report("5x5", "all", low=0.435, high=0.445, seat="second"),
    "infinite first": Report("infinite", "all", low=0.565, high=0.575),
    "infinite ahead": Report("infinite", "all", low=0.5, high=1),
    "smarter first": Report("smarter", "all", low=0.625, high=0.635),
    "more than half": Report("3x3", "early", low=0.5, high=0.55),
    "two thirds": Report("3x3", "last", low=0.633, high=0.708),
    "rise": Report("3x3", "rise", low=0.083, high=0.208),
}
"""Reports of the document about its sessions: whole percents; on the infinite board more than half; "slightly more than
1/2" as nearer to 1/2 than to 3/5,
"approximately 2/3" as nearer to that than to 3/5 or 3/4, and the rise from one to the other."""
ALSO = {
    "3x3": (
        "3x3-listed", "3x3-fixed", "3x3-wins-zero", "3x3-wins-zero-fixed", "3x3-draws-open", "3x3-all-half",
        "3x3-all-zero", "3x3-unowned", "3x3-python", "3x3-hash", "3x3-dead-ties", "3x3-random-ties", "3x3-forgets",
        "3x3-exploration-5", "3x3-resumed",
    ),
    "5x5": (
        "5x5-listed", "5x5-wins-zero", "5x5-all-zero", "5x5-unowned", "5x5-hash", "5x5-python-zero", "5x5-dead-ties",
        "5x5-random-ties", "5x5-resumed",
    ),
    "infinite": (
        "infinite-listed", "infinite-all-zero", "infinite-unowned", "infinite-python", "infinite-hash",
        "infinite-random-ties",
    ),
    "smarter": (
        "smarter-listed", "smarter-all-half", "smarter-all-zero", "smarter-hash", "smarter-python",
        "smarter-random-ties", "smarter-opening",
    ),
}  # fmt: skip
"""Readings under which statements about these reports are judged again, see ``readings`` of the study's file."""
CHAINS = {"3x3-resumed": 2, "5x5-resumed": 2}
"""Number of sessions in a run, for treatments whose sessions start with the policies of the one before."""
GAINING = ("first_random", "second_random", "first_careful", "second_careful")
"""Scores whose gain is followed: those of a player against an opponent."""
BEGINNING = 4000
"""Games that the beginning of training has at most."""

CONTRASTS = {
    "neighbourhoods": Contrast("smarter-short", "infinite-three", games=100_000),
    "finite": Contrast("3x3", "infinite", games=100_000, since=1000),
    "random ties": Contrast("3x3-random-ties", "3x3"),
    "random ties on 5x5": Contrast("5x5-random-ties", "5x5"),
    "fixed target": Contrast("3x3-fixed", "3x3"),
    "early ties": Contrast("3x3-dead-ties", "3x3"),
    "draws begin at 0.5": Contrast("3x3-draws-open", "3x3"),
    "random moves forget": Contrast("3x3-forgets", "3x3"),
    "marks without owners": Contrast("3x3-unowned", "3x3"),
    "draws fed 0.5": Contrast("3x3-draw-half", "3x3"),
    "exploration 0.05": Contrast("3x3-exploration-5", "3x3"),
    "exploration 0.1": Contrast("3x3-exploration-10", "3x3"),
    "exploration 0.5": Contrast("3x3-exploration-50", "3x3"),
    "step 0.01": Contrast("3x3-step-1", "3x3"),
    "step 0.5": Contrast("3x3-step-50", "3x3"),
    "cells near to several marks": Contrast("smarter-duplicates", "smarter-short"),
    "symmetry": Contrast("3x3-canonical", "3x3", games=1000),
    "symmetry, smarter": Contrast("smarter-canonical", "smarter-short", games=10_000),
}
"""Scores of one treatment, or what it gains, less those of another, by name."""


def check(study: Study) -> None:
    """Check that the document's tables of games can be read, if they are asked for."""
    if "combinations" in study.config["tables"]:
        read_printed(study.config["published"]["tables"]["games"])


def _last_sessions(evidence: Evidence) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Runs and windows, of chains of sessions those of the last one."""
    return first_player.last_sessions(evidence.runs, evidence.traces, CHAINS)


@needs(published=["games"])
@columns(COMBINATIONS)
def combinations(evidence: Evidence) -> pd.DataFrame:
    """Games of 3x3 by result and length, counted in three ways, beside the two tables of figure 3.1."""
    return combinations_beside(read_printed(evidence.published["tables"]["games"]), evidence.states)


@needs(treatments=PRINTED)
@columns(first_player.PUBLISHED_RESULTS)
def results(evidence: Evidence) -> pd.DataFrame:
    """The document's parameters and proportions beside ours, with draws counted apart."""
    runs, _ = evidence.once(_last_sessions)
    return first_player.published_results(runs, evidence.recipes, rows=PRINTED, countings=["apart"])


@needs(treatments=PRINTED, comparisons=PRINTED)
@columns(closest_readings.READING_OF_PUBLISHED | {"result": OneOf("Result", PRINTED)})
def readings(evidence: Evidence) -> pd.DataFrame:
    """The reading closest to each of the document's results, and the distance that wrong readings reach."""
    runs, _ = evidence.once(_last_sessions)
    return closest_readings.reading_of_published(
        runs, evidence.comparisons, evidence.recipes, rows=PRINTED, when=TRAINED
    )


@needs(comparisons=PRINTED)
@columns(closest_readings.COMMON_READING, treatments=tuple(PRINTED))
def common_reading(evidence: Evidence) -> pd.DataFrame:
    """The single reading closest to all of them."""
    return closest_readings.common_reading(evidence.runs, evidence.comparisons, rows=PRINTED, when=TRAINED)


@needs(treatments=[*(report.treatment for report in REPORTS.values()), *chain(*ALSO.values())])
@columns(further_session.ONE_SESSION | {"report": OneOf("Report", REPORTS)})
def one_session(evidence: Evidence) -> pd.DataFrame:
    """Probability that one more session of ours shows what the document reports, by reading."""
    countings = ["apart", "half", "first", "decided"]
    runs, traces = evidence.once(_last_sessions)
    return further_session.one_session(runs, traces, reports=REPORTS, also=ALSO, countings=countings, early=BEGINNING)


@columns(first_player.SHARES)
def shares(evidence: Evidence) -> pd.DataFrame:
    """First player's proportion of games, of every treatment."""
    runs, _ = evidence.once(_last_sessions)
    return first_player.shares(runs)


@columns(first_player.TREND)
def trend(evidence: Evidence) -> pd.DataFrame:
    """First player's proportion of the first games and of the last tenth, of every treatment."""
    runs, traces = evidence.once(_last_sessions)
    return first_player.trend(runs, traces, early=BEGINNING)


@needs(treatments=["3x3-long", "smarter"])
@columns(first_player.TREND)
def late_trend(evidence: Evidence) -> pd.DataFrame:
    """First player's proportion of games in the second half of the first million and the last tenth of ten million."""
    long = of_treatments(evidence.runs, ["3x3-long", "smarter"])
    return first_player.trend(long, evidence.traces, since=501_187, early=1_000_000)


@columns(first_player.FIRST_ADVANTAGE)
def first_advantage(evidence: Evidence) -> pd.DataFrame:
    """First player's proportion of decided games against one half, beside the result of best play where proved."""
    theory = {"3x3": "draw", "5x5": "draw", "smarter": "first", "infinite-three": "first"}
    runs, _ = evidence.once(_last_sessions)
    return first_player.first_advantage(runs, theory=theory)


@columns(learned_policies.POLICIES)
def policies(evidence: Evidence) -> pd.DataFrame:
    """Results of the final policies, of every treatment."""
    return learned_policies.policies(evidence.runs)


@columns(further_session.LOSING)
def losing(evidence: Evidence) -> pd.DataFrame:
    """Probability that policies of one more session of ours lose to a player that wins and prevents wins at once."""
    return further_session.losing(evidence.runs)


@columns(learned_policies.UNBEATABLE)
def unbeatable(evidence: Evidence) -> pd.DataFrame:
    """Sessions on 3x3 whose policies no reply beats."""
    return learned_policies.unbeatable(evidence.traces)


@columns(learned_policies.GAINS | {"quantity": OneOf("Quantity", GAINING)})
def gains(evidence: Evidence) -> pd.DataFrame:
    """Gain in score from ten times as many games of training."""
    return learned_policies.gains(evidence.traces, quantities=GAINING)


@columns(learned_policies.PACES)
def paces(evidence: Evidence) -> pd.DataFrame:
    """Games of training until policies have nine tenths of all points."""
    return learned_policies.paces(evidence.traces, level=0.9)


def _contrasted(row: Mapping[str, Any]) -> Sequence[str]:
    """Treatments behind a row of `contrasts`."""
    pair = CONTRASTS[row["pair"]]
    return [pair.of, pair.less]


@needs(treatments=[name for pair in CONTRASTS.values() for name in (pair.of, pair.less)])
@columns(learned_policies.CONTRASTS | {"pair": OneOf("Pair", CONTRASTS)}, treatments=_contrasted)
def contrasts(evidence: Evidence) -> pd.DataFrame:
    """Differences of scores between treatments, against the same opponents."""
    return learned_policies.contrasts(evidence.traces, pairs=CONTRASTS)


@columns(value_tables.TABLE_SIZES)
def table_sizes(evidence: Evidence) -> pd.DataFrame:
    """Stored estimates after a thousand games, ten times as many and so on."""
    games = [1000, 10_000, 100_000, 1_000_000]
    return value_tables.table_sizes(evidence.traces, evidence.recipes, evidence.states, games=games)


@columns(value_tables.COLLISIONS)
def collisions(evidence: Evidence) -> pd.DataFrame:
    """Look-ups that met the estimate of another position, where positions share keys; elsewhere none are looked for."""
    sharing = [name for name, recipe in evidence.recipes.items() if recipe["key"] in COLLIDING_KEYS]
    return value_tables.collisions(of_treatments(evidence.runs, sharing), evidence.recipes)


@columns(value_tables.TRAINING_GAMES)
def training_games(evidence: Evidence) -> pd.DataFrame:
    """Length, draws and growing areas of training games, of every treatment."""
    return value_tables.training_games(evidence.runs)
