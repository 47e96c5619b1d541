"""Charts: what a study can ask for, what they hold read back from their JSON, the same bytes wherever they are made."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version

import numpy as np
import pandas as pd
import pytest
from made_up_charts import CHARTS, KINDS, STUDY, TABLES, drawn
from project import ROOT

from tttcore.pipeline.messages import ConfigError
from tttcore.plots.charts.chart import DASHES, keys
from tttcore.plots.charts.curves import changes
from tttcore.plots.charts.library import assets
from tttcore.plots.looks import by_place
from tttcore.plots.palette import PALETTE
from tttcore.studies.charts import build, charts_of, kinds
from tttcore.studies.looks import looks_of

ALL = ["ecdf", "survival", "traces", "genes", "alleles"]


def models(item, name):
    """Attributes of all models of a type in a chart's JSON, in its order."""
    found = []

    def visit(part):
        if isinstance(part, dict):
            if part.get("type") == "object" and part["name"] == name:
                found.append(part.get("attributes", {}))
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                visit(each)

    visit(json.loads(item))
    return found


def sources(item):
    """Columns of every group, by its name."""
    return {
        renderer["name"]: dict(renderer["data_source"]["attributes"]["data"]["entries"])
        for renderer in models(item, "GlyphRenderer")
        if "attributes" in renderer["data_source"]
    }


def numbers(values):
    return [float(value["value"]) if isinstance(value, dict) else value for value in values]


def test_every_kind_is_tried():
    assert sorted(ALL) == kinds.names() == sorted({chart["name"] for chart in CHARTS.values()})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"set": "lsited"}, r"\.set: unknown 'lsited' \(did you mean 'listed'\?\); known: listed, all treatments"),
        ({"table": "none"}, r": needs the table 'none', which is not in tables"),
        ({"table": "survival"}, r"\.table: 'survival' is of the kind 'survival'; needs one of 'ecdf'"),
        (
            {"name": "ecdff"},
            r"\.name: unknown kind of chart 'ecdff' \(did you mean 'ecdf'\?\); known: alleles, ecdf, .*",
        ),
        ({"last": -1}, r"\.last: -1 is out of range; allowed: from 0 to 2,147,483,647"),
        ({"labels": ["a"]}, r"\.labels: kind of chart 'ecdf' has no such key.*"),
        ({"name": "genes", "treatments": ["a"]}, r"\.set: kind of chart 'genes' has no such key.*"),
    ],
)
def test_what_a_chart_names_is_there(change, message):
    study = {**STUDY, "charts": {"one": {**CHARTS["ecdf"], **change}}}
    with pytest.raises(ConfigError, match=rf"^study\.yaml: charts\.one{message}$"):
        build(study, "study.yaml")


@pytest.mark.parametrize(("kind", "engine"), [("genes", "genetic_algorithm"), ("alleles", "genies")])
def test_a_chart_of_one_engines_runs_is_for_its_studies(kind, engine):
    study = {**STUDY, "engine": engine, "charts": {"one": CHARTS[kind]}}
    with pytest.raises(ConfigError, match=rf"^study\.yaml: charts\.one: kind '{kind}' is for studies of the engine"):
        build(study, "study.yaml")


def test_a_treatment_without_data_is_named():
    gone = {name: table[table["treatment"] != "b"] for name, table in TABLES.items() if "treatment" in table}
    with pytest.raises(ConfigError, match=r"^treatments: 'b' has no such data; those that have: a$"):
        charts_of({**STUDY, "charts": {"one": CHARTS["traces"]}}, gone)


@pytest.mark.parametrize("kind", ALL)
def test_a_chart_says_where_its_numbers_are(kind):
    chart = drawn(kind)
    assert (chart.name, chart.title, chart.caption) == (kind, f"Title of {kind}", "Caption")
    assert chart.address == f"../made-up/tables/{KINDS[kind]}.csv"
    assert len(chart.keys) == 2


