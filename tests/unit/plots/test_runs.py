"""Figures of made-up runs; a treatment has one line style in all figures of a document, whatever comes after it."""

from dataclasses import replace
from itertools import combinations

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import NO_FILES
from hypothesis import given, settings
from hypothesis import strategies as st

from tttcore.engines.genetic_algorithm.engine import STORED
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.engines.study_files import read_study
from tttcore.pipeline.store import StoreError, write
from tttcore.pipeline.study import ALL
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import MARKERS, PALETTE, Styles, assign, by_place
from tttcore.studies.figures import shown_together


class Recorded(Evidence):
    """Eight runs of a treatment, and shares and traces of them, without a folder of results."""

    runs = pd.DataFrame({"treatment": "a", "replicate": range(8), "generations": [5, 6, 7, 8, 9, 8, 7, 6]})

    def statistics(self, name):
        shares = {
            "fraction": [0.0, 1.0] * 2, "survival": [1.0, 0.0] * 2, "low": 0.0, "high": 1.0,
            "at_risk": [8, 4] * 2,
        }  # fmt: skip
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


STUDIES = sorted(path.stem for path in (ROOT / "config" / "studies").glob("*.yaml"))
names = st.lists(st.integers(0, 99).map(str), min_size=1, max_size=40, unique=True)


@st.composite
def documents(draw):
    """Treatments, and those of figures."""
    treatments = draw(names)
    return treatments, draw(st.lists(st.lists(st.sampled_from(treatments), max_size=15, unique=True), max_size=8))


@settings(max_examples=50)
@given(documents(), st.data())
def test_a_treatment_at_the_end_changes_no_other(document, data):
    """Wherever it is shown too."""
    treatments, together = document
    wider = [[*group, "new"] if data.draw(st.booleans()) else group for group in together]
    before, after = assign(treatments, together), assign([*treatments, "new"], [*wider, ["new"]])
    assert {name: after[name] for name in treatments} == before


@settings(max_examples=50)
@given(documents(), st.randoms())
def test_the_order_of_figures_and_within_them_changes_nothing(document, random):
    treatments, together = document
    mixed = [random.sample(group, len(group)) for group in random.sample(together, len(together))]
    assert assign(treatments, mixed) == assign(treatments, together)


@given(names.filter(lambda labels: len(labels) <= len(PALETTE)))
def test_few_labels_differ_in_colour_and_marker_without_dashes(labels):
    styles = by_place(labels).values()
    assert len({style.colour for style in styles}) == len({style.marker for style in styles}) == len(labels)
    assert {style.dash for style in styles} == {0}


def test_many_labels_differ_in_colour_and_dash():
    styles = by_place([str(number) for number in range(24)])
    assert len({(style.colour, style.dash) for style in styles.values()}) == 24
    assert {style.marker for style in styles.values()} == {*MARKERS}


@pytest.mark.parametrize("study", STUDIES)
def test_treatments_beside_each_other_are_told_apart(study):
    """By colour and marker where there are enough of them, else by colour and dash."""
    read = read_study(ROOT / "config" / "studies" / f"{study}.yaml")
    together = shown_together(study, read.comparisons)
    styles = assign([*read.treatments], together)
    for group in together:
        assert group
        for one, other in combinations(map(styles.__getitem__, group), 2):
            assert (one.colour, one.dash) != (other.colour, other.dash), group
            assert len(group) > len(PALETTE) or (one.colour != other.colour and one.marker != other.marker), group


def test_labels_of_sets_and_of_lists_stand_for_the_same_styles():
    comparisons = {"both": {"first": "c", "second": "a"}}
    assert shown_together("mine", comparisons) == [["c", "a"]]
    styles = Styles(assign("abc", [["c", "a"], ["b", "c"]]), {**comparisons, ALL: {name: name for name in "abc"}})
    of_set = styles.of_set("both", ["first", "second"])
    assert of_set["first"] == styles.labelled(["c"], ["tall"])["tall"] == styles.of_set("all treatments", [])["c"]
    assert of_set["second"] == styles.labelled(["a"])["a"]
    assert styles.of_set("published", ["x", "y"]) == by_place(["x", "y"])


@pytest.mark.parametrize("labels", [("control", "umg"), ("umg", "control")])
@pytest.mark.parametrize("figure", [runs.ecdf, runs.survival])
def test_figures_have_the_colours_of_the_treatments_whatever_their_labels(figure, labels):
    comparisons = {"listed": dict(zip(labels, "ab", strict=True))}
    together = shown_together("mine", comparisons)
    evidence = replace(recorded(), comparisons=comparisons, recipes={"a": {}, "b": {}}, together=together)
    axes = figure(evidence, title="t", set="listed", last_generation=9).axes[0]
    styles = assign("ab", together)
    drawn = {line.get_label().removesuffix(" (n = 8)"): line.get_color() for line in axes.lines}
    assert drawn == {label: styles[treatment].colour for label, treatment in comparisons["listed"].items()}
