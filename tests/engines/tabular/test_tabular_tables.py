"""Tables of tabular learning as a study's file asks for them: what its page shows, options, mistakes."""

import re
import warnings
from dataclasses import replace

import pandas as pd
import pytest
from made_up_sessions import RECIPES, evidence
from parted import InMemory
from tttcore.studies.statistics import statistics

from tttcore.engines.tabular.stats import policies as learning_policies
from tttcore.engines.tabular.stats import published as learning_published
from tttcore.engines.tabular.stats import readings as learning_readings
from tttcore.engines.tabular.stats import shares as learning_shares
from tttcore.engines.tabular.stats import storage as learning_storage
from tttcore.engines.tabular.stats.contrasts import Contrast, contrasts
from tttcore.engines.tabular.stats.one_session import Report, one_session
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rooms import ENGINES, room_of
from tttcore.pipeline.store import write
from tttcore.studies.tables import build, kinds

PRINTED = {"3x3": {"first": 0.6, "second": 0.4}, "smarter": {"first": 0.63, "second": 0.37}}
READINGS = {"3x3": "readings of 3x3"}
THEORY = {"3x3": "draw"}
REPORT = {"treatment": "3x3", "counting": "apart", "what": "rise", "low": 0.05, "high": 0.2}
TABLES = {
    "published_results": {"rows": PRINTED, "countings": ["apart", "decided"]},
    "reading_of_published": {"rows": PRINTED, "readings": READINGS},
    "common_reading": {"rows": PRINTED, "readings": READINGS},
    "one_session": {"shares": {"sixty percent": REPORT}},
    "shares": {"treatments": ["smarter", "3x3"]},
    "trend": {"early": 4000},
    "first_advantage": {"theory": THEORY},
    "policies": {},
    "unbeatable": {},
    "gains": {"quantities": ["first_careful", "second_mistakes"]},
    "paces": {"level": 0.7},
    "contrasts": {"pairs": {"fixed target": {"of": "3x3-fixed", "less": "3x3"}}},
    "table_sizes": {"games": [1000]},
    "collisions": {},
    "training_games": {},
}


@pytest.fixture(scope="module")
def source(tables):
    return evidence(tables)


