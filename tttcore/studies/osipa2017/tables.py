"""Tables of Osipa (2017), each the function of the name that its page and statements use."""

from collections.abc import Callable, Iterable

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import Study
from tttcore.stats import ratings as bradley_terry
from tttcore.stats import tables as shared
from tttcore.stats.columns import OneOf, columns, of_treatments
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import summaries  # noqa: F401 - a table of the page, too
from tttcore.studies.osipa2017 import deepening as deeper
from tttcore.studies.osipa2017 import outcomes, searches

BEYOND = (40, 48)
"""Moves; the document mentions games of more than 40, and one of 49."""
LAST = 30
"""Last step before the document's player searches deeper."""
MEASURED = ("described", "described-deeper", "first-three", "heuristic-0", "heuristic-2")
"""Treatments whose searches are measured, and that could be the document's player."""
RATED = ("league", "meets-winning-moves", "meets-nothing", "meets-steady")
"""Treatments whose players are rated."""


def _players(treatment: str) -> Callable[[Study], Iterable[str]]:
    """Function to the players of a treatment."""
    return lambda study: study.recipes[treatment]["players"]


def _pair_of(names: Iterable[object] | Callable[[Study], Iterable[object]]) -> dict[str, str]:
    """Columns of the two whose ratings a row compares, of these names."""
    return {"a": OneOf("First", names), "b": OneOf("Second", names)}


@columns(outcomes.GAME_LENGTHS | {"quantity": OneOf("Quantity", outcomes.quantities(BEYOND))})
def lengths(evidence: Evidence) -> pd.DataFrame:
    """Lengths and results of games; the document mentions games of more than 40 moves, and one of 49."""
    return outcomes.game_lengths(evidence.runs, beyond=BEYOND)


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Moves of a game, compared pair by pair."""
    return shared.pairwise(evidence, overall=False)


@columns(searches.PRUNING)
def pruning(evidence: Evidence) -> pd.DataFrame:
    """Positions that pruning saves, by depth."""
    return searches.pruning(evidence.traces, evidence.stream)


@columns(deeper.DEEPENING, treatments=["described"])
def deepening(evidence: Evidence) -> pd.DataFrame:
    """Searches of the document's player before and after its depth increases."""
    return deeper.deepening(evidence.traces, evidence.stream, treatment="described", last=LAST)


@columns(deeper.DEEPENING, treatments=["described-deeper"])
def deepening_deeper(evidence: Evidence) -> pd.DataFrame:
    """Table `deepening` if depth counts plies after the move."""
    return deeper.deepening(evidence.traces, evidence.stream, treatment="described-deeper", last=LAST)


@columns(deeper.DEEPENING, treatments=["first-three"])
def deepening_first(evidence: Evidence) -> pd.DataFrame:
    """Table `deepening` with three plies from the first move on."""
    return deeper.deepening(evidence.traces, evidence.stream, treatment="first-three", last=LAST)


@columns(deeper.DEEPENING, treatments=["heuristic-0"])
def deepening_nothing(evidence: Evidence) -> pd.DataFrame:
    """Table `deepening` without a heuristic."""
    return deeper.deepening(evidence.traces, evidence.stream, treatment="heuristic-0", last=LAST)


@columns(deeper.DEEPENING, treatments=["heuristic-2"])
def deepening_ways(evidence: Evidence) -> pd.DataFrame:
    """Table `deepening` for the heuristic that counts winning moves."""
    return deeper.deepening(evidence.traces, evidence.stream, treatment="heuristic-2", last=LAST)


@columns(deeper.FACTS, treatments=["described", "always-four"])
def depth_fits(evidence: Evidence) -> pd.DataFrame:
    """First move from which depth 4 costs no more than the document's first search."""
    return deeper.depth_fits(evidence.traces, evidence.stream, treatment="described", deeper="always-four", depth=4)


@needs(treatments=MEASURED)
@columns(deeper.TWO_GAMES)
def two_games(evidence: Evidence) -> pd.DataFrame:
    """Predictive p-values of what the document reports of its own games."""
    return deeper.two_games(evidence.runs, evidence.traces, treatments=MEASURED, last=LAST)


@columns(searches.SHUFFLING)
def shuffling(evidence: Evidence) -> pd.DataFrame:
    """Positions that shuffling moves saves, by depth."""
    return searches.shuffling(evidence.traces, evidence.stream)


@needs(treatments=["openings", "openings-deep"])
@columns(outcomes.OPENINGS)
def openings(evidence: Evidence) -> pd.DataFrame:
    """Games that X wins by its first move, for the document's player and for one that looks six plies ahead."""
    return outcomes.openings(of_treatments(evidence.runs, ["openings", "openings-deep"]))


@columns(bradley_terry.RATINGS, treatments=["league"])
def ratings(evidence: Evidence) -> pd.DataFrame:
    """Ratings of all players."""
    return bradley_terry.ratings(*_games(evidence, "league"))


@columns(bradley_terry.HEURISTIC_DIFFERENCES | _pair_of(range(3)), treatments=["league"])
def heuristics(evidence: Evidence) -> pd.DataFrame:
    """Differences of ratings between heuristics at the same depth."""
    return bradley_terry.heuristic_differences(*_games(evidence, "league"))


@columns(bradley_terry.DIFFERENCES | _pair_of(_players("league")), treatments=["league"])
def rating_differences(evidence: Evidence) -> pd.DataFrame:
    """Differences of ratings between any two players."""
    return bradley_terry.rating_differences(*_games(evidence, "league"))


@columns(bradley_terry.DIFFERENCES | _pair_of(_players("meets-winning-moves")), treatments=["meets-winning-moves"])
def controlled_or_ways(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one that counts winning moves."""
    return bradley_terry.rating_differences(*_games(evidence, "meets-winning-moves"))


@columns(bradley_terry.DIFFERENCES | _pair_of(_players("meets-nothing")), treatments=["meets-nothing"])
def controlled_or_nothing(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one without a heuristic."""
    return bradley_terry.rating_differences(*_games(evidence, "meets-nothing"))


@columns(bradley_terry.DIFFERENCES | _pair_of(_players("meets-steady")), treatments=["meets-steady"])
def deeper_or_steady(evidence: Evidence) -> pd.DataFrame:
    """The document's player against one that stays at depth 3."""
    return bradley_terry.rating_differences(*_games(evidence, "meets-steady"))


@columns(bradley_terry.CROSSTABLE, treatments=["league"])
def crosstable(evidence: Evidence) -> pd.DataFrame:
    """Results of every player against every other."""
    return bradley_terry.crosstable(*_games(evidence, "league"))


@columns(searches.WORK_BY_MOVE)
def work_by_move(evidence: Evidence) -> pd.DataFrame:
    """Positions visited for each move."""
    return searches.work_by_move(evidence.traces)


def check(study: Study) -> None:
    """Check that treatments whose players are rated have two or more; else ConfigError."""
    for treatment in RATED:
        if treatment in study.recipes and len(study.recipes[treatment]["players"]) < 2:
            raise ConfigError(f"treatments.{treatment}.players: has a single player; needs two or more")


def _games(evidence: Evidence, treatment: str) -> tuple[pd.DataFrame, bradley_terry.Players]:
    """Games of a treatment, and its players."""
    return of_treatments(evidence.runs, [treatment]), evidence.recipes[treatment]["players"]
