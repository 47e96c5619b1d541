"""Multiverse: which statements are judged under another reading, by what, and what is told of them."""

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest

from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.multiverse import check_readings, multiverse, read_multiverse, robustness, with_readings
from tttcore.claims.multiverse_figure import STYLES, draw
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.selectors import Columns, Selector
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.table_files import write_csv
from tttcore.report.site import shared_files

TABLES = {
    "means": pd.DataFrame(
        {"treatment": ["plain", "whole", "wide", "same"], "mean": [2.0, -2.0, 0.5, 2.0],
         "mean_low": [1.0, -3.0, -1.0, 1.0], "mean_high": [3.0, -1.0, 2.0, 3.0]}
    ),
    "reports": pd.DataFrame({"treatment": ["plain", "whole"], "chance": [0.4, 0.01], "chance_least": [0.0, 0.0]}),
}  # fmt: skip
READINGS = {"division": {"whole numbers": {"plain": "whole"}}, "width": {"all of it": {"plain": "wide"}}}


def claim(ident="C1", **cells):
    usual = {
        "id": ident, "kind": "claim", "basis": "rerun", "asserts": "range", "target": "> 0",
        "measure": "means.mean[treatment=plain]", "statement": "There is more", "note": "",
    }  # fmt: skip
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


def under(*rows, readings=READINGS, **options):
    claims = pd.DataFrame(rows)
    judged = verdicts(claims, TABLES, runs=9, judged_from=3, where="claims.csv")
    return multiverse(readings, claims, judged, TABLES, **options)


def test_a_statement_is_judged_again_under_each_reading_that_its_table_has():
    found = under(claim())
    assert found[["choice", "reading", "verdict"]].to_numpy().tolist() == [
        ["", "", REPRODUCED],
        ["division", "whole numbers", DIFFERS],
        ["width", "all of it", UNDECIDED],
    ]
    assert found["measure"].tolist() == [f"means.mean[treatment={name}]" for name in ("plain", "whole", "wide")]
    assert found.loc[1, ["measured", "low", "high"]].tolist() == ["-2.0", -3.0, -1.0]


def test_a_report_is_judged_by_the_simulated_replications_of_the_reading():
    """Its value may stay, but not its chance: without one under a reading, there is no verdict under it."""
    found = under(claim(asserts="report", target="reports.chance[treatment=plain]"))
    assert found[["reading", "verdict", "chance"]].to_numpy().tolist() == [
        ["", REPRODUCED, 0.4],
        ["whole numbers", DIFFERS, 0.01],
    ]


@pytest.mark.parametrize(
    "cells",
    [
        {"measure": "means.mean[treatment=wide]"},
        {"basis": "exact"},
        {"kind": "choice"},
        {"kind": "alternative"},
        {"same_as": "C9"},
        {"asserts": "", "target": "", "note": "asked"},
    ],
)
def test_what_no_reading_bears_on_is_left_out(cells):
    assert under(claim(**cells)).empty


def test_parts_of_a_sentence_and_too_few_runs_count_as_for_the_verdict():
    """Of many parts, the intervals under another reading are as wide as those of the study's own."""
    one = claim("C1a", measure="means.mean[treatment=plain]", target="> 0.9")
    readings = {"division": {"whole numbers": {"plain": "same"}}}
    others = [claim(f"C1{letter}") for letter in "bcd"]
    assert under(one, readings=readings)["verdict"].tolist() == [REPRODUCED] * 2
    assert under(one, *others, readings=readings)["verdict"][:2].tolist() == [UNDECIDED] * 2
    assert set(under(claim(), too_few="Needs more.")["verdict"][1:]) == {UNDECIDED}


def test_what_most_readings_uphold_comes_first():
    steady = claim("C2", target="> -9")
    first, second = robustness(under(claim(), steady))
    assert (first.id, first.upheld, first.readings, first.flipped) == ("C2", 3, 3, ())
    assert (second.upheld, second.readings) == (1, 3)
    assert second.flipped == (("division", "whole numbers", DIFFERS), ("width", "all of it", UNDECIDED))


