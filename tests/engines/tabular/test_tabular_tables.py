"""Tables of tabular learning on made-up sessions: their columns, and few or short sessions."""

import warnings
from dataclasses import replace

import pytest
from made_up_sessions import RECIPES, evidence
from parted import InMemory

from tttcore.engines.tabular import stats
from tttcore.engines.tabular.stats import Contrast, Report, Shares
from tttcore.pipeline.store import write

PRINTED = {"3x3": Shares(0.6, 0.4), "smarter": Shares(0.63, 0.37)}
READINGS = {"3x3": {"default": "3x3", "fixed": "3x3-fixed"}, "smarter": {"default": "smarter"}}
WHEN = ["all", "last"]
REPORTS = {"rise": Report("3x3", "rise", 0.05, 0.2)}
PAIRS = {"fixed target": Contrast("3x3-fixed", "3x3"), "later": Contrast("3x3", "smarter", 50_000)}
TABLES = {
    "published_results": lambda of: stats.published_results(of.runs, RECIPES, rows=PRINTED, countings=["apart"]),
    "reading_of_published": lambda of: stats.reading_of_published(of.runs, READINGS, RECIPES, rows=PRINTED, when=WHEN),
    "common_reading": lambda of: stats.common_reading(of.runs, READINGS, rows=PRINTED, when=WHEN),
    "one_session": lambda of: stats.one_session(
        of.runs, of.traces, reports=REPORTS, also={}, countings=["half"], early=4000
    ),
    "shares": lambda of: stats.shares(of.runs),
    "trend": lambda of: stats.trend(of.runs, of.traces, since=31_000, early=45_000),
    "first_advantage": lambda of: stats.first_advantage(of.runs, theory={"3x3": "draw"}),
    "policies": lambda of: stats.policies(of.runs),
    "unbeatable": lambda of: stats.unbeatable(of.traces),
    "gains": lambda of: stats.gains(of.traces, quantities=["first_careful", "second_mistakes"]),
    "paces": lambda of: stats.paces(of.traces, level=0.7),
    "contrasts": lambda of: stats.contrasts(of.traces, pairs=PAIRS),
    "table_sizes": lambda of: stats.table_sizes(of.traces, RECIPES, of.states, games=[1000]),
    "collisions": lambda of: stats.collisions(of.runs, RECIPES),
    "training_games": lambda of: stats.training_games(of.runs),
}


@pytest.fixture(scope="module")
def source(tables):
    return evidence(tables)


def test_all_tables_of_the_engine_are_here():
    assert {*TABLES} == {name for name in stats.__all__ if name.islower()}


@pytest.mark.parametrize("table", ["runs", "traces"])
def test_made_up_sessions_are_as_they_are_stored(source, table, tmp_path):
    schema = getattr(source.stored, table)
    assert [*getattr(source, table)] == schema.names
    write(tmp_path / "table.parquet", getattr(source, table), schema=schema, provenance={})


@pytest.mark.parametrize("name", TABLES)
def test_all_columns_have_labels(source, name, tmp_path):
    """Though some sessions are too short for the trend and the second contrast."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = TABLES[name](source)
    assert len(table) > 0
    assert {*table} == {*getattr(stats, name.upper())}
    write(tmp_path / "table.parquet", table, provenance={})


@pytest.mark.parametrize("name", TABLES)
def test_a_single_session_of_each_treatment_is_enough(source, name):
    """As at the quick scale: no warning, no interval of a mean."""
    first = [InMemory(table.query("replicate == 0")) for table in (source.runs, source.traces)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = TABLES[name](replace(source, run_rows=first[0], trace_rows=first[1]))
    assert len(table) > 0
    if name == "policies":
        assert table["won"].notna().all()
        assert table[["won_low", "won_high"]].isna().all(axis=None)