@pytest.fixture(scope="module")
def made(source):
    asked = {name: {"name": name, **options} for name, options in TABLES.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return statistics({name: kinds.build(table, name) for name, table in asked.items()}, source)


def test_every_kind_of_the_engine_is_asked_for_here():
    assert {*TABLES} == {name for name in kinds.names() if room_of(kinds[name].__module__, ENGINES) == "tabular"}


@pytest.mark.parametrize("table", ["runs", "traces"])
def test_made_up_sessions_are_as_they_are_stored(source, table, tmp_path):
    schema = getattr(source.stored, table)
    assert [*getattr(source, table)] == schema.names
    write(tmp_path / "table.parquet", getattr(source, table), schema=schema, provenance={})


@pytest.mark.parametrize("name", TABLES)
def test_the_page_shows_columns_that_are_there(made, name, tmp_path):
    assert len(made[name]) > 0
    assert {*kinds[name].columns} <= {*made[name]}
    write(tmp_path / "table.parquet", made[name], provenance={})


def test_tables_hold_what_their_modules_compute(made, source, tables):
    runs, traces = source.runs, source.traces
    some = pd.concat([runs[runs["treatment"] == name] for name in ("smarter", "3x3")])
    rows = {name: learning_published.Shares(**shares) for name, shares in PRINTED.items()}
    expected = {
        "published_results": learning_published.published_results(
            runs, RECIPES, rows=rows, countings=["apart", "decided"]
        ),
        "reading_of_published": learning_readings.reading_of_published(
            runs, source.comparisons, RECIPES, rows=rows, readings=READINGS
        ),
        "common_reading": learning_readings.common_reading(runs, source.comparisons, rows=rows, readings=READINGS),
        "one_session": one_session(runs, traces, shares={"sixty percent": Report(**REPORT)}),
        "shares": learning_shares.shares(some),
        "trend": learning_shares.trend(runs, traces, early=4000),
        "first_advantage": learning_shares.first_advantage(runs, theory=THEORY),
        "policies": learning_policies.policies(runs),
        "unbeatable": learning_policies.unbeatable(traces),
        "gains": learning_policies.gains(traces, quantities=["first_careful", "second_mistakes"]),
        "paces": learning_policies.paces(traces, level=0.7),
        "contrasts": contrasts(traces, pairs={"fixed target": Contrast("3x3-fixed", "3x3")}),
        "table_sizes": learning_storage.table_sizes(traces, RECIPES, tables, games=[1000]),
        "collisions": learning_storage.collisions(runs, RECIPES),
        "training_games": learning_storage.training_games(runs),
    }
    assert expected.keys() == TABLES.keys()
    for name, table in expected.items():
        pd.testing.assert_frame_equal(made[name], table)


def test_treatments_stand_in_the_order_asked_for(made):
    assert made["shares"]["treatment"].unique().tolist() == ["smarter", "3x3"]


def test_a_single_session_of_each_treatment_is_enough(source):
    """As at the quick scale: no warning, no interval of a mean."""
    first = [InMemory(table.query("replicate == 0")) for table in (source.runs, source.traces)]
    alone = replace(source, run_rows=first[0], trace_rows=first[1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = {name: kinds.build({"name": name, **TABLES[name]}, name).make(alone) for name in TABLES}
    assert found["policies"]["won"].notna().all()
    assert found["policies"][["won_low", "won_high"]].isna().all(axis=None)


def test_countings_are_all_if_none_is_named(source):
    table = kinds.build({"name": "published_results", "rows": PRINTED}, "asked").make(source)
    assert table["counting"].tolist() == ["apart", "decided", "first", "half"] * 2


def test_boards_without_known_best_play_are_told(source):
    message = "treatments: 'smarter' has no such data; those that have: 3x3, 3x3-fixed, 3x3-canonical"
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        kinds.build({"name": "unbeatable", "treatments": ["smarter"]}, "asked").make(source)


MISTAKES = [
    ({"name": "published_results"}, ".rows: kind of table 'published_results' needs this key"),
    ({"name": "published_results", "rows": {}}, ".rows: {} is empty; allowed: one entry or more"),
    (
        {"name": "published_results", "rows": {"3x4": {"first": 1, "second": 0}}},
        ": unknown treatment '3x4' (did you mean ",
    ),
    (
        {"name": "published_results", "rows": {"3x3": {"first": 0.6}}},
        ".rows.3x3.second: needs a value",
    ),
    (
        {"name": "reading_of_published", "rows": {"3x3": {"first": 60, "second": 0.4}}},
        ".rows.3x3.first: 60 is out of range; allowed: from 0 to 1",
    ),
    (
        {"name": "published_results", "rows": PRINTED, "countings": ["decide"]},
        ".countings.0: 'decide' is not allowed (did you mean 'decided'?); known: apart, decided, first, half",
    ),
    (
        {"name": "reading_of_published", "rows": PRINTED, "readings": {"infinite": "readings of 3x3"}},
        ": readings: 'infinite' is not among the rows; known: 3x3, smarter",
    ),
    (
        {"name": "reading_of_published", "rows": PRINTED, "readings": {"3x3": "readings"}},
        ": unknown comparison 'readings' (did you mean 'readings of 3x3'?); known: ",
    ),
    (
        {"name": "shares", "treatments": ["smartest"]},
        ": unknown treatment 'smartest' (did you mean 'smarter'?); known: ",
    ),
    (
        {"name": "one_session", "shares": {"a": {**REPORT, "what": "rises"}}},
        ".shares.a.what: 'rises' is not allowed (did you mean 'rise'?); known: all, early, last, rise",
    ),
    (
        {"name": "common_reading", "rows": PRINTED, "readings": {"infinite": "readings of 3x3"}},
        ": readings: 'infinite' is not among the rows; known: 3x3, smarter",
    ),
    (
        {"name": "trend", "early": 1000, "since": -1},
        ".since: -1 is out of range; allowed: from 0 to 100,000,000,000",
    ),
    ({"name": "trend", "early": 0}, ".early: 0 is out of range; allowed: from 1 to 2,147,483,647"),
    (
        {"name": "first_advantage", "theory": {"3x3": "drawn"}},
        ".theory.3x3: 'drawn' is not allowed (did you mean 'draw'?); known: draw, first",
    ),
    ({"name": "first_advantage", "theory": {"6x6": "draw"}}, ": unknown treatment '6x6'"),
    (
        {"name": "gains", "quantities": ["first_carefull"]},
        ": quantities: unknown quantity 'first_carefull' (did you mean 'first_careful'?); known: itself, ",
    ),
    ({"name": "paces"}, ".level: kind of table 'paces' needs this key"),
    ({"name": "paces", "level": 70}, ".level: 70 is out of range; allowed: from 0 to 1"),
    ({"name": "contrasts", "pairs": {}}, ".pairs: {} is empty; allowed: one entry or more"),
    ({"name": "table_sizes", "games": []}, ".games: [] is not a list of at least one"),
]


@pytest.mark.parametrize(("table", "message"), MISTAKES)
def test_options_are_checked(table, message):
    study = {
        "study": "made-up", "engine": "tabular", "treatments": RECIPES, "comparisons": {"readings of 3x3": {}},
        "published": {"tables": {}}, "tables": {"asked": table},
    }  # fmt: skip
    with pytest.raises(ConfigError, match=f"^study.yaml: tables.asked{re.escape(message)}"):
        build(study, "study.yaml")
