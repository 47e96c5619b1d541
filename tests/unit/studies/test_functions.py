"""A name in a study's file is a function of that name, or the file is refused in one line."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from dis import get_instructions
from types import CodeType, FunctionType, ModuleType

import pytest
from helpers.project import ROOT, SHRINK

from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.figures import figures_of
from tttcore.studies.functions import functions
from tttcore.studies.tables import tables_of


@pytest.mark.parametrize("name", SHRINK)
def test_every_name_is_a_function_in_the_studys_module(name):
    study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
    for table, made in tables_of(study.config, study.file).items():
        assert made.function.__name__ == table
        assert made.function.__module__.startswith((f"tttcore.studies.{name}.", "tttcore.stats.tables"))
    drawn = functions(name, "figures", study.config["figures"], study.file)
    assert [function.__name__ for function in drawn.values()] == [each.replace("-", "_") for each in drawn]


CHAINS = ("3x3-resumed", "5x5-resumed")
PRINTED = ("3x3", "5x5", "infinite", "smarter")
READINGS = ("games300", "integer", "everyone", "static-opens", "unmarked", "mutation10")
NOT_NEEDED = {
    # treatments of which something else is told, if they are there
    **dict.fromkeys(("results", "shares", "trend"), CHAINS),
    "readings": CHAINS,
    "first_advantage": (*CHAINS, "3x3", "5x5", "infinite-three", "smarter"),
    "plateau": ("cube", "equal", *(f"cube-{name}" for name in READINGS)),
    # keys of what the document prints, of which one is looked up
    **dict.fromkeys(
        ("closest_reading", "readings_3x3", "readings_5x5", "readings_infinite", "readings_smarter"), PRINTED
    ),
    # other words: arguments and columns
    **dict.fromkeys(("contrasts", "table_sizes"), ("games",)),
    **dict.fromkeys(("laws", "work"), ("boards",)),
    "crosstable": ("ratings",),
    "ratings": ("heuristics",),
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


@pytest.mark.parametrize(
    ("part", "name", "message"),
    [
        ("tables", "machnes", "tttcore/studies/gardner1962/tables.py has no 'machnes' (did you mean 'machines'?)"),
        ("tables", "columns", "tttcore/studies/gardner1962/tables.py has no 'columns'; known: "),
        ("figures", "lerning", "tttcore/studies/gardner1962/figures.py has no 'lerning' (did you mean 'learning'?)"),
        ("figures", "machine-curves", "tttcore/studies/gardner1962/figures.py has no 'machine_curves'; known: "),
        ("benchmarks", "times", "tttcore/engines/benchmarks.py has no 'times'; known: none"),
    ],
)
def test_an_unknown_name(part, name, message):
    with pytest.raises(ConfigError) as refused:
        functions("gardner1962", part, [name], "g.yaml")
    assert str(refused.value).startswith(f"g.yaml: {part}.{name}: {message}")


def test_a_study_without_modules_has_the_shared_functions():
    config = {"study": "mine", "tables": {"summaries": "Means"}, "figures": {"solved": {"title": "Solved"}}}
    assert tables_of(config, "mine.yaml")["summaries"].caption == "Means"
    assert [*figures_of(config, "mine.yaml")] == ["solved"]
