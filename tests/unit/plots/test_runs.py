"""Shared figures of runs, on a few made-up ones."""

from dataclasses import replace

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import NO_FILES

from tttcore.engines.genetic_algorithm.engine import STORED
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.pipeline.store import StoreError, write
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence


class Recorded(Evidence):
    """Eight runs of a treatment, and shares and traces of them, without a folder of results."""

    runs = pd.DataFrame({"treatment": "a", "replicate": range(8), "generations": [5, 6, 7, 8, 9, 8, 7, 6]})

    def statistics(self, name):
        shares = {
            "fraction": [0.0, 1.0] * 2,
            "survival": [1.0, 0.0] * 2,
            "low": 0.0,
            "high": 1.0,
            "at_risk": [8, 4] * 2,
        }
        groups = {"set": "listed", "group": ["control"] * 2 + ["umg"] * 2, "generation": [0, 9] * 2}
        return pd.DataFrame(groups | shares)


class Traced(Recorded):
    def traces_of(self, treatment, *columns):
        return pd.DataFrame({"replicate": 0, "generation": [0, 1], "distinct": [1, 10 if treatment == "a" else 4]})


def recorded(published=None, kind=Recorded):
    comparisons = {"listed": {"control": "a", "umg": "a"}, "both": {"a": "a", "b": "b"}}
    recipes = {"a": {"population": 10}}
    return kind(NO_FILES, STORED, comparisons=comparisons, recipes=recipes, published=published or {})


def legend(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_boxes_of_the_document_where_it_gives_its_data():
    data = {"data": str(ROOT / "config" / "published" / "ancheta2020_table6.csv")}
    for published, labels in ((data, ["published (n = 30)", "listed (n = 8)"]), ({}, ["listed (n = 8)"])):
        figure = runs.notched_boxes(recorded(published), title="t", comparisons={"listed": "#0072B2"})
        assert legend(figure) == [*labels, "median", "mean"]


@pytest.mark.parametrize("outcome", ["a no-loss player", "a family above the static one"])
def test_figures_of_sets_have_all_groups_or_some_and_what_runs_have_found(outcome):
    options = {"title": "t", "set": "listed", "last_generation": 9}
    options |= {"outcome": outcome} if "family" in outcome else {}
    found, without = runs.ecdf(recorded(), **options), runs.survival(recorded(), **options)
    assert found.axes[0].get_ylabel() == f"Runs with {outcome} so far"
    assert without.axes[0].get_ylabel() == f"Runs still without {outcome}\n(proportion; band: 95% confidence)"
    assert legend(without) == ["control (n = 8)", "umg (n = 8)"]
    assert legend(runs.survival(recorded(), **options, groups=["umg"])) == ["umg (n = 8)"]


def test_diversity_of_several_treatments_can_be_one_line():
    figure = runs.diversity(recorded(kind=Traced), title="t", lines={"a": ["a"], "both of them": ["a", "b"]})
    lines = {line.get_label(): line.get_ydata().tolist() for line in figure.axes[0].lines}
    assert lines == {"a": [1], "both of them": [0.7]}


def test_tables_are_read_as_the_engine_stores_them(tmp_path):
    traces = pd.DataFrame({"treatment": ["a"], "replicate": 0, "generation": 1, "evolving": 99.0, "static": 101.0})
    write(tmp_path / "traces.parquet", traces, schema=genie_schemas.TRACES, provenance={})
    source = replace(recorded(), files=NO_FILES._replace(traces=tmp_path / "traces.parquet"))
    with pytest.raises(StoreError, match=r"not a table of traces: missing \['best', 'mean', 'distinct'\]"):
        source.traces_of("cube")
