"""Tables of Osipa (2017), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.nine_board import stats
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns, of_treatments
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import summaries

__all__ = [
    "controlled_or_nothing",
    "controlled_or_ways",
    "crosstable",
    "deepening",
    "deepening_deeper",
    "deepening_first",
    "deepening_nothing",
    "deepening_ways",
    "deeper_or_steady",
    "depth_fits",
    "heuristics",
    "lengths",
    "openings",
    "pairwise",
    "proof_summary",
    "proofs",
    "pruning",
    "rating_differences",
    "ratings",
    "shuffling",
    "summaries",
    "two_games",
    "work_by_move",
]


@columns(stats.GAME_LENGTHS)
def lengths(evidence: Evidence) -> pd.DataFrame:
    """Lengths and results of games, a row per treatment and quantity."""
    return stats.game_lengths(evidence.runs, beyond=[40, 48])


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups of each set."""
    return shared.pairwise(evidence, resamples=2000, overall=False)


@columns(stats.PRUNING)
def pruning(evidence: Evidence) -> pd.DataFrame:
    """Positions saved by pruning, a row per treatment and depth, then over all depths, then over all treatments."""
    return stats.pruning(evidence.traces, evidence.stream)


@columns(stats.DEEPENING)
def deepening(evidence: Evidence) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="described", last=30)


@columns(stats.DEEPENING)
def deepening_deeper(evidence: Evidence) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="described-deeper", last=30)


@columns(stats.DEEPENING)
def deepening_first(evidence: Evidence) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="first-three", last=30)


@columns(stats.DEEPENING)
def deepening_nothing(evidence: Evidence) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="heuristic-0", last=30)


@columns(stats.DEEPENING)
def deepening_ways(evidence: Evidence) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="heuristic-2", last=30)


@columns(stats.DEPTH_FITS)
def depth_fits(evidence: Evidence) -> pd.DataFrame:
    """First step at which searches to some depth fit into what the first search takes, with bootstrap intervals."""
    return stats.depth_fits(evidence.traces, evidence.stream, treatment="described", deeper="always-four", depth=4)


@columns(stats.TWO_GAMES)
def two_games(evidence: Evidence) -> pd.DataFrame:
    """Chance that a figure of two different games shows what a document reports of its own, for each treatment."""
    return stats.two_games(
        evidence.traces,
        treatments=["described", "described-deeper", "first-three", "heuristic-0", "heuristic-2"],
        last=30,
    )


@columns(stats.SHUFFLING)
def shuffling(evidence: Evidence) -> pd.DataFrame:
    """Positions saved by shuffling moves before pruning instead of trying them in rising order; rows as of `pruning`."""
    return stats.shuffling(evidence.traces, evidence.stream)


@columns(stats.OPENINGS)
def openings(evidence: Evidence) -> pd.DataFrame:
    """Share of games that X wins by its first move: for each treatment 81 openings, their 15 classes, and tests."""
    return stats.openings(of_treatments(evidence.runs, ["openings", "openings-deep"]))


@columns(stats.RATINGS)
def ratings(evidence: Evidence) -> pd.DataFrame:
    """Ratings of the players."""
    return stats.ratings(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.HEURISTIC_DIFFERENCES)
def heuristics(evidence: Evidence) -> pd.DataFrame:
    """Differences between the ratings of any two heuristics."""
    return stats.heuristic_differences(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.RATING_DIFFERENCES)
def rating_differences(evidence: Evidence) -> pd.DataFrame:
    """Differences between the ratings of any two players."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.RATING_DIFFERENCES)
def controlled_or_ways(evidence: Evidence) -> pd.DataFrame:
    """Differences between the ratings of any two players."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-winning-moves")


@columns(stats.RATING_DIFFERENCES)
def controlled_or_nothing(evidence: Evidence) -> pd.DataFrame:
    """Differences between the ratings of any two players."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-nothing")


@columns(stats.RATING_DIFFERENCES)
def deeper_or_steady(evidence: Evidence) -> pd.DataFrame:
    """Differences between the ratings of any two players."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-steady")


@columns(stats.CROSSTABLE)
def crosstable(evidence: Evidence) -> pd.DataFrame:
    """Results of every player against every other."""
    return stats.crosstable(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.PROOF_SUMMARY)
def proof_summary(evidence: Evidence) -> pd.DataFrame:
    """First ply from which the winner of games is proved, a row per treatment."""
    return stats.proof_summary(evidence.runs, treatments=["proved"])


@columns(stats.PROOFS)
def proofs(evidence: Evidence) -> pd.DataFrame:
    """Share of games whose winner is proved by each ply, a row per treatment and ply."""
    return stats.proofs(evidence.runs, treatments=["proved"])


@columns(stats.WORK_BY_MOVE)
def work_by_move(evidence: Evidence) -> pd.DataFrame:
    """Mean work of each move, a row per treatment and step."""
    return stats.work_by_move(evidence.traces)