def test_verdicts_tell_how_many_readings_agree():
    claims = pd.DataFrame([claim(), claim("C2", target="> -9"), claim("C3", kind="alternative")])
    judged = verdicts(claims, TABLES, runs=9, judged_from=3, where="claims.csv")
    told = with_readings(judged, multiverse(READINGS, claims, judged, TABLES))
    assert told[["readings", "agreeing"]].to_numpy().tolist() == [[2, 0], [2, 2], [0, 0]]
    assert told.columns.tolist() == judged.columns.tolist()


def test_a_table_is_read_as_it_was_written(tmp_path):
    found = under(claim(statement="=A1"), claim("C2"))
    write_csv(tmp_path / "multiverse.csv", found)
    pd.testing.assert_frame_equal(read_multiverse(tmp_path / "multiverse.csv"), found, check_dtype=False)


def test_a_figure_has_a_row_for_each_statement_and_a_column_for_each_reading():
    """Readings have numbers and a list; outcomes that don't occur have no key."""
    figure = draw(under(claim(), claim("C2", target="> -9")))
    (axes,) = figure.axes
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows == ["C2", "C1"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "3"]
    assert axes.get_xlabel().splitlines() == ["1  as we read it", "2  division: whole numbers", "3  width: all of it"]
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["3 of 3", "1 of 3", "reproduced\nunder", "0", "1", "1", "verdicts\nit changes"]
    assert keys(figure) == [REPRODUCED, DIFFERS, UNDECIDED]
    assert keys(draw(under(claim("C2", target="> -9")))) == [REPRODUCED]


def test_twenty_readings_can_be_read():
    others = {f"reading {at}": {"plain": "whole"} for at in range(19)}
    assert smallest(draw(under(claim(), claim("C2"), readings={"division": others}))) >= LEAST


def keys(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_outcomes_have_the_colours_of_pages():
    style = shared_files()["style.css"].decode()
    for outcome, name in ((REPRODUCED, "good"), (DIFFERS, "bad"), (UNDECIDED, "unsure")):
        assert f"--{name}: {STYLES[outcome]['edgecolor']};" in style
        assert f".{outcome} {{" in style


def test_a_selector_takes_other_names_for_its_table_and_values_only():
    selector = Selector.read("order means.mean[set=mean; treatment=order]")
    text = "order spreads.mean[set=sd; treatment=order]"
    assert selector.with_names({"means": "spreads", "mean": "sd"}) == Selector.read(text)
    assert Selector.read("sum a.b").with_names({}).text == "sum a.b"


@pytest.mark.parametrize(
    ("readings", "message"),
    [
        ({"a": {"b": {"plane": "whole"}}}, r"study.yaml: readings.a.b: no judged statement selects 'plane'.*plain"),
        ({"a": {"b": {"plain": "hole"}}}, "study.yaml: readings.a.b: no statement can be judged by 'hole'"),
        ({"a": {"": {"plain": "whole"}}}, "study.yaml: readings: '' is not allowed; needs words in a line"),
        ({"a\nb": {"c": {"plain": "whole"}}}, "readings: 'a.*b' is not allowed; needs words in a line"),
        ({"a": {"b": {"means": "medians"}}}, "study.yaml: readings.a.b: no statement can be judged by 'medians'"),
    ],
)
def test_a_reading_that_bears_on_nothing_is_refused(readings, message):
    known = {"means": Columns({"treatment": False, "mean": True}, {"treatment": ["plain", "whole"]}), "more": None}
    check_readings({"division": READINGS["division"]}, pd.DataFrame([claim()]), known, "study.yaml")
    with pytest.raises(ConfigError, match=message):
        check_readings(readings, pd.DataFrame([claim()]), known, "study.yaml")
