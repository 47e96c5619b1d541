"""A name in a study's file is a function of that name, or the file is refused; what functions need is in the file."""

import shutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from dis import get_instructions
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pandas as pd
import pytest
from helpers.project import ROOT, SHRINK
from helpers.rows import told
from helpers.texts import message, transcript

import tttcore.studies
from tttcore import cli
from tttcore.engines.study_files import read_study
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import METHOD, read_study_tables, write_study_tables
from tttcore.studies import method as of_method
from tttcore.studies.figures import draw, figures_of
from tttcore.studies.functions import functions
from tttcore.studies.method import fact_table, measure_timings, method_captions, method_tables
from tttcore.studies.tables import check, tables_of

CHAINS = ("3x3-resumed", "5x5-resumed")
PRINTED = ("3x3", "5x5", "infinite", "smarter")
READINGS = ("games300", "integer", "everyone", "static-opens", "unmarked", "mutation10")
NOT_NEEDED = {
    # treatments of which something else is told, if they are there
    **dict.fromkeys(("results", "shares", "trend", "readings"), CHAINS),
    "first_advantage": (*CHAINS, "3x3", "5x5", "infinite-three", "smarter"),
    "plateau": ("cube", "equal", *(f"cube-{name}" for name in READINGS)),
    # keys of what the document prints, of which one is looked up
    **dict.fromkeys(("closest_reading", *(f"readings_{name}" for name in PRINTED)), PRINTED),
    # other words: arguments and columns
    **dict.fromkeys(("contrasts", "table_sizes"), ("games",)),
    **dict.fromkeys(("laws", "work"), ("boards",)),
    **{"crosstable": ("ratings",), "ratings": ("heuristics",)},
    **dict.fromkeys(("figures_3_to_5_nine_against_one", "figures_6_to_8_five_against_five"), ("successes",)),
}
"""Names that functions can do without, and words that are none there, by function."""


@pytest.mark.parametrize("name", SHRINK)
def test_functions_say_which_names_they_need(name):
    """Names of the shipped file that its code can reach."""
    study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
    config = study.config
    named = {*study.treatments, *config["comparisons"], *config["published"]["tables"]}
    missing = []
    for part, names in (("tables", named), ("figures", named | {*config["tables"]})):
        for function in functions(name, part, config[part], study.file).values():
            known = {*NOT_NEEDED.get(function.__name__, ()), *(word for _, word in getattr(function, "needs", []))}
            reached = {*texts(function, f"tttcore.studies.{name}.", set())}
            missing += [(function.__name__, word) for word in sorted(names & reached - known)]
    assert missing == []


