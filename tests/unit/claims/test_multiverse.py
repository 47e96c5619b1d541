"""Statements judged again under other readings of the document: which hold, and on which choices they depend."""

import math

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.texts import message, picture

from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.multiverse import (
    check_readings,
    multiverse,
    one_at_a_time,
    read_multiverse,
    robustness,
    with_readings,
)
from tttcore.claims.multiverse_figure import STYLES, draw
from tttcore.claims.selectors import Columns, Selector
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline.table_files import write_csv
from tttcore.report.site import shared_files

NAN = math.nan
RANGE = {"asserts": "range"}


def claim(**cells):
    return dict.fromkeys(COLUMNS, "") | {"id": "C1", "kind": "claim", "basis": "rerun"} | cells


def judged(*rows, tables):
    return verdicts(pd.DataFrame(rows), tables, runs=3, judged_from=3, where="claims.csv").to_dict("records")


MEANS = {
    "means": pd.DataFrame(
        {"treatment": ["plain", "whole", "wide", "same"], "mean": [2.0, -2.0, 0.5, 2.0],
         "mean_low": [1.0, -3.0, -1.0, 1.0], "mean_high": [3.0, -1.0, 2.0, 3.0]}
    ),
    "reports": pd.DataFrame({"treatment": ["plain", "whole"], "chance": [0.4, 0.01], "chance_least": [0.0, 0.0]}),
}  # fmt: skip
READINGS = {"division": {"whole numbers": {"plain": "whole"}}, "width": {"all of it": {"plain": "wide"}}}


def read(ident="C1", **cells):
    usual = RANGE | {"target": "> 0", "measure": "means.mean[treatment=plain]", "statement": "There is more"}
    return claim(id=ident, **usual | {"note": ""} | cells)


STEADY = read("C2", target="> -9")


def under(*rows, readings=READINGS, **options):
    claims = pd.DataFrame(rows)
    return multiverse(readings, claims, pd.DataFrame(judged(*rows, tables=MEANS)), MEANS, **options)


def test_a_statement_is_judged_again_under_each_reading_that_its_table_has():
    """A report by its simulated replications: without a chance under a reading, there is no verdict under it."""
    columns = ["choice", "reading", "verdict", "measure", "measured", "low", "high"]
    assert under(read())[columns].to_numpy().tolist() == [
        ["", "", "reproduced", "means.mean[treatment=plain]", "2.0", 1.0, 3.0],
        ["division", "whole numbers", "differs", "means.mean[treatment=whole]", "-2.0", -3.0, -1.0],
        ["width", "all of it", "undecided", "means.mean[treatment=wide]", "0.5", -1.0, 2.0],
    ]
    found = under(read(asserts="report", target="reports.chance[treatment=plain]"))
    told = [["", "compatible", 0.4], ["whole numbers", "unlikely", 0.01]]
    assert found[["reading", "verdict", "chance"]].to_numpy().tolist() == told


def test_choices_that_replace_different_names_are_changed_together():
    """Only where the tables have such rows; a verdict depends on two together if it depends on neither alone."""
    grid = [(treatment, counting, 2.0) for treatment in ("plain", "whole", "wide") for counting in ("apart", "half")]
    means = pd.DataFrame(grid[:-1], columns=["treatment", "counting", "mean"])
    both = (means["treatment"] == "whole") & (means["counting"] == "half")
    means["mean"] = means["mean"].mask(both, -2.0)
    tables = {"means": means.assign(mean_low=means["mean"] - 1, mean_high=means["mean"] + 1)}
    readings = READINGS | {"draws": {"half": {"apart": "half"}}, "other": {"none": {"missing": "whole"}}}
    row = read(measure="means.mean[treatment=plain; counting=apart]")
    found = multiverse(readings, pd.DataFrame([row]), pd.DataFrame(judged(row, tables=tables)), tables)
    assert found[["choice", "reading", "verdict"]].to_numpy().tolist() == [
        ["", "", "reproduced"],
        ["division", "whole numbers", "reproduced"],
        ["width", "all of it", "reproduced"],
        ["draws", "half", "reproduced"],
        ["division + draws", "whole numbers + half", "differs"],
    ]
    told = with_readings(pd.DataFrame(judged(row, tables=tables)), found)
    assert told[["readings", "agreeing", "depends"]].to_numpy().tolist() == [[4, 3, "division + draws"]]
    assert with_readings(told[:0], found[:0]).columns.tolist() == told.columns.tolist()
    assert one_at_a_time(found)["choice"].tolist() == ["", "division", "width", "draws"]
    flipped = found.assign(verdict=["reproduced", "differs", "reproduced", "reproduced", "differs"])
    assert robustness(flipped)[0].depends == ["division"]


@pytest.mark.parametrize("cells", [
    {"measure": "means.mean[treatment=wide]"}, {"basis": "exact"}, {"kind": "choice"}, {"kind": "alternative"},
    {"same_as": "C9"}, {"asserts": "", "target": "", "note": "asked"},
])  # fmt: skip
def test_what_no_reading_bears_on_is_left_out(cells):
    assert under(read(**cells)).empty


