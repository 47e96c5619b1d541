"""Figures of Mrugała, Walczak, Szymczak, Żyła and Zalewski (2020), each a function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.tabular import figures
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOGETHER = [
    ["3x3", "5x5", "infinite", "smarter"],
    ["3x3", "3x3-wins-zero", "3x3-wins-zero-fixed", "3x3-all-zero"],
    [
        "3x3",
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
        "3x3-forgets",
        "3x3-random-ties",
    ],
    [
        "5x5",
        "5x5-listed",
        "5x5-wins-zero",
        "5x5-all-zero",
        "5x5-unowned",
        "5x5-python",
        "5x5-python-zero",
        "5x5-hash",
        "5x5-dead-ties",
        "5x5-random-ties",
    ],
    [
        "infinite",
        "infinite-listed",
        "infinite-all-zero",
        "infinite-unowned",
        "infinite-python",
        "infinite-hash",
        "infinite-random-ties",
    ],
    [
        "smarter",
        "smarter-short",
        "smarter-listed",
        "smarter-all-half",
        "smarter-all-zero",
        "smarter-python",
        "smarter-hash",
        "smarter-opening",
        "smarter-duplicates",
        "smarter-random-ties",
    ],
    ["3x3", "5x5", "infinite", "infinite-eager", "smarter", "smarter-canonical"],
    ["3x3-long", "3x3-wins-zero", "3x3-random-ties", "3x3-exploration-5"],
    ["3x3", "3x3-exploration-5", "3x3-exploration-10", "3x3-exploration-50", "3x3-step-1", "3x3-step-50"],
    ["3x3", "5x5", "infinite", "infinite-three", "smarter"],
    ["3x3", "5x5", "infinite", "infinite-three", "smarter"],
]
"""Treatments that one figure shows, whose colours differ therefore; those of a comparison differ anyway."""


def learning_curves(evidence: Evidence, title: str) -> "Figure":
    """Shares of games in each window of training, a line per treatment."""
    return figures.learning_curves(evidence, title=title, treatments=["3x3", "5x5", "infinite", "smarter"])


def learning_curves_readings(evidence: Evidence, title: str) -> "Figure":
    """Shares of games in each window of training, a line per treatment."""
    return figures.learning_curves(
        evidence,
        title=title,
        treatments=["3x3", "3x3-wins-zero", "3x3-wins-zero-fixed", "3x3-all-zero"],
        labels=["as described", "wins begin at 0", "wins begin at 0, target fixed", "all begin at 0"],
        counting=["apart", "decided"],
        published=[0.6, 0.667],
    )


def readings_3x3(evidence: Evidence, title: str) -> "Figure":
    """The first player's share of games, a row for each treatment."""
    return figures.shares_forest(
        evidence,
        title=title,
        treatments=[
            "3x3",
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
            "3x3-forgets",
            "3x3-random-ties",
        ],
        labels=[
            "as described",
            "the authors' program",
            "target fixed",
            "wins begin at 0",
            "wins begin at 0, target fixed",
            "draws begin at 0.5",
            "all begin at 0.5",
            "all begin at 0",
            "marks without owners",
            "Python's hash, all begin at 0",
            "marks hashed, all begin at 0",
            "early ties",
            "random moves forget",
            "random ties",
        ],
        when=["all", "last"],
        published=[0.6],
    )


def readings_5x5(evidence: Evidence, title: str) -> "Figure":
    """The first player's share of games, a row for each treatment."""
    return figures.shares_forest(
        evidence,
        title=title,
        treatments=[
            "5x5",
            "5x5-listed",
            "5x5-wins-zero",
            "5x5-all-zero",
            "5x5-unowned",
            "5x5-python",
            "5x5-python-zero",
            "5x5-hash",
            "5x5-dead-ties",
            "5x5-random-ties",
        ],
        labels=[
            "as described",
            "the authors' program",
            "wins begin at 0",
            "all begin at 0",
            "marks without owners",
            "Python's hash",
            "Python's hash, all begin at 0",
            "marks hashed, all begin at 0",
            "early ties",
            "random ties",
        ],
        when=["all", "last"],
        published=[0.56],
    )


