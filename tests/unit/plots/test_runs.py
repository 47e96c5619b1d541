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

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")


class Recorded(Evidence):
    """Eight runs of a treatment and shares of them, without a folder of results."""

    runs = pd.DataFrame({"treatment": "a", "replicate": range(8), "generations": [5, 6, 7, 8, 9, 8, 7, 6]})

    def statistics(self, name):
        shares = {"fraction": [0.0, 1.0], "survival": [1.0, 0.0], "low": 0.0, "high": 1.0, "at_risk": [8, 4]}
        return pd.DataFrame({"set": "listed", "group": "control", "generation": [0, 9], **shares})


def recorded(published):
    return Recorded(
        files=NO_FILES,
        stored=STORED,
        comparisons={"listed": {"control": "a"}},
        recipes={"a": {"population": 10}},
        published=published,
    )


@pytest.mark.parametrize(
    ("published", "labels"), [({"data": DATA}, ["published (n = 30)", "listed (n = 8)"]), ({}, ["listed (n = 8)"])]
)
def test_boxes_of_the_document_where_it_gives_its_data(published, labels):
    figure = runs.notched_boxes(recorded(published), title="t", comparisons={"listed": "#0072B2"})
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [*labels, "median", "mean"]


def test_some_groups_of_a_set_can_be_drawn_alone():
    class Two(Recorded):
        def statistics(self, name):
            return pd.concat([super().statistics(name), super().statistics(name).assign(group="umg")])

    two = Two(**{**vars(recorded({})), "comparisons": {"listed": {"control": "a", "umg": "a"}}})
    drawn = runs.survival(two, title="t", set="listed", last_generation=9, groups=["umg"])
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["umg (n = 8)"]


def test_diversity_of_several_treatments_can_be_one_line():
    class Traced(Recorded):
        def traces_of(self, treatment, *columns):
            distinct = [1, 10] if treatment == "a" else [1, 4]
            return pd.DataFrame({"replicate": 0, "generation": [0, 1], "distinct": distinct})

    traced = Traced(**{**vars(recorded({})), "comparisons": {"both": {"a": "a", "b": "b"}}})
    upper, _ = runs.diversity(traced, title="t", lines={"a": ["a"], "both of them": ["a", "b"]}).axes
    assert {line.get_label(): line.get_ydata().tolist() for line in upper.lines} == {"a": [1], "both of them": [0.7]}


@pytest.mark.parametrize(
    ("figure", "label"),
    [(runs.ecdf, "Runs with {} so far"), (runs.survival, "Runs still without {}\n(proportion; band: 95% confidence)")],
)
@pytest.mark.parametrize("outcome", ["a no-loss player", "a family above the static one"])
def test_what_runs_have_found_is_on_the_axis(figure, label, outcome):
    options = {} if outcome == "a no-loss player" else {"outcome": outcome}
    drawn = figure(recorded({}), title="t", set="listed", last_generation=9, **options)
    assert label.format(outcome) in (drawn.axes[0].get_ylabel(), drawn.get_supylabel())


def test_tables_are_read_as_the_engine_stores_them(tmp_path):
    traces = pd.DataFrame(
        {"treatment": ["a"], "replicate": [0], "generation": [1], "evolving": [99.0], "static": [101.0]}
    )
    write(tmp_path / "traces.parquet", traces, schema=genie_schemas.TRACES, provenance={})
    source = replace(recorded({}), files=NO_FILES._replace(traces=tmp_path / "traces.parquet"))
    with pytest.raises(StoreError, match=r"not a table of traces: missing \['best', 'mean', 'distinct'\]"):
        source.traces_of("cube")
