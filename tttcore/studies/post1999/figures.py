"""Figures of Post (1999), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.summary import lineage, players
from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.plots.runs import survival
from tttcore.plots.table_checks import grouped
from tttcore.studies.post1999.chosen_runs import first, like, most
from tttcore.studies.post1999.growth import COUNTED
from tttcore.studies.post1999.success import AT_END

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
    "cube-drift": "from 0 to 9, neutral drift",
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
PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}
XLABELS = {"dimensions": "Dimensions", "edge": "Cells along an edge"}
"""Labels of what grows."""
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


@needs(tables=["work", "laws"])
def figure_1_work_by_dimensions(evidence: Evidence, title: str) -> "Figure":
    """Work of a game at edge 4."""
    return _growth(evidence, title, "dimensions")


@needs(tables=["work", "laws"])
def figure_2_work_by_edge(evidence: Evidence, title: str) -> "Figure":
    """Work of a game in three dimensions."""
    return _growth(evidence, title, "edge")


@needs(treatments=["cube"])
def figure_3_cube(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in three dimensions, first runs."""
    return _score_traces(evidence, title, "cube", first(evidence, "cube", 5), CEILING)


@needs(treatments=["tesseract-5000"])
def figure_4_tesseract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in four dimensions, of a run like the document's."""
    return _like(evidence, title, "tesseract-5000", [2600], CEILING)


