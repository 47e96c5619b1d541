"""Line styles: a treatment has one in all figures of a document, whatever comes after it."""

from itertools import combinations

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import NO_FILES
from hypothesis import given, settings
from hypothesis import strategies as st

from tttcore.engines.engine import read_study
from tttcore.engines.genies.engine import STORED
from tttcore.pipeline.study import ALL
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import MARKERS, PALETTE, Styles, assign, by_place
from tttcore.studies.figures import shown_together

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


class Stored(Evidence):
    """One table of either distribution, without a folder of results."""

    def statistics(self, name):
        group = [label for label in self.comparisons["listed"] for _ in range(2)]
        table = pd.DataFrame({"set": "listed", "group": group, "generation": [0, 5] * 2, "low": 0.0, "high": 1.0})
        return table.assign(fraction=[0.0, 0.5] * 2, survival=[1.0, 0.5] * 2, at_risk=[8, 4] * 2)


@pytest.mark.parametrize("labels", [("control", "umg"), ("umg", "control")])
@pytest.mark.parametrize("figure", [runs.ecdf, runs.survival])
def test_figures_have_the_colours_of_the_treatments_whatever_their_labels(figure, labels):
    comparisons = {"listed": dict(zip(labels, "ab", strict=True))}
    together = shown_together("mine", comparisons)
    evidence = Stored(NO_FILES, STORED, comparisons, {"a": {}, "b": {}}, {}, together=together)
    axes = figure(evidence, title="t", set="listed", last_generation=9).axes[0]
    styles = assign("ab", together)
    drawn = {line.get_label().removesuffix(" (n = 8)"): line.get_color() for line in axes.lines}
    assert drawn == {label: styles[treatment].colour for label, treatment in comparisons["listed"].items()}
