"""Figures of Post (1999), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from tttcore.engines.genies.summary import lineage, players
from tttcore.games.classic import CROSS, LINES, NOUGHT, Board
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import ALL
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped
from tttcore.studies.post1999.chosen_runs import like
from tttcore.studies.post1999.growth import COUNTED
from tttcore.studies.post1999.success import AT_END

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OWN, OTHERS = (1, 3, 9), (1, 2, 8)
"""Genes of the Genie that is drawn: worth of one more mark on a line with 0, 1 or 2 of its own, or of the other's."""
CEILING, CEILING_OF_FIVE = 125, 160
"""The document's highest averages: of nine evolving Genies against one, and of five against five."""
EDGE_4 = {
    "cube": "random genes",
    "cube-zero": "genes of 0",
    "equal": "five against five",
    "cube-draw": "draw goal",
    "tesseract": "4-D",
}
"""Treatments whose genes the document shows in Figure 9."""
EDGE_6 = {"square6": "2-D", "cube6": "3-D"}
"""The same in Figure 10."""
STARTS = {
    "cube": "random genes",
    "cube-zero": "genes of 0",
    "cube-signed": "genes of -5 to 5",
    "cube-smart": "strategy 3",
}
"""Treatments by their genes at the start."""
DRIFT = STARTS | {"cube-drift": "random genes, no selection"}
"""The same beside neutral drift."""
CHOICES = {
    "cube": "as described",
    "cube-mutation10": "mutation rate of 10 percent",
    "cube-games300": "300 games in a generation",
    "cube-integer": "lifeScores in whole numbers",
    "cube-everyone": "best Genie may be static",
    "cube-static-opens": "static Genie moves first",
    "cube-unmarked": "unmarked: no own marks",
}
"""Treatments by what the document leaves open, or tried both ways."""
GIVEN_UP = {
    "cube": "the document's final rules",
    "roulette-long": "replacement by chance",
    "reset-long": "mutated genes drawn anew",
    "ageing-long": "scores that age",
    "original-long": "all first rules together",
}
"""Treatments by the rules that the document gave up."""
RUNS = {
    "3-D, random genes": ("cube", 1000),
    "3-D, genes of 0": ("cube-zero", 1000),
    "4-D": ("tesseract", 1000),
    "5-D": ("penteract", 1000),
    "2-D, edge 6": ("square6", 1000),
    "3-D, edge 6": ("cube6", 1000),
    "five against five": ("equal", 5000),
    "five against five,\n10,000 generations": ("equal-10000", 10000),
}
"""Treatments and generations whose successes are counted."""
SUCCESSES = {"3-D, random genes": 5, "3-D, genes of 0": 5, "4-D": 2, "five against five": 3}
"""Successes among the document's five runs."""
FEW_RUNS = {label: RUNS[label] for label in SUCCESSES}
"""Treatments and generations of which the document tells the number of successes."""
PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}
XLABELS = {"dimensions": "Dimensions", "edge": "Cells along an edge"}
"""Labels of what grows."""
TOGETHER = [EDGE_4, EDGE_6, DRIFT, CHOICES, GIVEN_UP]
"""Treatments that stand in one figure, so that their colours differ."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """A cell's lines with their worth, the scores of all cells, and the choice."""
    from tttcore.plots.boards import Step, steps

    board = (1, 0, 0, 0, 0, 2, 0, 0, 0)
    scores = {cell: str(_score(board, cell)) for cell, mark in enumerate(board) if not mark}
    best = max(scores, key=lambda cell: int(scores[cell]))
    worth = (
        f"{OWN[1]} for a line with one mark of its own, {OWN[0] + OTHERS[0]} for an empty one, {OTHERS[1]} for one of O"
    )
    shown = [
        Step(
            board, f"X, a Genie, looks at each free cell. Its genes say what the lines through it are worth: {worth}."
        ),
        Step(board, "It adds them up for each cell. Lines with marks of both are worth nothing.", texts=scores),
        Step(board, "It marks the greatest sum. Evolution changes the genes, not the rule.", best, texts=scores),
    ]
    return steps(shown, title=title)


def _score(board: Board, cell: int) -> int:
    """Worth of a free cell to the Genie that moves first."""
    score = 0
    for line in LINES:
        own, others = (sum(board[each] == mark for each in line) for mark in (CROSS, NOUGHT))
        if cell in line:
            score += (OWN[own] if not others else 0) + (OTHERS[others] if not own else 0)
    return score


@needs(treatments=[treatment for treatment, _ in RUNS.values()], tables=["successes"])
def successes(evidence: Evidence, title: str) -> "Figure":
    """Proportion of runs that are successful at the end, or at any time, beside the document's."""
    from tttcore.studies.post1999 import draw_statistics

    of = evidence.published["replicates"]
    published = {label: count / of for label, count in SUCCESSES.items()}
    return draw_statistics.successes(_within(evidence, "successes", RUNS), published=published, of=of, title=title)


@needs(tables=["work", "laws"])
def figure_1_work_by_dimensions(evidence: Evidence, title: str) -> "Figure":
    """Work of a game at edge 4."""
    return _growth(evidence, title, "dimensions")


@needs(tables=["work", "laws"])
def figure_2_work_by_edge(evidence: Evidence, title: str) -> "Figure":
    """Work of a game in three dimensions."""
    return _growth(evidence, title, "edge")