@needs(treatments=["penteract"])
def figure_5_penteract(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores in five dimensions, of a run like the document's."""
    return _like(evidence, title, "penteract", [300], CEILING)


@needs(treatments=["equal"])
def figure_6_equal(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, first runs."""
    return _score_traces(evidence, title, "equal", first(evidence, "equal", 3), CEILING_OF_FIVE)


@needs(treatments=["equal"])
def figure_7_8_abrupt_and_paused(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of runs like the document's."""
    return _like(evidence, title, "equal", [500, 1100], CEILING_OF_FIVE)


@needs(treatments=["equal"])
def most_abrupt(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of the runs with the most abrupt rises."""
    return _score_traces(evidence, title, "equal", most(evidence, "equal", "steepest_share", 2), CEILING_OF_FIVE)


@needs(treatments=["equal"])
def longest_pauses(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of the runs with the longest pauses."""
    return _score_traces(evidence, title, "equal", most(evidence, "equal", "longest_pause", 2), CEILING_OF_FIVE)


@needs(treatments=EDGE_4, tables=["final_genes"])
def figure_9_genes(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 4."""
    return _gene_bars(evidence, title, EDGE_4)


@needs(treatments=EDGE_6, tables=["final_genes"])
def figure_10_genes_edge_6(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 6."""
    return _gene_bars(evidence, title, EDGE_6)


@needs(treatments=STARTS, tables=["final_genes"])
def genes_by_start(evidence: Evidence, title: str) -> "Figure":
    """Final genes in three dimensions, by the genes at the start."""
    return _gene_bars(evidence, title, STARTS)


@needs(treatments=[treatment for treatment, _ in FEW_RUNS.values()], tables=["small_samples", "successes"])
def five_of_many(evidence: Evidence, title: str) -> "Figure":
    """Chances of each number of successes among five runs, beside the document's number."""
    return _small_samples(evidence, title, FEW_RUNS, SUCCESSES)


@needs(comparisons=["starts"], tables=["survival"])
def survival_starts(evidence: Evidence, title: str) -> "Figure":
    """Runs still without success, by the genes at the start."""
    return survival(evidence, title=title, set="starts", last_generation=1000, outcome="success")


@needs(comparisons=["families"], tables=["survival"])
def survival_families(evidence: Evidence, title: str) -> "Figure":
    """The same by the sizes of the families."""
    return survival(evidence, title=title, set="families", last_generation=10000, outcome="success")


@needs(comparisons=["boards"], tables=["survival"])
def survival_boards(evidence: Evidence, title: str) -> "Figure":
    """The same by board."""
    return survival(evidence, title=title, set="boards", last_generation=1000, outcome="success")


@needs(comparisons=["mutation"], tables=["survival"])
def survival_mutation(evidence: Evidence, title: str) -> "Figure":
    """The same by the share of genes that mutate."""
    return survival(evidence, title=title, set="mutation", last_generation=1000, outcome="success")


@needs(comparisons=["readings"], tables=["survival"])
def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """The same by reading of what the document leaves open."""
    return survival(evidence, title=title, set="readings", last_generation=1000, outcome="success")


@needs(comparisons=["given up"], tables=["survival"])
def survival_given_up(evidence: Evidence, title: str) -> "Figure":
    """The same by rule that was given up."""
    return survival(evidence, title=title, set="given up", last_generation=1000, outcome="success")


@needs(comparisons=["given up, longer"], tables=["survival"])
def survival_given_up_longer(evidence: Evidence, title: str) -> "Figure":
    """The same in longer runs."""
    return survival(evidence, title=title, set="given up, longer", last_generation=5000, outcome="success")


@needs(treatments=["cube"])
def family_tree(evidence: Evidence, title: str) -> "Figure":
    """Lives and births in the last generations of the first run in three dimensions."""
    return _descent(evidence, title, "cube", 0, last=60)


def _score_traces(
    evidence: Evidence,
    title: str,
    treatment: str,
    replicates: Sequence[int],
    ceiling: float,
    published: Sequence[int] = (),
) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs.

    Parameters
    ----------
    replicates : the runs, see `chosen_runs`.
    ceiling : the document's highest average.
    published : generations in which the document's runs succeed, one for each panel; none if it doesn't say.
    """
    from tttcore.studies.post1999 import draw_runs

    runs, traces = evidence.runs, evidence.traces_of(treatment)
    chosen = runs[runs["treatment"] == treatment].set_index("replicate").loc[[*replicates]]
    titles = {replicate: _panel_title(replicate, run) for replicate, run in chosen.iterrows()}
    shown = pd.concat([traces[traces["replicate"] == replicate] for replicate in titles])
    solved = chosen.loc[~chosen["censored"], "generations"]
    return draw_runs.score_traces(
        shown.assign(run=shown["replicate"].map(titles)),
        bands=draw_runs.spread(traces),
        successes={titles[replicate]: generation for replicate, generation in solved.items()},
        published=dict(zip(titles.values(), published, strict=False)),
        ceiling=ceiling,
        title=title,
    )


def _like(evidence: Evidence, title: str, treatment: str, generations: list[int], ceiling: int) -> "Figure":
    """Average lifeScores of the runs that succeed when the document's did."""
    return _score_traces(evidence, title, treatment, like(evidence, treatment, generations), ceiling, generations)


def _panel_title(replicate: Any, run: "pd.Series[Any]") -> str:
    """Title of a run's panel."""
    generations = f"{run['generations']:,}"
    return f"Run {replicate}: " + (
        f"no success in {generations} generations" if run["censored"] else f"success after {generations} generations"
    )


def _gene_bars(evidence: Evidence, title: str, treatments: Mapping[str, str]) -> "Figure":
    """Mean final genes of treatments, with labels by name, beside those of as many first runs as the document had."""
    from tttcore.studies.post1999 import draw_statistics

    first_label = f"mean of the first {evidence.published['replicates']} runs"
    names, labels = [*treatments], [*treatments.values()]
    table, styles = grouped(evidence.statistics("final_genes"), names, labels), evidence.styles.labelled(names, labels)
    return draw_statistics.gene_bars(table, styles=styles, first_label=first_label, title=title)


def _small_samples(
    evidence: Evidence, title: str, groups: Mapping[str, tuple[str, int]], published: Mapping[str, int]
) -> "Figure":
    """Distribution of the number of successes among as few runs as the document's, a row for each group.

    Parameters
    ----------
    groups : treatment and number of generations of each row, by label.
    published : number of successes in the document, by label, where it says so.
    """
    from tttcore.studies.post1999 import draw_statistics

    chance, share = (
        pd.concat(
            [
                table[
                    (table["treatment"] == treatment) & (table["within"] == within) & (table["success"] == AT_END)
                ].assign(group=label)
                for label, (treatment, within) in groups.items()
            ]
        )
        for table in map(evidence.statistics, ("small_samples", "successes"))
    )
    ours = dict(zip(share["group"], share["first"], strict=True))
    return draw_statistics.small_samples(chance, first=ours, published=published, title=title)


def _descent(evidence: Evidence, title: str, treatment: str, replicate: int, *, last: int) -> "Figure":
    """Lives and births in the `last` generations of a run, with the line of descent of its best Genie."""
    from tttcore.studies.post1999 import draw_runs

    recipe, history = evidence.recipes[treatment], evidence.history(treatment, replicate)
    static = recipe["static"]["count"]
    family = lineage(history["died"], history["parent"], population=recipe["population"])
    playing = players(family, int(family["born"].max()))["number"]
    scores = np.ravel(history["scores"])[-len(playing) :]  # of the last generation
    best = int(playing.iloc[static + int(np.argmax(scores[static:]))])  # ties to the first slot
    return draw_runs.family_tree(family, best=best, static=static, last=last, title=title)


def _growth(evidence: Evidence, title: str, series: str) -> "Figure":
    """Work of games along a series of boards, ``dimensions`` or ``edge``, with fitted laws of growth."""
    from tttcore.studies.post1999 import draw_statistics

    work, fits = (table[table["series"] == series] for table in map(evidence.statistics, ("work", "laws")))
    games = pd.concat([work.assign(series=PLAYERS[player], value=work[column]) for player, column in COUNTED.items()])
    fits = fits.assign(series=fits["counted"].map(PLAYERS))
    style = {"xlabel": XLABELS[series], "ylabel": "Lines looked at in a game", "title": title}
    return draw_statistics.growth(games.assign(extrapolated=False), fits, **style)
