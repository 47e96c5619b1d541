"""Tables of Mrugała, Walczak, Szymczak, Żyła and Zalewski (2020), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.tabular import stats
from tttcore.engines.tabular.stats.contrasts import Contrast
from tttcore.engines.tabular.stats.one_session import Report
from tttcore.engines.tabular.stats.published import Shares
from tttcore.stats.columns import columns, of_treatments
from tttcore.stats.evidence import Evidence
from tttcore.studies.mrugala2020 import stats as own


@columns(own.COMBINATIONS)
def combinations(evidence: Evidence) -> pd.DataFrame:
    """Numbers of games by result and length."""
    return own.combinations(
        evidence.states,
        evidence.published,
        printed="games",
        counted={"games": "left", "state paths": "right", "games up to symmetry": "right"},
    )


@columns(stats.PUBLISHED_RESULTS)
def results(evidence: Evidence) -> pd.DataFrame:
    """Parameters and shares of the document's tests beside our shares, a row per treatment and counting."""
    return stats.published_results(
        evidence.runs,
        evidence.recipes,
        rows={
            "3x3": Shares(first=0.6, second=0.4),
            "5x5": Shares(first=0.56, second=0.44),
            "infinite": Shares(first=0.57, second=0.43),
            "smarter": Shares(first=0.63, second=0.37),
        },
        countings=["apart"],
    )


@columns(stats.READING_OF_PUBLISHED)
def readings(evidence: Evidence) -> pd.DataFrame:
    """Readings that reproduce each of the document's results, a row per result."""
    return stats.reading_of_published(
        evidence.runs,
        evidence.comparisons,
        evidence.recipes,
        rows={
            "3x3": Shares(first=0.6, second=0.4),
            "5x5": Shares(first=0.56, second=0.44),
            "infinite": Shares(first=0.57, second=0.43),
            "smarter": Shares(first=0.63, second=0.37),
        },
        readings={"3x3": "3x3", "5x5": "5x5", "infinite": "infinite", "smarter": "smarter"},
        when=["all", "last"],
    )


@columns(stats.COMMON_READING)
def common_reading(evidence: Evidence) -> pd.DataFrame:
    """The reading that comes closest to all of the document's results at once, in a single row."""
    return stats.common_reading(
        evidence.runs,
        evidence.comparisons,
        rows={
            "3x3": Shares(first=0.6, second=0.4),
            "5x5": Shares(first=0.56, second=0.44),
            "infinite": Shares(first=0.57, second=0.43),
            "smarter": Shares(first=0.63, second=0.37),
        },
        readings={"3x3": "3x3", "5x5": "5x5", "infinite": "infinite", "smarter": "smarter"},
        when=["all", "last"],
    )


@columns(stats.ONE_SESSION)
def one_session(evidence: Evidence) -> pd.DataFrame:
    """Reports of single sessions beside the predictions of our sessions, a row per report, treatment and counting."""
    return stats.one_session(
        evidence.runs,
        evidence.traces,
        early=4000,
        countings=["apart", "half", "first", "decided"],
        also={
            "3x3": [
                "3x3-listed",
                "3x3-fixed",
                "3x3-wins-zero",
                "3x3-wins-zero-fixed",
                "3x3-draws-open",
                "3x3-all-half",
                "3x3-all-zero",
                "3x3-unowned",
                "3x3-python",
                "3x3-hash",
                "3x3-dead-ties",
                "3x3-random-ties",
                "3x3-forgets",
            ],
            "5x5": [
                "5x5-listed",
                "5x5-wins-zero",
                "5x5-all-zero",
                "5x5-unowned",
                "5x5-hash",
                "5x5-python-zero",
                "5x5-dead-ties",
                "5x5-random-ties",
            ],
            "infinite": [
                "infinite-listed",
                "infinite-all-zero",
                "infinite-unowned",
                "infinite-python",
                "infinite-hash",
                "infinite-random-ties",
            ],
            "smarter": [
                "smarter-listed",
                "smarter-all-half",
                "smarter-all-zero",
                "smarter-hash",
                "smarter-python",
                "smarter-random-ties",
                "smarter-opening",
            ],
        },
        shares={
            "3x3 first": Report(treatment="3x3", counting="apart", what="all", low=0.595, high=0.605),
            "5x5 first": Report(treatment="5x5", counting="apart", what="all", low=0.555, high=0.565),
            "infinite first": Report(treatment="infinite", counting="apart", what="all", low=0.565, high=0.575),
            "smarter first": Report(treatment="smarter", counting="apart", what="all", low=0.625, high=0.635),
            "more than half": Report(treatment="3x3", counting="apart", what="early", low=0.5, high=0.55),
            "two thirds": Report(treatment="3x3", counting="apart", what="last", low=0.633, high=0.708),
            "rise": Report(treatment="3x3", counting="apart", what="rise", low=0.083, high=0.208),
        },
    )