def texts(value: object, package: str, seen: set[int]) -> Iterator[str]:
    """Texts in a value and, of a function of the package, in its code and in all that this names."""
    if id(value) in seen or isinstance(value, ModuleType):
        return
    seen.add(id(value))
    parts: list[object] = []
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        parts = [*value, *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        parts = [*value]
    elif isinstance(value, CodeType):
        parts = [*value.co_consts]
    elif isinstance(value, FunctionType) and value.__module__.startswith(package):
        codes = [value.__code__, *(each for each in value.__code__.co_consts if isinstance(each, CodeType))]
        loaded = [each.argval for code in codes for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"]
        parts = [*codes, *(value.__globals__.get(name) for name in loaded)]
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [vars(value)]
    for part in parts:
        yield from texts(part, package, seen)


def test_an_unknown_name(snapshot):
    """The beginning of each line; lists of what is known go on."""
    names = {"tables": ("machnes", "columns"), "figures": ("lerning", "machine-curves"), "benchmarks": ("times",)}
    told = [message(functions, "gardner1962", part, [name], "g.yaml") for part, own in names.items() for name in own]
    assert "\n".join(line[:112] for line in told) == snapshot


def test_a_study_without_modules_has_the_shared_functions():
    config = {"study": "mine", "engine": "genies", "tables": {"summaries": "Means"}}
    assert tables_of(config, "mine.yaml")["summaries"].caption == "Means"
    shown = {"study": "mine", "engine": "genies", "figures": {"solved": {"title": "Solved"}}}
    assert [*figures_of(shown, "mine.yaml")] == ["solved"]
    own = {**config, "engine": "learner", "tables": {"curves": "Curves", "omnibus": "Tests"}}
    assert [*tables_of(own, "mine.yaml")] == ["curves", "omnibus"]


FACTS = """
import pandas as pd
def method_facts(recipes, tables, *, seed):
    return pd.DataFrame({"fact": ["seed", *recipes], "value": [seed, *[1] * len(recipes)]})
"""
FURTHER = f"""{FACTS}
def method_tables(recipes, tables, *, seed):
    return {{"growth": pd.DataFrame({{"edge": [seed, tables]}})}}
CAPTIONS = {{"growth": "How it grows"}}
"""


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """`measured(name, text)`: a study's module of that text; the tables of a made-up study with it."""

    def write(name, text):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "method.py").write_text(text)
        monkeypatch.setattr(tttcore.studies, "__path__", [*tttcore.studies.__path__, str(tmp_path)])
        (tmp_path / "own.csv").write_text("run\n7\n")
        published = {"printed": str(tmp_path / "own.csv")}
        return method_tables(name, recipes={"a": {}}, published=published, tables="states", seed=3)

    return write


def test_a_module_may_measure_further_tables(measured, tmp_path):
    found = measured("madeup1", FURTHER)
    assert list(found) == [METHOD, "growth", "printed"]
    assert found[METHOD].to_dict("list") == {"fact": ["seed", "a"], "value": [3, 1]}
    assert found["growth"]["edge"].tolist() == [3, "states"]
    assert method_captions("madeup1") == {"growth": "How it grows"}
    write_study_tables({"growth": pd.DataFrame({"edge": [3]})}, tmp_path / "method", provenance={})
    assert read_study_tables([tmp_path / "method"])["growth"]["edge"].tolist() == [3]


def test_a_module_may_measure_facts_alone_and_a_study_have_none(measured):
    assert list(measured("madeup2", FACTS)) == [METHOD, "printed"]
    assert method_tables("madeup3", recipes={}, published={}, tables="states", seed=3) == {}
    assert method_captions("madeup2") == method_captions("madeup3") == {}


def test_names_of_a_modules_tables_are_taken(measured):
    measured("madeup4", FURTHER)
    config = {"study": "madeup4", "tables": {"growth": "Growth"}, "published": {"tables": {}}}
    said = message(check, Study("study.yaml", config, {}))
    assert said.startswith("study.yaml: tables.growth: the name is taken by a table of the st")


def test_facts_have_a_value_or_a_text_or_both(snapshot):
    @fact_table
    def facts(most):
        """Facts up to a number."""
        yield "most", most, "as given"
        yield "named", None, "in words", "three"
        yield "both", most - 1, "and in words", "two"

    assert facts.__doc__ == "Facts up to a number."
    assert told(facts(3).fillna({"value": -1})) == snapshot


def test_timings_name_the_machine(monkeypatch):
    """The processor by its name alone, all else with what it is."""
    monkeypatch.setattr(of_method, "_own_work", lambda study: {"quick": lambda: list})
    monkeypatch.setattr(of_method, "describe_machine", lambda: {"cpu": "cpu 386", "cores": 2, "python": "3"})
    asked = {"run": {"work": "quick", "what": "a run", "seconds": 1, "machine": "one of theirs"}}
    (row,) = measure_timings("a", "b", asked, {}, None, seed=0).to_dict("records")
    assert row["machine"] == "cpu 386, cores 2, python 3"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project that holds the one table that `ecdf-all` draws."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "config", "config")
    shares = pd.DataFrame({"generation": [1, 2], "fraction": [0.5, 1], "fraction_low": [0.2, 1], "fraction_high": 1.0})
    names = read_study("config/studies/ancheta2020.yaml").treatments
    _store(pd.concat([shares.assign(set="all treatments", group=name) for name in names]))


def _store(ecdf):
    write_study_tables({"ecdf": ecdf}, "results/ancheta2020/tables", provenance={})


@pytest.mark.usefixtures("folder")
def test_a_figure_is_drawn_from_stored_tables_in_the_format_of_its_suffix(capsys):
    assert draw("ancheta2020", "ecdf-all").axes
    for suffix, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        assert cli.main(["draw", "ancheta2020", "ecdf-all", "-o", f"curves.{suffix}"]) == 0
        assert capsys.readouterr().out == f"curves.{suffix}\n"
        assert Path(f"curves.{suffix}").read_bytes().startswith(start)


@pytest.mark.usefixtures("folder")
def test_without_a_name_all_figures_are_listed(capsys):
    assert cli.main(["draw", "ancheta2020"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert "ecdf-all: Runs solved by each generation, all treatments" in listed
    assert len(listed) == len(read_study("config/studies/ancheta2020.yaml").config["figures"])


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_drawn_is_told_in_one_line(capsys, snapshot):
    """The last two by a table of other code, and by one without the set that is drawn."""

    def ttt(*arguments):
        return cli.main([*arguments]), *capsys.readouterr()

    code, out, err = ttt("draw", "ancheta2020", "ecdf-all", "--results", "elsewhere")
    assert (code, out, err.count("\n"), "elsewhere" in err) == (2, "", 1, True)
    lines = [f"draw ancheta2020 {words}" for words in ("ecdf-all -o curves.jpeg", "survival-suggested",
             "ecdf-all -o away/curves.png", "ecdf-al")]  # fmt: skip
    said = [transcript(ttt, *lines, "draw ancheta ecdf-all")]
    for table in ({"set": ["all treatments"]}, {"set": ["seat"], "group": "first", "fraction": 1.0}):
        _store(pd.DataFrame(table | {"generation": 1}))
        said.append(transcript(ttt, "draw ancheta2020 ecdf-all"))
    assert "\n".join(line[:250] for each in said for line in each.splitlines()) == snapshot