def test_parts_of_a_sentence_and_too_few_runs_count_as_for_the_verdict():
    """Of many parts, the intervals under another reading are as wide as those of the study's own."""
    one = read("C1a", target="> 0.9")
    readings = {"division": {"whole numbers": {"plain": "same"}}}
    others = [read(f"C1{letter}") for letter in "bcd"]
    assert under(one, readings=readings)["verdict"].tolist() == ["reproduced"] * 2
    assert under(one, *others, readings=readings)["verdict"][:2].tolist() == ["undecided"] * 2
    assert set(under(read(), too_few="Needs more.")["verdict"][1:]) == {"undecided"}


def test_readings_with_too_few_runs_to_decide_are_left_out():
    """Values without an interval, and reports that nothing could make unlikely; not where all runs are too few."""
    few = MEANS | {
        "means": MEANS["means"].assign(mean_low=[1.0, NAN, -1.0, 1.0]),
        "reports": MEANS["reports"].assign(chance_least=[0.0, 0.06]),
    }
    report = read("C2", asserts="report", target="reports.chance[treatment=plain]")
    claims = pd.DataFrame([read(), report])
    own = pd.DataFrame(judged(*claims.to_dict("records"), tables=few))
    found = multiverse(READINGS, claims, own, few)
    assert found[["id", "reading"]].to_numpy().tolist() == [["C1", ""], ["C1", "all of it"]]
    all_few = multiverse(READINGS, claims, own, few, too_few="Needs more.")
    assert all_few["reading"].tolist() == ["", "whole numbers", "all of it", "", "whole numbers"]


def test_what_most_readings_uphold_comes_first_and_verdicts_tell_how_many_agree():
    first, second = robustness(under(read(), STEADY))
    assert (first.id, first.upheld, first.readings, first.flipped) == ("C2", 3, 3, ())
    assert (second.upheld, second.readings) == (1, 3)
    assert second.flipped == (("division", "whole numbers", "differs"), ("width", "all of it", "undecided"))
    rows = [read(), STEADY, read("C3", kind="alternative")]
    own = pd.DataFrame(judged(*rows, tables=MEANS))
    told = with_readings(own, under(*rows))
    assert told[["readings", "agreeing"]].to_numpy().tolist() == [[2, 0], [2, 2], [0, 0]]
    assert told.columns.tolist() == own.columns.tolist()


def test_a_table_of_readings_is_read_as_it_was_written(tmp_path):
    found = under(read(statement="=A1"), read("C2"))
    write_csv(tmp_path / "multiverse.csv", found)
    again = read_multiverse(tmp_path / "multiverse.csv")
    one, other = (table.astype(object).fillna("").to_numpy().tolist() for table in (again, found))
    assert ([*again], one) == ([*found], other)


def test_a_figure_has_a_row_for_each_statement_and_a_column_for_each_reading(snapshot):
    """Readings have numbers and a list; outcomes that don't occur have no key; twenty readings can be read."""
    assert picture(draw(under(read(), STEADY))) == snapshot
    (legend,) = draw(under(STEADY)).legends
    assert [text.get_text() for text in legend.get_texts()] == ["reproduced"]
    others = {f"reading {at}": {"plain": "whole"} for at in range(19)}
    assert smallest(draw(under(read(), read("C2"), readings={"division": others}))) >= LEAST
    style = shared_files()["style.css"].decode()
    colours = {"reproduced": "good", "compatible": "fits", "differs": "bad", "unlikely": "rare", "undecided": "unsure"}
    for outcome, name in colours.items():
        assert f"--{name}: {STYLES[outcome]['edgecolor']};" in style
        assert f".{outcome} {{" in style


def test_a_selector_takes_other_names_for_its_table_and_values_only():
    selector = Selector.read("order means.mean[set=mean; treatment=order]")
    text = "order spreads.mean[set=sd; treatment=order]"
    assert selector.with_names({"means": "spreads", "mean": "sd"}) == Selector.read(text)
    assert Selector.read("sum a.b").with_names({}).text == "sum a.b"


def test_a_reading_that_bears_on_nothing_is_refused(snapshot):
    known = {"means": Columns({"treatment": False, "mean": True}, {"treatment": ["plain", "whole"]}), "more": None}
    cases = [
        {"division": READINGS["division"]}, {"a": {"b": {"plane": "whole"}}}, {"a": {"b": {"plain": "hole"}}},
        {"a": {"": {"plain": "whole"}}}, {"a\nb": {"c": {"plain": "whole"}}}, {"a": {"b": {"means": "medians"}}},
    ]  # fmt: skip
    claims = pd.DataFrame([read()])
    assert "\n".join(message(check_readings, each, claims, known, "study.yaml") for each in cases) == snapshot


def test_a_reading_whose_rows_an_order_does_not_name_is_refused():
    order = read(measure="order means.mean[treatment=plain|whole]", asserts="order", target="plain < whole")
    known = {"means": Columns({"treatment": False, "mean": True}, {"treatment": ["plain", "whole", "half"]})}
    assert message(check_readings, {"a": {"b": {"whole": "half"}}}, pd.DataFrame([order]), known, "study.yaml") == (
        "study.yaml: readings.a.b: C1.target: can't use 'plain < whole': no row is called 'whole'; known: plain, half"
    )
