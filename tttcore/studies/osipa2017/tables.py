"""Tables of Osipa (2017), each the function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.nine_board import stats
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns, of_treatments
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import summaries  # noqa: F401 - a table of the page, too

LAST = 30
"""Last step before the document's player searches deeper."""
MEASURED = ("described", "described-deeper", "first-three", "heuristic-0", "heuristic-2")
"""Treatments whose searches are measured, and that could be the document's player."""


@columns(stats.GAME_LENGTHS)
def lengths(evidence: Evidence) -> pd.DataFrame:
    """Lengths and results of games; the document mentions games of more than 40 moves, and one of 49."""
    return stats.game_lengths(evidence.runs, beyond=[40, 48])


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Moves of a game, compared pair by pair."""
    return shared.pairwise(evidence, overall=False)


@columns(stats.PRUNING)
def pruning(evidence: Evidence) -> pd.DataFrame:
    """Positions that pruning saves, by depth."""
    return stats.pruning(evidence.traces, evidence.stream)


@columns(stats.DEEPENING, treatments=["described"])
def deepening(evidence: Evidence) -> pd.DataFrame:
    """Searches of the document's player before and after it looks deeper."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="described", last=LAST)


@columns(stats.DEEPENING, treatments=["described-deeper"])
def deepening_deeper(evidence: Evidence) -> pd.DataFrame:
    """The same if depth counts plies after the move."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="described-deeper", last=LAST)


@columns(stats.DEEPENING, treatments=["first-three"])
def deepening_first(evidence: Evidence) -> pd.DataFrame:
    """The same with three plies from the first move on."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="first-three", last=LAST)


@columns(stats.DEEPENING, treatments=["heuristic-0"])
def deepening_nothing(evidence: Evidence) -> pd.DataFrame:
    """The same without a heuristic."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="heuristic-0", last=LAST)


@columns(stats.DEEPENING, treatments=["heuristic-2"])
def deepening_ways(evidence: Evidence) -> pd.DataFrame:
    """The same if winning moves are counted."""
    return stats.deepening(evidence.traces, evidence.stream, treatment="heuristic-2", last=LAST)


@columns(stats.DEPTH_FITS, treatments=["described", "always-four"])
def depth_fits(evidence: Evidence) -> pd.DataFrame:
    """First move from which depth 4 costs no more than the document's first search."""
    return stats.depth_fits(evidence.traces, evidence.stream, treatment="described", deeper="always-four", depth=4)


@columns(stats.TWO_GAMES)
def two_games(evidence: Evidence) -> pd.DataFrame:
    """Chances of what the document's figure of two games shows."""
    return stats.two_games(evidence.traces, treatments=MEASURED, last=LAST)


@columns(stats.SHUFFLING)
def shuffling(evidence: Evidence) -> pd.DataFrame:
    """Positions that shuffling moves saves, by depth."""
    return stats.shuffling(evidence.traces, evidence.stream)


@columns(stats.OPENINGS)
def openings(evidence: Evidence) -> pd.DataFrame:
    """Games that X wins by its first move, for the document's player and for one that looks six plies ahead."""
    return stats.openings(of_treatments(evidence.runs, ["openings", "openings-deep"]))


@columns(stats.RATINGS, treatments=["league"])
def ratings(evidence: Evidence) -> pd.DataFrame:
    """Ratings of all players."""
    return stats.ratings(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.HEURISTIC_DIFFERENCES, treatments=["league"])
def heuristics(evidence: Evidence) -> pd.DataFrame:
    """Differences of ratings between heuristics at the same depth."""
    return stats.heuristic_differences(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.RATING_DIFFERENCES, treatments=["league"])
def rating_differences(evidence: Evidence) -> pd.DataFrame:
    """Differences of ratings between any two players."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.RATING_DIFFERENCES, treatments=["meets-winning-moves"])
def controlled_or_ways(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one that counts winning moves."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-winning-moves")


@columns(stats.RATING_DIFFERENCES, treatments=["meets-nothing"])
def controlled_or_nothing(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one without a heuristic."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-nothing")


@columns(stats.RATING_DIFFERENCES, treatments=["meets-steady"])
def deeper_or_steady(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one that stays at depth 3."""
    return stats.rating_differences(evidence.runs, evidence.recipes, treatment="meets-steady")


@columns(stats.CROSSTABLE, treatments=["league"])
def crosstable(evidence: Evidence) -> pd.DataFrame:
    """Results of every player against every other."""
    return stats.crosstable(evidence.runs, evidence.recipes, treatment="league")


@columns(stats.PROOF_SUMMARY)
def proof_summary(evidence: Evidence) -> pd.DataFrame:
    """First ply from which the winner of a game is proved."""
    return stats.proof_summary(of_treatments(evidence.runs, ["proved"]))


@columns(stats.PROOFS)
def proofs(evidence: Evidence) -> pd.DataFrame:
    """Games whose winner is proved by each ply."""
    return stats.proofs(of_treatments(evidence.runs, ["proved"]))


@columns(stats.WORK_BY_MOVE)
def work_by_move(evidence: Evidence) -> pd.DataFrame:
    """Positions visited for each move."""
    return stats.work_by_move(evidence.traces)