@pytest.mark.parametrize("kind", ALL)
def test_everything_drawn_is_named_by_a_group_of_the_legend(kind):
    chart = drawn(kind)
    glyphs = models(chart.item, "GlyphRenderer")
    assert {glyph["name"] for glyph in glyphs} == {key.label for key in chart.keys}
    assert len(glyphs) >= 2 * len(chart.keys)
    colours = {key.label: key.colour for key in chart.keys}
    for glyph in glyphs:
        attributes = glyph["glyph"]["attributes"]
        shown = {attributes[key]["value"] for key in ("line_color", "fill_color") if "value" in attributes.get(key, {})}
        assert shown <= {colours[glyph["name"]]}
    assert len(models(chart.item, "HoverTool")) == 1
    assert not models(chart.item, "Legend"), "the page has its own, of buttons"


@pytest.mark.parametrize("kind", ["ecdf", "survival", "traces"])
def test_curves_hold_the_table(kind):
    table, x, y = {
        "ecdf": (TABLES["ecdf"], "generation", "fraction"),
        "survival": (TABLES["survival"], "generation", "survival"),
        "traces": (TABLES["trajectories"].rename(columns={"treatment": "group"}), "step", "median"),
    }[kind]
    found = sources(drawn(kind).item)
    if "set" in table:
        table = table[table["set"] == "listed"]
    for group, own in table.groupby("group"):
        columns = found[{"a": "first", "b": "</script>"}.get(group, group)]
        expected = dict(zip(own[x], own[y], strict=True))
        seen = dict(zip(columns["x"], columns["y"], strict=True))
        assert seen == {at: pytest.approx(expected[at], rel=1e-4) for at in seen}
        assert {min(expected), max(expected)} <= set(seen)
        if kind != "ecdf":
            assert len(seen) == len(expected)
            assert columns["low"] == pytest.approx(own["low"].tolist(), rel=1e-4)
            assert columns["high"] == pytest.approx(own["high"].tolist(), rel=1e-4)


def test_labels_of_axes_are_no_mathematics():
    """Bokeh would take a text between two pairs of $ for TeX."""
    labels = models(drawn("ecdf", xlabel="$$a_{$$").item, "PlainText")
    assert {label["text"] for label in labels} == {"Runs with a no-loss player so far", "$$a_{$$"}


def test_curves_end_where_they_are_asked_to():
    chart = drawn("ecdf", last=6)
    assert max(at for columns in sources(chart.item).values() for at in columns["x"]) == 6


def test_logarithmic_axes_begin_at_the_least_length():
    columns = sources(drawn("survival", log=True).item)["control"]
    assert columns["x"][:2] == [2, 2]
    assert columns["y"][:2] == [1.0, 0.75]
    (x,) = (found for found in models(drawn("survival", log=True).item, "Range1d") if found["end"] > 2)
    assert 0 < x["start"] < 2 < 8 < x["end"]


def test_bars_hold_the_table():
    columns = sources(drawn("genes").item)["first"]
    own = TABLES["gene_quantiles"].query("treatment == 'a'")
    assert columns["x"] == own["gene"].tolist()
    for shown, column in {"bottom": "lower", "top": "upper", "y": "median", "low": "low", "high": "high"}.items():
        assert columns[shown] == pytest.approx(own[column].tolist(), rel=1e-4)


def test_alleles_stand_by_position_and_cell():
    item = drawn("alleles").item
    (places,) = (found["factors"] for found in models(item, "FactorRange"))
    assert places == [["··· ··· ·XO", "1"], ["··· ··· ·XO", "5"]]
    assert sources(item)["first"]["y"] == [0.25, 0.75]
    none = sources(item)["</script>"]
    assert np.isnan(numbers(none["y"])).all(), "a treatment without champions"
    assert "nan" not in re.sub(r'\{"type":"number","value":"nan"\}', "", item)


def test_steps_without_changes_are_left_out_and_nothing_is_lost():
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"group": np.repeat(["a", "b"], 60), "x": [*range(60), *range(60)]})
    table["y"] = rng.integers(0, 2, size=120).cumsum() // 3
    kept = changes(table)
    assert len(kept) < len(table) / 2
    for group, own in table.groupby("group"):
        few = kept[kept["group"] == group]
        at = np.searchsorted(few["x"], own["x"], side="right") - 1
        assert (few["y"].to_numpy()[at] == own["y"].to_numpy()).all()
        assert few["x"].max() == own["x"].max()


