"""Kinds of tables: what a study can ask for, checked without statistics libraries, made from its evidence."""

import re
import subprocess
import sys

import pandas as pd
import pytest
from parted import InMemory
from project import ROOT
from tttcore.stats.table_kind import Kind, with_interval
from tttcore.studies.statistics import statistics

from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.genetic_algorithm.engine import summarise
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rooms import ENGINES, room_of
from tttcore.pipeline.study import PUBLISHED
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import build, kinds

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")
GIVEN = {"data": DATA, "repeated_by": ["same"], "replicates": 3, "tables": {"log": "log.csv"}}
NONE = {"repeated_by": [], "tables": {}}
LABELS = ("control", "rmg", "umg")
LONG = {"name": "pairwise", "resamples": 400}
SHORT = {"name": "pairwise", "resamples": 100}


def evidence(tables, published, *, seed=1):
    """Six made-up runs of each of three treatments."""
    rng = stream(0, "tests", "kinds")
    rows = []
    for treatment in LABELS:
        for replicate, generations in enumerate(rng.integers(3, 12, size=6).tolist()):
            path = [*rng.random(generations), 0.0]
            rows.append(
                (treatment, replicate, generations, False, path, path, [9] * len(path), "0" * len(tables.states))
            )
    columns = ["treatment", "replicate", "generations", "censored", "best", "mean", "distinct", "champion"]
    runs = pd.DataFrame(rows, columns=columns)
    return Evidence(
        study="made-up",
        comparisons={"same": {label: label for label in LABELS}, "two": {"one": "rmg", "other": "umg"}},
        published=published,
        recipes={label: {"population": 10, "generations": 20} for label in LABELS},
        run_rows=InMemory(runs),
        trace_rows=InMemory(summarise(runs, {}).traces),
        states=tables,
        seed=seed,
        stored=genetic_algorithm.STORED,
    )


def asking(tables, published=GIVEN, **settings):
    """A study's settings that tables are checked against."""
    study = {
        "study": "made-up",
        "engine": "genetic_algorithm",
        "treatments": {},
        "comparisons": {"same": {}, "two": {}},
    }
    return {**study, "tables": tables, "published": published, **settings}


def made(asked, source):
    return statistics(build(asking(asked, source.published), "study.yaml"), source)


def test_a_kind_can_be_asked_for_twice_with_other_options(tables):
    """The random streams are those of the kind, so that its tables are the same beside any others."""
    source = evidence(tables, GIVEN)
    both = made({"fine": LONG, "coarse": SHORT}, source)
    assert list(both) == ["fine", "coarse"]
    assert not both["fine"].equals(both["coarse"])
    assert (
        both["fine"].drop(columns=["a12_low", "a12_high"]).equals(both["coarse"].drop(columns=["a12_low", "a12_high"]))
    )
    assert made({"alone": LONG}, evidence(tables, GIVEN))["alone"].equals(both["fine"])
    assert not made({"alone": LONG}, evidence(tables, GIVEN, seed=2))["alone"].equals(both["fine"])


def test_sets_come_first(tables):
    asked = {"thresholds": {"name": "exceedances", "thresholds": [5]}, "on_the_way": {"name": "behaviour"}}
    found = made(asked, evidence(tables, GIVEN))
    assert found["thresholds"].columns[0] == "set"
    assert list(found["thresholds"]["set"].unique()) == [PUBLISHED, "same, first 3", "same", "two"]
    assert found["on_the_way"].columns[0] == "treatment"


def test_without_the_documents_runs_there_is_no_set_of_them(tables):
    found = made({"summaries": {"name": "summaries"}}, evidence(tables, NONE))["summaries"]
    assert list(found["set"].unique()) == ["same", "two"]


NEEDS_PUBLISHED = [name for name in kinds.names() if kinds[name].needs_published]
OPTIONS = {"power": {"alphas": [0.05]}}


@pytest.mark.parametrize("name", NEEDS_PUBLISHED)
def test_tables_about_the_documents_runs_need_them(name):
    asked = {"asked": {"name": name, **OPTIONS.get(name, {})}}
    with pytest.raises(ConfigError, match=r"^study\.yaml: tables\.asked: needs published\.data$"):
        build(asking(asked, NONE), "study.yaml")
    assert build(asking(asked), "study.yaml")


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("facts", "the exact facts of 3x3"),
        ("method", "the facts of the study's method"),
        ("log", "published.tables.log"),
    ],
)
def test_names_of_other_tables_are_taken(name, taken):
    message = re.escape(f"study.yaml: tables.{name}: the name is taken by {taken}; choose another")
    with pytest.raises(ConfigError, match=rf"^{message}$"):
        build(asking({name: {"name": "champions"}}), "study.yaml")


@pytest.mark.parametrize("name", ["champions", "behaviour", "survival"])
def test_tables_of_one_engines_runs_are_for_its_studies(name):
    asked = asking({"asked": {"name": name}}, engine="genies")
    message = rf"kind '{name}' is for studies of the engine 'genetic_algorithm', and this one's is 'genies'"
    if room_of(kinds[name].__module__, ENGINES) is None:
        assert build(asked, "study.yaml")
    else:
        with pytest.raises(ConfigError, match=rf"^study\.yaml: tables\.asked: {message}$"):
            build(asked, "study.yaml")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {"name": "pairwise", "resamples": 99},
            r"\.resamples: 99 is out of range; allowed: from 100 to 100,000 \(memory grows with it\)",
        ),
        ({"name": "fixed_targets", "targets": [0.1, 2]}, r"\.targets\.1: 2 is out of range; allowed: from 0 to 1"),
        ({"name": "exceedances", "thresholds": []}, r"\.thresholds: \[\] is not a list of at least one"),
        ({"name": "equivalence"}, r"\.margins: kind of table 'equivalence' needs this key"),
        (
            {"name": "equivalence", "margins": [{"name": "none", "sd": 0}]},
            r": margin 'none': sd must be a number above 0, not 0",
        ),
        (
            {"name": "log_fit"},
            r": kind 'log_fit' is for the study 'hemingroth2025', and this one's is 'made-up'",
        ),
        (
            {"name": "sweep", "comparison": "tow", "parameter": "mutate.rate", "generation": 3},
            r": unknown comparison 'tow' \(did you mean 'two'\?\); known: same, two",
        ),
    ],
)
def test_options_are_checked(table, message):
    with pytest.raises(ConfigError, match=rf"^study\.yaml: tables\.asked{message}$"):
        build(asking({"asked": table}), "study.yaml")


@pytest.mark.parametrize("name", kinds.names())
def test_every_kind_says_what_it_shows(name):
    kind = kinds[name]
    assert issubclass(kind, Kind)
    assert kind.caption
    assert all(isinstance(part, str) for item in kind.columns.items() for part in item)


def test_checking_a_configuration_imports_no_library_of_statistics_or_drawing():
    """Whatever is planned, by whatever job on a cluster, checks all of it."""
    heavy = ("pingouin", "lifelines", "statsmodels", "scipy.stats", "matplotlib")
    code = f"""
import sys, yaml
from tttcore.project import checked_studies
with open("config/config.yaml") as file:
    checked_studies(yaml.safe_load(file))
print(set({heavy}) & set(sys.modules))
"""
    checked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert checked.stdout == "set()\n"


def test_intervals_are_labelled_low_and_high():
    assert with_interval("mean", "Mean") == {"mean": "Mean", "mean_low": "low", "mean_high": "high"}