@columns(stats.SHARES)
def shares(evidence: Evidence) -> pd.DataFrame:
    """The first player's share of games, a row per treatment, counting and games."""
    return stats.shares(evidence.runs)


@columns(stats.TREND)
def trend(evidence: Evidence) -> pd.DataFrame:
    """Change of the first player's share from a stretch of training to its last tenth, paired by session."""
    return stats.trend(evidence.runs, evidence.traces, early=4000)


@columns(stats.TREND)
def late_trend(evidence: Evidence) -> pd.DataFrame:
    """Change of the first player's share from a stretch of training to its last tenth, paired by session."""
    return stats.trend(
        of_treatments(evidence.runs, ["3x3-long", "smarter"]), evidence.traces, since=500000, early=1000000
    )


@columns(stats.FIRST_ADVANTAGE)
def first_advantage(evidence: Evidence) -> pd.DataFrame:
    """The first player's share of decided games against one half, a row per treatment and choice of games."""
    return stats.first_advantage(
        evidence.runs, theory={"3x3": "draw", "5x5": "draw", "smarter": "first", "infinite-three": "first"}
    )


@columns(stats.POLICIES)
def policies(evidence: Evidence) -> pd.DataFrame:
    """Results of final policies, a row per treatment, seat and opponent."""
    return stats.policies(evidence.runs)


@columns(stats.UNBEATABLE)
def unbeatable(evidence: Evidence) -> pd.DataFrame:
    """Share of sessions with unbeatable policies, and games of training until then, a row per treatment and seat."""
    return stats.unbeatable(evidence.traces)


@columns(stats.GAINS)
def gains(evidence: Evidence) -> pd.DataFrame:
    """Improvement of policies by ten times as much training, a row per treatment, quantity and step."""
    return stats.gains(evidence.traces)


@columns(stats.PACES)
def paces(evidence: Evidence) -> pd.DataFrame:
    """Games of training until policies first reach a score, a row per treatment, seat and opponent."""
    return stats.paces(evidence.traces, level=0.9)


@columns(stats.CONTRASTS)
def contrasts(evidence: Evidence) -> pd.DataFrame:
    """Differences of scores (games won and half of those drawn), a row per pair, seat and opponent known for both."""
    return stats.contrasts(
        evidence.traces,
        pairs={
            "neighbourhoods": Contrast(of="smarter-short", less="infinite-three", games=100000),
            "finite": Contrast(of="3x3", less="infinite", games=100000),
            "random ties": Contrast(of="3x3-random-ties", less="3x3"),
            "random ties on 5x5": Contrast(of="5x5-random-ties", less="5x5"),
            "fixed target": Contrast(of="3x3-fixed", less="3x3"),
            "early ties": Contrast(of="3x3-dead-ties", less="3x3"),
            "draws begin at 0.5": Contrast(of="3x3-draws-open", less="3x3"),
            "random moves forget": Contrast(of="3x3-forgets", less="3x3"),
            "marks without owners": Contrast(of="3x3-unowned", less="3x3"),
            "draws fed 0.5": Contrast(of="3x3-draw-half", less="3x3"),
            "exploration 0.05": Contrast(of="3x3-exploration-5", less="3x3"),
            "exploration 0.1": Contrast(of="3x3-exploration-10", less="3x3"),
            "exploration 0.5": Contrast(of="3x3-exploration-50", less="3x3"),
            "step 0.01": Contrast(of="3x3-step-1", less="3x3"),
            "step 0.5": Contrast(of="3x3-step-50", less="3x3"),
            "cells near to several marks": Contrast(of="smarter-duplicates", less="smarter-short"),
            "symmetry": Contrast(of="3x3-canonical", less="3x3", games=1000),
            "symmetry, smarter": Contrast(of="smarter-canonical", less="smarter-short", games=10000),
        },
    )


@columns(stats.TABLE_SIZES)
def table_sizes(evidence: Evidence) -> pd.DataFrame:
    """Stored values by games of training, a row per treatment and number of games."""
    return stats.table_sizes(evidence.traces, evidence.recipes, evidence.states, games=[1000, 10000, 100000, 1000000])


@columns(stats.COLLISIONS)
def collisions(evidence: Evidence) -> pd.DataFrame:
    """Collisions of keys, look-ups that met the value of another position, a row per treatment."""
    return stats.collisions(
        of_treatments(
            evidence.runs,
            [
                "3x3-unowned",
                "3x3-python",
                "3x3-hash",
                "5x5-unowned",
                "5x5-python",
                "5x5-python-zero",
                "5x5-hash",
                "infinite-unowned",
                "infinite-python",
                "infinite-hash",
                "smarter-python",
                "smarter-hash",
            ],
        ),
        evidence.recipes,
    )


@columns(stats.TRAINING_GAMES)
def training_games(evidence: Evidence) -> pd.DataFrame:
    """Length, draws and growing areas of training games, a row per treatment."""
    return stats.training_games(evidence.runs)
