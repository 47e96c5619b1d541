"""Figures of Post (1999), each a function of the name that its page uses, with _ for -."""

from functools import partial
from typing import TYPE_CHECKING

from tttcore.engines.genies.figures import evolution, scaling
from tttcore.engines.genies.figures.run_selectors import like, most, replicates
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures import runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOGETHER = [
    ["cube", "cube-zero", "equal", "cube-draw", "tesseract"],
    ["square6", "cube6"],
    ["cube", "cube-zero", "cube-signed", "cube-smart", "cube-drift"],
    ["cube", "cube-zero", "tesseract", "equal", "equal-10000"],
]
"""Treatments that one figure shows, whose colours differ therefore; those of a comparison differ anyway."""


def figure_1_work_by_dimensions(evidence: Evidence, title: str) -> "Figure":
    """Work of games along a series of boards, with fitted laws of growth."""
    return scaling.growth(evidence, title=title, series="dimensions", xlabel="Dimensions")


def figure_2_work_by_edge(evidence: Evidence, title: str) -> "Figure":
    """Work of games along a series of boards, with fitted laws of growth."""
    return scaling.growth(evidence, title=title, series="edge", xlabel="Cells along an edge")


def figure_3_cube(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence, title=title, treatment="cube", runs=partial(replicates, numbers=[0, 1, 2, 3, 4]), ceiling=125
    )


def figure_4_tesseract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence,
        title=title,
        treatment="tesseract-5000",
        runs=partial(like, generations=[2600]),
        published=[2600],
        ceiling=125,
    )


def figure_5_penteract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence,
        title=title,
        treatment="penteract",
        runs=partial(like, generations=[300]),
        published=[300],
        ceiling=125,
    )


def figure_6_equal(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence, title=title, treatment="equal", runs=partial(replicates, numbers=[0, 1, 2]), ceiling=160
    )


def figure_7_8_abrupt_and_paused(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence,
        title=title,
        treatment="equal",
        runs=partial(like, generations=[500, 1100]),
        published=[500, 1100],
        ceiling=160,
    )


def most_abrupt(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence, title=title, treatment="equal", runs=partial(most, trait="abrupt", count=2), ceiling=160
    )


def longest_pauses(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs."""
    return evolution.score_traces(
        evidence, title=title, treatment="equal", runs=partial(most, trait="pause", count=2), ceiling=160
    )


def figure_9_genes(evidence: Evidence, title: str) -> "Figure":
    """Mean final genes, beside those of as many first runs as the document had."""
    return evolution.gene_bars(
        evidence,
        title=title,
        treatments=["cube", "cube-zero", "equal", "cube-draw", "tesseract"],
        labels=["from 0 to 9", "from zeros", "5 + 5, 5,000 generations", "draw goal", "4-D"],
    )


def figure_10_genes_edge_6(evidence: Evidence, title: str) -> "Figure":
    """Mean final genes, beside those of as many first runs as the document had."""
    return evolution.gene_bars(evidence, title=title, treatments=["square6", "cube6"], labels=["2-D", "3-D"])


def genes_by_start(evidence: Evidence, title: str) -> "Figure":
    """Mean final genes, beside those of as many first runs as the document had."""
    return evolution.gene_bars(
        evidence,
        title=title,
        treatments=["cube", "cube-zero", "cube-signed", "cube-smart", "cube-drift"],
        labels=["from 0 to 9", "from zeros", "from -5 to 5", "from strategy 3", "from 0 to 9, drift alone"],
    )


def five_of_many(evidence: Evidence, title: str) -> "Figure":
    """Distribution of the number of successes among as few runs as the document's, a row for each treatment."""
    return evolution.small_samples(
        evidence,
        title=title,
        treatments=["cube", "cube-zero", "tesseract", "equal", "equal-10000"],
        within=[1000, 1000, 1000, 5000, 10000],
        labels=["3-D from 0 to 9", "3-D from zeros", "4-D", "5 + 5", "5 + 5, 10,000"],
        published={"3-D from 0 to 9": 5, "3-D from zeros": 5, "4-D": 2, "5 + 5": 3},
    )


def survival_starts(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="starts", last_generation=1000, outcome="success")


def survival_families(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="families", last_generation=10000, outcome="success")


def survival_boards(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="boards", last_generation=1000, outcome="success")


def survival_mutation(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="mutation", last_generation=1000, outcome="success")


def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="readings", last_generation=1000, outcome="success")


def survival_given_up(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="given up", last_generation=1000, outcome="success")


def survival_given_up_longer(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="given up, longer", last_generation=5000, outcome="success")


def family_tree(evidence: Evidence, title: str) -> "Figure":
    """Lives and births in the last generations of a run, with the line of descent of its best Genie."""
    return evolution.family_tree(evidence, title=title, treatment="cube", replicate=0, last=60)