@needs(treatments=["cube", "tesseract-5000", "penteract"])
def figures_3_to_5_nine_against_one(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of single runs of nine against one in 3 to 5 dimensions."""
    panels = [
        Panel("3-D", "cube", 500),
        Panel("4-D", "tesseract-5000", 2600, 2600),
        Panel("5-D", "penteract", 300, 300),
    ]
    return _score_traces(evidence, title, panels, CEILING)


@needs(treatments=["equal"])
def figures_6_to_8_five_against_five(evidence: Evidence, title: str) -> "Figure":
    """Average lifeScores of five against five, of runs like the document's."""
    panels = [Panel("Like Figure 7", "equal", 500, 500), Panel("Like Figure 8", "equal", 1100, 1100)]
    return _score_traces(evidence, title, panels, CEILING_OF_FIVE)


@needs(treatments=EDGE_4, tables=["final_genes"])
def figure_9_genes(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 4."""
    return _gene_bars(evidence, title, EDGE_4)


@needs(treatments=EDGE_6, tables=["final_genes"])
def figure_10_genes_edge_6(evidence: Evidence, title: str) -> "Figure":
    """Final genes at edge 6."""
    return _gene_bars(evidence, title, EDGE_6)


@needs(treatments=DRIFT, tables=["final_genes"])
def genes_by_start(evidence: Evidence, title: str) -> "Figure":
    """Final genes in three dimensions, by the genes at the start."""
    return _gene_bars(evidence, title, DRIFT)


@needs(treatments=[treatment for treatment, _ in FEW_RUNS.values()], tables=["small_samples", "successes"])
def five_of_many(evidence: Evidence, title: str) -> "Figure":
    """Chances of each number of successes among five runs, beside the document's number."""
    return _small_samples(evidence, title, FEW_RUNS, SUCCESSES)


@needs(treatments=STARTS, tables=["survival"])
def survival_starts(evidence: Evidence, title: str) -> "Figure":
    """Runs still without success, by the genes at the start."""
    return _survival(evidence, title, STARTS, 1000)


@needs(treatments=CHOICES, tables=["survival"])
def survival_choices(evidence: Evidence, title: str) -> "Figure":
    """The same by what the document leaves open, or tried both ways."""
    return _survival(evidence, title, CHOICES, 1000)


@needs(treatments=GIVEN_UP, tables=["survival"])
def survival_given_up(evidence: Evidence, title: str) -> "Figure":
    """The same by rule that was given up."""
    return _survival(evidence, title, GIVEN_UP, 5000)


@needs(treatments=["cube"])
def family_tree(evidence: Evidence, title: str) -> "Figure":
    """Lives and births in the last generations of the first run in three dimensions."""
    return _descent(evidence, title, "cube", 0, last=60)


class Panel(NamedTuple):
    """Panel of a figure of single runs.

    Attributes
    ----------
    label : what its title begins with.
    treatment : whose run it shows.
    near : generation to whose number that of the run's success is nearest.
    published : generation in which the document's run succeeds; None if it doesn't say.
    """

    label: str
    treatment: str
    near: int
    published: int | None = None


def _score_traces(evidence: Evidence, title: str, panels: Sequence[Panel], ceiling: float) -> "Figure":
    """Average lifeScores of single runs, a panel each; `ceiling` is the document's highest average."""
    from tttcore.studies.post1999 import draw_runs

    shown, successes, published = [], {}, {}
    for label, treatment, near, generation in panels:
        replicate = like(evidence, treatment, near)
        runs, traces = evidence.runs, evidence.traces_of(treatment)
        (run,) = runs[(runs["treatment"] == treatment) & (runs["replicate"] == replicate)].to_dict("records")
        outcome = "no success in" if run["censored"] else "success after"
        name = f"{label}: run {replicate}, {outcome} {run['generations']:,} generations"
        shown.append(traces[traces["replicate"] == replicate].assign(run=name))
        if not run["censored"]:
            successes[name] = run["generations"]
        if generation is not None:
            published[name] = generation
    return draw_runs.score_traces(
        pd.concat(shown), successes=successes, published=published, ceiling=ceiling, title=title
    )


def _survival(evidence: Evidence, title: str, treatments: Mapping[str, str], last_generation: int) -> "Figure":
    """Runs still without success of treatments, with their labels by name."""
    from tttcore.plots import curves

    names, labels = [*treatments], [*treatments.values()]
    table = evidence.statistics("survival")
    shown = grouped(table[table["set"] == ALL].rename(columns={"group": "treatment"}), names, labels)
    styles = evidence.styles.labelled(names, labels)
    return curves.survival(shown, styles=styles, outcome="success", last_generation=last_generation, title=title)


def _gene_bars(evidence: Evidence, title: str, treatments: Mapping[str, str]) -> "Figure":
    """Mean final genes of treatments, with labels by name, beside those of as many first runs as the document had."""
    from tttcore.studies.post1999 import draw_statistics

    first_label = f"mean of our first {evidence.published['replicates']} runs"
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
    published : number of successes in the document, by label.
    """
    from tttcore.studies.post1999 import draw_statistics

    chance, share = (_within(evidence, table, groups) for table in ("small_samples", "successes"))
    share = share[share["success"] == AT_END]
    chance = chance[chance["success"] == AT_END]
    ours = dict(zip(share["group"], share["first"], strict=True))
    return draw_statistics.small_samples(chance, first=ours, published=published, title=title)


def _within(evidence: Evidence, table: str, groups: Mapping[str, tuple[str, int]]) -> pd.DataFrame:
    """Rows of a table about treatments within numbers of generations, in the order of their labels."""
    rows = evidence.statistics(table)
    return pd.concat(
        [
            rows[(rows["treatment"] == treatment) & (rows["within"] == within)].assign(group=label)
            for label, (treatment, within) in groups.items()
        ]
    )


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
