"""Figures of the study, from what it stores to what is drawn."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE as SMALL
from helpers.tables import NO_FILES

from tttcore.engines.genies import engine as genies
from tttcore.engines.genies.engine import STORED, summarise
from tttcore.engines.genies.summary import lineage
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.study import ALL
from tttcore.plots.evidence import Evidence
from tttcore.studies.post1999 import figures, genes, success
from tttcore.studies.post1999.chosen_runs import like

FIRST = 2
RECIPE = SMALL | {
    "population": 5,
    "games": 8,
    "generations": 30,
    "unofficial": {"every": 10, "games": 2},
    "success": {"score": 101, "window": 5},
}
RECIPES = {"even": RECIPE, "long": RECIPE | {"edge": 4}}


@dataclass(frozen=True)
class Stored(Evidence):
    """Runs of two treatments, without a folder of results."""

    tables: dict = field(default_factory=dict)
    runs: pd.DataFrame | None = None
    every_trace: pd.DataFrame | None = None
    histories: pd.DataFrame | None = None

    def statistics(self, name):
        return self.tables[name]

    def traces_of(self, treatment):
        return _rows(self.every_trace, treatment=treatment)

    def history(self, treatment, replicate):
        own = self.histories[self.histories["treatment"] == treatment]
        return own.set_index("replicate").loc[replicate].to_dict()


@pytest.fixture(scope="module")
def evidence():
    parts = [
        pd.DataFrame(run_replicates(genies, "s", name, recipe, None, seed=1, replicates=range(4)))
        for name, recipe in RECIPES.items()
    ]
    histories = pd.concat(parts, ignore_index=True)
    runs, traces, _ = summarise(histories, RECIPES)
    shares = success.success_rates(runs, {name: {"generations": 30} for name in RECIPES}, FIRST, within=[20, 30])
    tables = {
        "final_genes": genes.final_genes(runs, FIRST),
        "successes": shares,
        "small_samples": success.small_samples(shares, of=FIRST),
    }
    made = {"tables": tables, "runs": runs, "every_trace": traces, "histories": histories}
    return Stored(NO_FILES, STORED, {}, RECIPES, {"replicates": FIRST}, **made)


def _rows(table, **values):
    return table[np.logical_and.reduce([table[column] == value for column, value in values.items()])]


def _line(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line


def test_score_traces_show_the_runs_that_are_chosen(evidence):
    panels = [figures.Panel("A", "even", 7, 9), figures.Panel("B", "long", 20)]
    figure = figures._score_traces(evidence, "T", panels, 160)
    for (label, treatment, near, published), axes in zip(panels, figure.axes, strict=True):
        replicate = like(evidence, treatment, near)
        (run,) = _rows(evidence.runs, treatment=treatment, replicate=replicate).to_dict("records")
        word = "no success in" if run["censored"] else "success after"
        assert axes.get_title() == f"{label}: run {replicate}, {word} {run['generations']} generations"
        own = _rows(evidence.traces_of(treatment), replicate=replicate)
        assert own["evolving"].tolist() in [[*line.get_ydata()] for line in axes.lines]
        assert _line(axes, "evolving Genies").get_ydata()[0] == pytest.approx(own["evolving"][:13].mean())
        marks = [line for line in axes.lines if line.get_label() == "the evolving Genies succeed"]
        assert [line.get_xdata()[0] for line in marks] == ([] if run["censored"] else [run["generations"]])
        theirs = [line for line in axes.lines if line.get_label() == "they did in the document, about here"]
        assert [line.get_xdata()[0] for line in theirs] == ([] if published is None else [published])
        assert _line(axes, "highest average in the document, about 160")


def test_survival_is_that_of_all_treatments_with_labels_of_the_figure(evidence):
    """A treatment stands in several sets under several labels; that of all has its key."""
    steps = {"generation": [0, 9], "survival": [1, 0.5], "low": [1, 0.4], "high": [1, 0.6], "at_risk": [2, 1]}
    sets = {"one": {"x": "even"}, ALL: {"even": "even", "long": "long"}}
    parts = [pd.DataFrame({"set": name, "group": group, **steps}) for name, own in sets.items() for group in own]
    own = replace(evidence, tables={"survival": pd.concat(parts)})
    (axes,) = figures._survival(own, "T", {"long": "L", "even": "E"}, 30).axes
    assert [line.get_label() for line in axes.lines] == ["L (n = 2)", "E (n = 2)"]


def test_gene_bars_have_the_labels(evidence):
    figure = figures._gene_bars(evidence, "T", {"long": "L", "even": "E"})
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["L", "E", "mean of our first 2 runs"]
    assert [len(axes.patches) for axes in figure.axes] == [7, 5]


def test_small_samples_are_those_of_the_generations(evidence):
    groups = {"E 30": ("even", 30), "E 20": ("even", 20), "L": ("long", 30)}
    figure = figures._small_samples(evidence, "T", groups, dict.fromkeys(groups, 1))
    table = evidence.statistics("small_samples")
    for axes, (treatment, within) in zip(figure.axes, groups.values(), strict=True):
        own = _rows(table, treatment=treatment, within=within, success="in the end")
        assert [bar.get_height() for bar in axes.patches][: len(own)] == own["probability"].tolist()
        runs = _rows(evidence.runs, treatment=treatment, censored=False, held=True)
        first = runs[runs["replicate"] < FIRST]
        assert axes.lines[0].get_xdata().tolist() == [(first["generations"] <= within).sum()]


def test_the_family_tree_leads_to_the_champion(evidence):
    figure = figures._descent(evidence, "T", "even", 2, last=10)
    (path,) = figure.axes[0].lines
    history = evidence.history("even", 2)
    best = int(path.get_label().split("Genie ")[1].split(":")[0].replace(",", ""))
    genes = np.reshape(history["genes"], (-1, 6))[best - RECIPE["static"]["count"]]
    champion = _rows(evidence.runs, treatment="even", replicate=2)["champion"].iloc[0]
    assert " ".join(map(str, genes)) == champion
    family = lineage(history["died"], history["parent"], population=RECIPE["population"])
    assert family["born"][best] < RECIPE["generations"]
