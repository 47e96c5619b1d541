"""Figures of Post (1999), each the function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.genies.figures import evolution, scaling
from tttcore.engines.genies.figures.run_selectors import first, like, most
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures import runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CEILING, CEILING_OF_FIVE = 125, 160
"""The document's highest averages: of nine evolving Genies against one, and of five against five."""
EDGE_4 = {
    "cube": "from 0 to 9",
    "cube-zero": "from zeros",
    "equal": "5 + 5, 5,000 generations",
    "cube-draw": "draw goal",
    "tesseract": "4-D",
}
"""Treatments whose genes the document shows in Figure 9."""
EDGE_6 = {"square6": "2-D", "cube6": "3-D"}
"""The same in Figure 10."""
STARTS = {
    "cube": "from 0 to 9",
    "cube-zero": "from zeros",
    "cube-signed": "from -5 to 5",
    "cube-smart": "from strategy 3",
    "cube-drift": "from 0 to 9, drift alone",
}
"""Treatments by their genes at the start."""
FEW_RUNS = {
    "3-D from 0 to 9": ("cube", 1000),
    "3-D from zeros": ("cube-zero", 1000),
    "4-D": ("tesseract", 1000),
    "5 + 5": ("equal", 5000),
    "5 + 5, 10,000": ("equal-10000", 10000),
}
"""Treatments and generations of which the document had five runs, or should have had."""
SUCCESSES = {"3-D from 0 to 9": 5, "3-D from zeros": 5, "4-D": 2, "5 + 5": 3}
"""Successes among its five runs."""
TOGETHER = [
    EDGE_4,
    EDGE_6,
    STARTS,
    "starts",
    "families",
    "boards",
    "mutation",
    "readings",
    "given up",
    "given up, longer",
    [treatment for treatment, _ in FEW_RUNS.values()],
]
"""Treatments, or comparisons of these, that stand in one figure, so that their colours differ."""


def figure_1_work_by_dimensions(evidence: Evidence, title: str) -> "Figure":
    """Work of a game at edge 4."""
    return scaling.growth(evidence, title=title, series="dimensions")


def figure_2_work_by_edge(evidence: Evidence, title: str) -> "Figure":
    """Work of a game in three dimensions."""
    return scaling.growth(evidence, title=title, series="edge")


def figure_3_cube(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in three dimensions, first runs."""
    replicates = first(evidence, "cube", 5)
    return evolution.score_traces(evidence, title=title, treatment="cube", replicates=replicates, ceiling=CEILING)


def figure_4_tesseract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in four dimensions, of a run like the document's."""
    return _like(evidence, title, "tesseract-5000", [2600], CEILING)


def figure_5_penteract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in five dimensions, of a run like the document's."""
    return _like(evidence, title, "penteract", [300], CEILING)


def figure_6_equal(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, first runs."""
    replicates = first(evidence, "equal", 3)
    return evolution.score_traces(
        evidence, title=title, treatment="equal", replicates=replicates, ceiling=CEILING_OF_FIVE
    )


def figure_7_8_abrupt_and_paused(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of runs like the document's."""
    return _like(evidence, title, "equal", [500, 1100], CEILING_OF_FIVE)


def most_abrupt(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of the runs with the most abrupt rises."""
    replicates = most(evidence, "equal", "steepest_share", 2)
    return evolution.score_traces(
        evidence, title=title, treatment="equal", replicates=replicates, ceiling=CEILING_OF_FIVE
    )


def longest_pauses(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of the runs with the longest pauses."""
    replicates = most(evidence, "equal", "longest_pause", 2)
    return evolution.score_traces(
        evidence, title=title, treatment="equal", replicates=replicates, ceiling=CEILING_OF_FIVE
    )


def _like(evidence: Evidence, title: str, treatment: str, generations: list[int], ceiling: int) -> "Figure":
    """Average lifeScores of the runs that succeed when the document's did."""
    replicates = like(evidence, treatment, generations)
    return evolution.score_traces(
        evidence, title=title, treatment=treatment, replicates=replicates, published=generations, ceiling=ceiling
    )


def figure_9_genes(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 4."""
    return evolution.gene_bars(evidence, title=title, treatments=EDGE_4)


def figure_10_genes_edge_6(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 6."""
    return evolution.gene_bars(evidence, title=title, treatments=EDGE_6)


def genes_by_start(evidence: Evidence, title: str) -> "Figure":
    """Final genes in three dimensions, by the genes at the start."""
    return evolution.gene_bars(evidence, title=title, treatments=STARTS)


def five_of_many(evidence: Evidence, title: str) -> "Figure":
    """Chances of each number of successes among five runs, beside the document's number."""
    return evolution.small_samples(evidence, title=title, groups=FEW_RUNS, published=SUCCESSES)


def survival_starts(evidence: Evidence, title: str) -> "Figure":
    """Runs still without success, by the genes at the start."""
    return runs.survival(evidence, title=title, set="starts", last_generation=1000, outcome="success")


def survival_families(evidence: Evidence, title: str) -> "Figure":
    """The same by the sizes of the families."""
    return runs.survival(evidence, title=title, set="families", last_generation=10000, outcome="success")


def survival_boards(evidence: Evidence, title: str) -> "Figure":
    """The same by board."""
    return runs.survival(evidence, title=title, set="boards", last_generation=1000, outcome="success")


def survival_mutation(evidence: Evidence, title: str) -> "Figure":
    """The same by the share of genes that mutate."""
    return runs.survival(evidence, title=title, set="mutation", last_generation=1000, outcome="success")


def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """The same by reading of what the document leaves open."""
    return runs.survival(evidence, title=title, set="readings", last_generation=1000, outcome="success")


def survival_given_up(evidence: Evidence, title: str) -> "Figure":
    """The same by rule that was given up."""
    return runs.survival(evidence, title=title, set="given up", last_generation=1000, outcome="success")


def survival_given_up_longer(evidence: Evidence, title: str) -> "Figure":
    """The same in longer runs."""
    return runs.survival(evidence, title=title, set="given up, longer", last_generation=5000, outcome="success")


def family_tree(evidence: Evidence, title: str) -> "Figure":
    """Lives and births in the last generations of the first run in three dimensions."""
    return evolution.family_tree(evidence, title=title, treatment="cube", replicate=0, last=60)
