"""What the study's tables and figures name is in its file, and rows tell which treatments stand behind them."""

from dataclasses import replace

import pytest
from project import ROOT

from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.mrugala2020 import figures, tables
from tttcore.studies.tables import check, tables_of


@pytest.fixture(scope="module")
def study():
    return read_study(ROOT / "config" / "studies" / "mrugala2020.yaml")


def test_treatments_that_are_named_are_in_the_file(study):
    reports = [report.treatment for report in tables.REPORTS.values()]
    contrasts = [name for pair in tables.CONTRASTS.values() for name in (pair.of, pair.less)]
    also = [name for names in tables.ALSO.values() for name in names]
    shown = [name for group in figures.TOGETHER for name in group]
    assert {*reports, *contrasts, *also, *shown, *tables.PRINTED} <= {*study.treatments}


def test_results_have_a_comparison_that_begins_with_their_test(study):
    for name in tables.PRINTED:
        assert next(iter(study.comparisons[name].values())) == name


def test_reports_are_asked_of_all_readings_under_which_statements_are_judged_again(study):
    readings = [reading for choice in study.config["readings"].values() for reading in choice.values()]
    asked = [(name, other) for reading in readings for name, other in reading.items() if name in tables.ALSO]
    assert len(asked) > 20
    assert [pair for pair in asked if pair[1] not in tables.ALSO[pair[0]]] == []


def test_rows_tell_the_treatments_behind_them(study):
    made = tables_of(study.config, study.file)
    assert made["contrasts"].treatments_of({"pair": "finite", "seat": "first"}) == ["3x3", "infinite"]
    assert [*made["common_reading"].treatments_of({"reading": "default"})] == ["3x3", "5x5", "infinite", "smarter"]


def test_the_documents_table_is_needed_where_it_is_compared(study, monkeypatch):
    monkeypatch.chdir(ROOT)
    check(study)
    without = replace(study, config=study.config | {"published": study.config["published"] | {"tables": {}}})
    with pytest.raises(ConfigError, match=r"yaml: tables.combinations: unknown published table 'games'; known: none$"):
        check(without)
    others = {name: caption for name, caption in study.config["tables"].items() if name != "combinations"}
    check(replace(without, config=without.config | {"tables": others}))
