"""Figures of Mrugała et al. (2020), each the function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.tabular import figures
from tttcore.plots.evidence import Evidence
from tttcore.studies.mrugala2020.tables import PRINTED, TRAINED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TESTS = tuple(PRINTED)
"""Treatments that stand for the document's four tests."""
BOARDS = ("3x3", "5x5", "infinite", "infinite-three", "smarter")
"""These, and the infinite board with three in a row, as with smarter moves."""
WINS_AT_ZERO = {
    "3x3": "as described",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-wins-zero-fixed": "wins begin at 0, target fixed",
    "3x3-all-zero": "all begin at 0",
}
"""Readings of what estimates are at the start, under some of which the share rises, and what the figure calls them."""
READINGS_3X3 = {
    "3x3": "as described",
    "3x3-listed": "the authors' program",
    "3x3-fixed": "target fixed",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-wins-zero-fixed": "wins begin at 0, target fixed",
    "3x3-draws-open": "draws begin at 0.5",
    "3x3-all-half": "all begin at 0.5",
    "3x3-all-zero": "all begin at 0",
    "3x3-unowned": "marks without owners",
    "3x3-python": "Python's hash, all begin at 0",
    "3x3-hash": "marks hashed, all begin at 0",
    "3x3-dead-ties": "early ties",
    "3x3-forgets": "random moves forget",
    "3x3-random-ties": "random ties",
}
"""All readings of the test on 3x3."""
READINGS_5X5 = {
    "5x5": "as described",
    "5x5-listed": "the authors' program",
    "5x5-wins-zero": "wins begin at 0",
    "5x5-all-zero": "all begin at 0",
    "5x5-unowned": "marks without owners",
    "5x5-python": "Python's hash",
    "5x5-python-zero": "Python's hash, all begin at 0",
    "5x5-hash": "marks hashed, all begin at 0",
    "5x5-dead-ties": "early ties",
    "5x5-random-ties": "random ties",
}
"""Those of the test on 5x5."""
READINGS_INFINITE = {
    "infinite": "as described",
    "infinite-listed": "the authors' program",
    "infinite-all-zero": "all begin at 0",
    "infinite-unowned": "marks without owners, all begin at 0",
    "infinite-python": "Python's hash, all begin at 0",
    "infinite-hash": "marks hashed, all begin at 0",
    "infinite-random-ties": "random ties",
}
"""Those of the test on the infinite board."""
READINGS_SMARTER = {
    "smarter": "as described",
    "smarter-short": "as described, 300,000 games",
    "smarter-listed": "the authors' program",
    "smarter-all-half": "all begin at 0.5",
    "smarter-all-zero": "all begin at 0",
    "smarter-python": "Python's hash, all begin at 0",
    "smarter-hash": "marks hashed, all begin at 0",
    "smarter-opening": "first mark in 4x4",
    "smarter-duplicates": "duplicates",
    "smarter-random-ties": "random ties",
}
"""Those of the test with smarter moves."""
STORED = {
    "3x3": "3x3",
    "5x5": "5x5",
    "infinite": "infinite",
    "infinite-eager": "infinite, all thought of",
    "smarter": "smarter",
    "smarter-canonical": "smarter, alike as one",
}
"""Treatments by what their tables store."""
STRONGEST = {
    "3x3-long": "as described, 10 million games",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-random-ties": "random ties",
    "3x3-exploration-5": "exploration 0.05",
}
"""Treatments whose policies on 3x3 may be strong."""
PARAMETERS = {
    "3x3": "as described",
    "3x3-exploration-5": "exploration 0.05",
    "3x3-exploration-10": "exploration 0.1",
    "3x3-exploration-50": "exploration 0.5",
    "3x3-step-1": "step 0.01",
    "3x3-step-50": "step 0.5",
}
"""Treatments by exploration and step."""
TOGETHER = [
    TESTS, WINS_AT_ZERO, READINGS_3X3, READINGS_5X5, READINGS_INFINITE, READINGS_SMARTER, STORED, STRONGEST, PARAMETERS,
    BOARDS,
]  # fmt: skip
"""Treatments that stand in one figure, so that their colours differ."""


def learning_curves(evidence: Evidence, title: str) -> "Figure":
    """Shares of games that the first player wins, and of drawn ones, in each window of training of the four tests."""
    curves = ["apart", "decided", "drawn"]
    return figures.learning_curves(evidence, title=title, treatments=TESTS, curves=curves)


def learning_curves_readings(evidence: Evidence, title: str) -> "Figure":
    """The same on 3x3, by what estimates are at the start, beside 60% of all games and 2/3 at the end of training."""
    return figures.learning_curves(
        evidence, title=title, treatments=WINS_AT_ZERO, curves=["apart", "decided"], published=[0.6, 0.667]
    )


def readings_3x3(evidence: Evidence, title: str) -> "Figure":
    """First player's share of games on 3x3, by reading and by how draws are counted."""
    share = PRINTED["3x3"].first
    return figures.shares_forest(evidence, title=title, treatments=READINGS_3X3, when=TRAINED, published=share)


def readings_5x5(evidence: Evidence, title: str) -> "Figure":
    """The same on 5x5."""
    share = PRINTED["5x5"].first
    return figures.shares_forest(evidence, title=title, treatments=READINGS_5X5, when=TRAINED, published=share)


def readings_infinite(evidence: Evidence, title: str) -> "Figure":
    """The same on the infinite board, where nothing is drawn."""
    share = PRINTED["infinite"].first
    return figures.shares_forest(
        evidence, title=title, treatments=READINGS_INFINITE, countings=["apart"], when=TRAINED, published=share
    )


def readings_smarter(evidence: Evidence, title: str) -> "Figure":
    """The same with smarter moves, where nothing is drawn either."""
    share = PRINTED["smarter"].first
    return figures.shares_forest(
        evidence, title=title, treatments=READINGS_SMARTER, countings=["apart"], when=TRAINED, published=share
    )


def table_growth(evidence: Evidence, title: str) -> "Figure":
    """Stored estimates by games of training, beside the number of positions of 3x3."""
    return figures.table_growth(evidence, title=title, treatments=STORED)


def policy_quality(evidence: Evidence, title: str) -> "Figure":
    """Games that policies of 3x3 lose, and whether they can be beaten, by games of training."""
    measures = ["random", "careful", "perfect", "beatable"]
    return figures.policy_quality(evidence, title=title, treatments=STRONGEST, measures=measures)


def policy_quality_parameters(evidence: Evidence, title: str) -> "Figure":
    """The same by exploration and step."""
    return figures.policy_quality(evidence, title=title, treatments=PARAMETERS, measures=["random", "beatable"])


def first_advantage(evidence: Evidence, title: str) -> "Figure":
    """First player's share of decided games beside the result of best play."""
    published = {name: shares.first for name, shares in PRINTED.items()}
    return figures.first_advantage(evidence, title=title, treatments=BOARDS, published=published)


def versus(evidence: Evidence, title: str) -> "Figure":
    """Results of the final policies against two players that don't learn."""
    return figures.versus(evidence, title=title, treatments=BOARDS)
