"""Kinds of figures: what a study can ask for, checked against the tables and data that they draw."""

from dataclasses import replace

import pandas as pd
import pytest
from no_files import NO_FILES
from project import ROOT

from tttcore.engines.genetic_algorithm.engine import STORED
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError, write
from tttcore.plots.evidence import Evidence
from tttcore.studies.figures import build, kinds

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")
ECDF = {"name": "ecdf", "title": "t", "caption": "c", "set": "listed"}
BOXES = {"name": "notched_boxes", "title": "t", "caption": "c", "comparisons": ["listed"]}


def asked(figure, *, tables=("ecdf",), published=None, engine="genetic_algorithm"):
    study = {
        "study": "made-up",
        "engine": engine,
        "figures": {"one": figure},
        "tables": dict.fromkeys(tables),
        "published": published or {},
        "treatments": {"a": {}},
        "comparisons": {"listed": {}},
    }
    return build(study, "study.yaml")


def test_a_figure_needs_the_tables_that_it_draws():
    assert list(asked(ECDF)) == ["one"]
    with pytest.raises(
        ConfigError, match=r"^study\.yaml: figures\.one: needs the table 'ecdf', which is not in tables$"
    ):
        asked(ECDF, tables=["survival"])


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        (
            {**ECDF, "set": "lsited"},
            r"set: unknown 'lsited' \(did you mean 'listed'\?\); known: listed, all treatments",
        ),
        ({**BOXES, "comparisons": ["lsited"]}, r"comparisons: unknown 'lsited' \(did you mean 'listed'\?\)"),
        ({"name": "diversity", "title": "t", "caption": "c", "treatments": ["b"]}, "treatments: unknown 'b'; known: a"),
        ({"name": "genome", "title": "t", "caption": "c", "treatment": "b"}, "treatment: unknown 'b'; known: a"),
    ],
)
def test_what_a_figure_names_is_there(figure, message):
    with pytest.raises(ConfigError, match=rf"^study\.yaml: figures\.one\.{message}"):
        asked(figure)


def test_a_figure_of_the_documents_runs_needs_them():
    assert asked({**ECDF, "published": True}, published={"data": DATA})
    with pytest.raises(ConfigError, match=r"^study\.yaml: figures\.one: needs published\.data$"):
        asked({**ECDF, "published": True})


def test_a_figure_of_one_engines_runs_is_for_its_studies():
    diversity = {"name": "diversity", "title": "t", "caption": "c", "treatments": ["a"]}
    assert asked(diversity)
    assert asked(ECDF, engine="genies")
    message = r"needs the column 'distinct' of the traces; known: treatment, replicate, generation, evolving, static$"
    with pytest.raises(ConfigError, match=rf"^study\.yaml: figures\.one: {message}"):
        asked(diversity, engine="genies")


class Recorded(Evidence):
    """Eight runs of a treatment and shares of them, without a folder of results."""

    runs = pd.DataFrame({"treatment": "a", "replicate": range(8), "generations": [5, 6, 7, 8, 9, 8, 7, 6]})

    def statistics(self, name):
        shares = {"fraction": [0.0, 1.0], "survival": [1.0, 0.0], "low": 0.0, "high": 1.0}
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
    ("published", "labels"),
    [
        (
            {"data": DATA, "replicates": 4},
            ["published (n = 30)", "listed, first runs (n = 4)", "listed, all runs (n = 8)"],
        ),
        ({"data": DATA, "replicates": 8}, ["published (n = 30)", "listed, first runs (n = 8)"]),
        ({}, ["listed, all runs (n = 8)"]),
    ],
)
def test_boxes_of_the_document_where_it_gives_its_data(published, labels):
    figure = kinds.build(BOXES, "w").draw(recorded(published))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == labels


@pytest.mark.parametrize(
    ("kind", "label"),
    [("ecdf", "Runs with {} so far"), ("survival", "Runs still without {}\n(share; band: 95% confidence)")],
)
@pytest.mark.parametrize("outcome", ["a no-loss player", "a family above the static one"])
def test_what_runs_have_found_is_on_the_axis(kind, label, outcome):
    options = {} if outcome == "a no-loss player" else {"outcome": outcome}
    figure = kinds.build({**ECDF, "name": kind, "last_generation": 9, **options}, "w").draw(recorded({}))
    assert figure.axes[0].get_ylabel() == label.format(outcome)


def test_tables_are_read_as_the_engine_stores_them(tmp_path):
    traces = pd.DataFrame(
        {"treatment": ["a"], "replicate": [0], "generation": [1], "evolving": [99.0], "static": [101.0]}
    )
    write(tmp_path / "traces.parquet", traces, schema=genie_schemas.TRACES, provenance={})
    source = replace(recorded({}), files=NO_FILES._replace(traces=tmp_path / "traces.parquet"))
    with pytest.raises(StoreError, match=r"not a table of traces: missing \['best', 'mean', 'distinct'\]"):
        source.traces_of("cube")
