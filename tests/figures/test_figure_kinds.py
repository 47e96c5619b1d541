"""Kinds of figures: what a study can ask for, checked against the tables and data that they draw."""

import pandas as pd
import pytest
from project import ROOT

from tttcore.base.registry import ConfigError
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds import build, kinds

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")
ECDF = {"name": "ecdf", "title": "t", "caption": "c", "set": "listed"}
BOXES = {"name": "notched_boxes", "title": "t", "caption": "c", "comparisons": ["listed"]}


def asked(figure, *, tables=("ecdf",), published=None):
    study = {
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


class Stored(Evidence):
    """Eight runs of a treatment, without a folder of results."""

    runs = pd.DataFrame({"treatment": "a", "replicate": range(8), "generations": [5, 6, 7, 8, 9, 8, 7, 6]})


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
    evidence = Stored(ROOT, "study", {"listed": {"control": "a"}}, {"a": 10}, published)
    figure = kinds.build(BOXES, "w").draw(evidence)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == labels