def test_told_in_words_by_hand():
    assert drawn("ecdf").words[0] == (
        "control (generation): 10% by 2; 50% by 4; 90% by 8; 100% by 9, where the curve ends."
    )
    assert drawn("survival").words[1] == "umg (generation): 10% by 3; 40% by 9, where the curve ends."
    assert drawn("traces").words[0] == (
        "first (game): 0 at 0 (95% of runs: −1 to 1); 2 at 4 (95% of runs: 1 to 3); 4.5 at 9 (95% of runs: 3.5 to 5.5)."
    )
    assert drawn("genes").words[0] == "first: -1: 0; 0: 1; +1: 2."
    assert drawn("alleles").words == ["first: ··· ··· ·XO 1: 25%; ··· ··· ·XO 5: 75%."]


def test_keys_have_the_looks_of_their_labels():
    looks = by_place([str(place) for place in range(len(PALETTE) * len(DASHES))])
    found = keys([*looks], looks)
    assert [key.colour for key in found] == [look.colour for look in looks.values()]
    assert len({(key.colour, key.dash) for key in found}) == len(found)
    assert not any(key.dash for key in found[: len(PALETTE)])


def test_charts_have_the_colours_of_the_studys_treatments():
    """Whatever their places in a chart are."""
    looks = looks_of({**STUDY, "charts": CHARTS}).treatments
    backwards = {**CHARTS["traces"], "treatments": ["b", "a"]}
    (chart,) = charts_of({**STUDY, "charts": {"one": backwards}}, TABLES)
    assert [key.colour for key in chart.keys] == [looks["b"].colour, looks["a"].colour]
    for kind in ALL:
        assert [key.colour for key in drawn(kind).keys] == [looks["a"].colour, looks["b"].colour]


@pytest.mark.parametrize("kind", ALL)
def test_an_item_can_stand_within_a_page(kind):
    item = drawn(kind).item
    assert "<" not in item
    assert json.loads(item)["version"] == version("bokeh")
    assert "CustomJS" not in item
    assert not re.search(r'"(nonselection|muted)_glyph":\{', item)
    numbered = re.findall(r'"(?:root_)?id":"([^"]+)"', item)
    assert list(dict.fromkeys(numbered)) == [f"p{number}" for number in range(1, len(set(numbered)) + 1)]


def test_a_large_chart_is_small():
    rng = np.random.default_rng(2)
    treatments = [f"treatment-{number}" for number in range(14)]
    values = rng.random((14 * 200, 3))
    table = pd.DataFrame(values, columns=["low", "median", "high"]).assign(
        treatment=np.repeat(treatments, 200), step=list(range(200)) * 14, going=10_000
    )
    asked = {**CHARTS["traces"], "treatments": treatments, "labels": treatments}
    study = {**STUDY, "treatments": dict.fromkeys(treatments), "charts": {"one": asked}}
    (chart,) = charts_of(study, {"trajectories": table})
    assert len(chart.item) < 150_000


def test_the_same_bytes_in_every_process():
    """Whatever was drawn before, and whatever order sets have."""
    code = (
        "import json, sys; from made_up_charts import drawn; "
        "print(json.dumps({kind: drawn(kind).item for kind in sys.argv[1:]}))"
    )
    told = []
    for seed, order in (("1", ALL), ("2", ALL), ("3", ALL[::-1])):
        made = subprocess.run(
            [sys.executable, "-c", code, *order],
            check=True, capture_output=True, text=True, cwd=ROOT / "tests",
            env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        told.append(json.loads(made.stdout))
    assert told[0] == told[1] == told[2]


def test_the_library_is_the_installed_one():
    (content,) = assets().values()
    assert list(assets()) == ["bokeh.min.js"]
    assert version("bokeh").encode() in content
    assert 1_000_000 < len(content) < 1_600_000