def readings_infinite(evidence: Evidence, title: str) -> "Figure":
    """The first player's share of games, a row for each treatment."""
    return figures.shares_forest(
        evidence,
        title=title,
        treatments=[
            "infinite",
            "infinite-listed",
            "infinite-all-zero",
            "infinite-unowned",
            "infinite-python",
            "infinite-hash",
            "infinite-random-ties",
        ],
        labels=[
            "as described",
            "the authors' program",
            "all begin at 0",
            "marks without owners, all begin at 0",
            "Python's hash, all begin at 0",
            "marks hashed, all begin at 0",
            "random ties",
        ],
        counting=["apart"],
        when=["all", "last"],
        published=[0.57],
    )


def readings_smarter(evidence: Evidence, title: str) -> "Figure":
    """The first player's share of games, a row for each treatment."""
    return figures.shares_forest(
        evidence,
        title=title,
        treatments=[
            "smarter",
            "smarter-short",
            "smarter-listed",
            "smarter-all-half",
            "smarter-all-zero",
            "smarter-python",
            "smarter-hash",
            "smarter-opening",
            "smarter-duplicates",
            "smarter-random-ties",
        ],
        labels=[
            "as described",
            "as described, 300,000 games",
            "the authors' program",
            "all begin at 0.5",
            "all begin at 0",
            "Python's hash, all begin at 0",
            "marks hashed, all begin at 0",
            "first mark in 4x4",
            "duplicates",
            "random ties",
        ],
        counting=["apart"],
        when=["all", "last"],
        published=[0.63],
    )


def table_growth(evidence: Evidence, title: str) -> "Figure":
    """Stored values by games of training, a line per treatment; `positions` marks the number of all those of 3x3."""
    return figures.table_growth(
        evidence,
        title=title,
        treatments=["3x3", "5x5", "infinite", "infinite-eager", "smarter", "smarter-canonical"],
        labels=["3x3", "5x5", "infinite", "infinite, all thought of", "smarter", "smarter, alike as one"],
        positions=True,
    )


def policy_quality(evidence: Evidence, title: str) -> "Figure":
    """Rates of failure of policies by games of training, a line per treatment."""
    return figures.policy_quality(
        evidence,
        title=title,
        treatments=["3x3-long", "3x3-wins-zero", "3x3-random-ties", "3x3-exploration-5"],
        labels=["as described, 10 million games", "wins begin at 0", "random ties", "exploration 0.05"],
    )


def policy_quality_parameters(evidence: Evidence, title: str) -> "Figure":
    """Rates of failure of policies by games of training, a line per treatment."""
    return figures.policy_quality(
        evidence,
        title=title,
        treatments=[
            "3x3",
            "3x3-exploration-5",
            "3x3-exploration-10",
            "3x3-exploration-50",
            "3x3-step-1",
            "3x3-step-50",
        ],
        labels=["as described", "exploration 0.05", "exploration 0.1", "exploration 0.5", "step 0.01", "step 0.5"],
        measures=["random", "beatable"],
    )


def first_advantage(evidence: Evidence, title: str) -> "Figure":
    """The first player's share of decided games beside the result of best play, a row for each treatment."""
    return figures.first_advantage(
        evidence,
        title=title,
        treatments=["3x3", "5x5", "infinite", "infinite-three", "smarter"],
        published={"3x3": 0.6, "5x5": 0.56, "infinite": 0.57, "smarter": 0.63},
    )


def versus(evidence: Evidence, title: str) -> "Figure":
    """Results of greedy policies against baselines, a row of panels each, with a bar for each treatment."""
    return figures.versus(evidence, title=title, treatments=["3x3", "5x5", "infinite", "infinite-three", "smarter"])
