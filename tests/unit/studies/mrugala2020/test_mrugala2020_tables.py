"""Tables of made-up sessions: their columns, and few or short sessions; what tables and figures name is in the file."""

import warnings
from dataclasses import replace

import pytest
from helpers.project import ROOT
from helpers.tables import InMemory
from made_up_sessions import RECIPES, evidence

from tttcore.engines.engine import read_study
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write
from tttcore.studies.mrugala2020 import (
    closest_readings,
    figures,
    first_player,
    further_session,
    learned_policies,
    tables,
    value_tables,
)
from tttcore.studies.mrugala2020.first_player import Shares
from tttcore.studies.mrugala2020.further_session import Report
from tttcore.studies.mrugala2020.learned_policies import Contrast
from tttcore.studies.tables import check, tables_of

MODULES = (first_player, closest_readings, further_session, learned_policies, value_tables)
PRINTED = {"3x3": Shares(0.6, 0.4), "smarter": Shares(0.63, 0.37)}
READINGS = {"3x3": {"default": "3x3", "fixed": "3x3-fixed"}, "smarter": {"default": "smarter"}}
WHEN = ["all", "last"]
REPORTS = {"rise": Report("3x3", "rise", 0.05, 0.2)}
PAIRS = {"fixed target": Contrast("3x3-fixed", "3x3"), "later": Contrast("3x3", "smarter", 50_000)}
TABLES = {
    "published_results": lambda of: first_player.published_results(of.runs, RECIPES, rows=PRINTED, countings=["apart"]),
    "reading_of_published": lambda of: closest_readings.reading_of_published(
        of.runs, READINGS, RECIPES, rows=PRINTED, when=WHEN
    ),
    "common_reading": lambda of: closest_readings.common_reading(of.runs, READINGS, rows=PRINTED, when=WHEN),
    "one_session": lambda of: further_session.one_session(
        of.runs, of.traces, reports=REPORTS, also={}, countings=["half"], early=4000
    ),
    "losing": lambda of: further_session.losing(of.runs),
    "shares": lambda of: first_player.shares(of.runs),
    "trend": lambda of: first_player.trend(of.runs, of.traces, since=31_000, early=45_000),
    "first_advantage": lambda of: first_player.first_advantage(of.runs, theory={"3x3": "draw"}),
    "policies": lambda of: learned_policies.policies(of.runs),
    "unbeatable": lambda of: learned_policies.unbeatable(of.traces),
    "gains": lambda of: learned_policies.gains(of.traces, quantities=["first_careful", "second_mistakes"]),
    "paces": lambda of: learned_policies.paces(of.traces, level=0.7),
    "contrasts": lambda of: learned_policies.contrasts(of.traces, pairs=PAIRS),
    "table_sizes": lambda of: value_tables.table_sizes(of.traces, RECIPES, of.states, games=[1000]),
    "collisions": lambda of: value_tables.collisions(of.runs, RECIPES),
    "training_games": lambda of: value_tables.training_games(of.runs),
}


@pytest.fixture(scope="module")
def source(tables):
    return evidence(tables)


@pytest.mark.parametrize("table", ["runs", "traces"])
def test_made_up_sessions_are_as_they_are_stored(source, table, tmp_path):
    schema = getattr(source.stored, table)
    assert [*getattr(source, table)] == schema.names
    write(tmp_path / "table.parquet", getattr(source, table), schema=schema, provenance={})


@pytest.mark.parametrize("replicates", ["all", "first"])
@pytest.mark.parametrize("name", TABLES)
def test_all_columns_have_labels(source, name, replicates, tmp_path):
    """No warning, though some sessions are too short for the trend and the second contrast; nor at the quick scale,
    with a single session of each treatment, of which a mean has no interval."""
    if replicates == "first":
        first = [InMemory(table.query("replicate == 0")) for table in (source.runs, source.traces)]
        source = replace(source, run_rows=first[0], trace_rows=first[1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = TABLES[name](source)
    assert len(table) > 0
    (labels,) = (vars(module)[name.upper()] for module in MODULES if name.upper() in vars(module))
    assert {*table} == {*labels}
    write(tmp_path / "table.parquet", table, provenance={})
    single = {"shares": ["share", "drawn"], "policies": ["won"], "contrasts": ["difference"]}
    for column in single.get(name, ()) if replicates == "first" else ():
        known = table[table["n"] > 0] if "n" in table else table
        assert known[[f"{column}_low", f"{column}_high"]].isna().all(axis=None)


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


def test_windows_begin_with_the_last_session_of_a_chain(study):
    for name, sessions in tables.CHAINS.items():
        recipe = study.recipes[name]
        assert recipe["games"] == sessions * study.recipes[name.removesuffix("-resumed")]["games"]
        begun = recipe["games"] - recipe["games"] // sessions
        points = build_recipe(recipe, name).curve.points(recipe["games"])
        assert points[0] == begun
        assert points[1] - begun <= tables.BEGINNING
        other = study.recipes[name.removesuffix("-resumed")]
        assert {key for key in recipe if recipe[key] != other[key]} <= {"games", "curve", "evaluation"}


def test_rows_tell_the_treatments_behind_them(study):
    made = tables_of(study.config, study.file)
    assert made["contrasts"].treatments_of({"pair": "finite", "seat": "first"}) == ["3x3", "infinite"]
    assert [*made["common_reading"].treatments_of({"reading": "default"})] == ["3x3", "5x5", "infinite", "smarter"]


def test_the_documents_table_is_needed_where_it_is_compared(study, monkeypatch):
    monkeypatch.chdir(ROOT)
    check(study)
    without = replace(study, config=study.config | {"published": study.config["published"] | {"tables": {}}})
    with pytest.raises(ConfigError, match=r"yaml: tables.combinations: needs 'games' in published; known: none$"):
        check(without)
    others = {name: caption for name, caption in study.config["tables"].items() if name != "combinations"}
    check(replace(without, config=without.config | {"tables": others}))
