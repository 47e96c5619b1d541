"""Files that say the same twice agree: the lock and the environment, the schemas and their guide, the layers."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from project import ROOT

from tttcore.claims.selectors import claim_value
from tttcore.claims.verdicts import RULES, read_claims
from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.engines.engine import engines, study_schema
from tttcore.engines.genetic_algorithm.operators.breeding import breedings
from tttcore.engines.genetic_algorithm.operators.criteria import criteria
from tttcore.engines.genetic_algorithm.operators.crossover import crossovers
from tttcore.engines.genetic_algorithm.operators.mutation import mutations
from tttcore.engines.genetic_algorithm.operators.replacement import replacements
from tttcore.engines.genetic_algorithm.operators.selection import selections
from tttcore.engines.genetic_algorithm.players.coding import codings
from tttcore.engines.genetic_algorithm.players.opponents import opponents
from tttcore.engines.genies import operators as genies
from tttcore.engines.genies.figures.run_selectors import run_selectors
from tttcore.engines.nine_board.players import players
from tttcore.engines.tabular.boards import boards
from tttcore.pipeline.config import own_schema
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rooms import ENGINES, room_of
from tttcore.studies.charts import kinds as charts
from tttcore.studies.figures import kinds as figures
from tttcore.studies.tables import kinds as tables

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
GUIDE = (ROOT / "config" / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CLAIMS = sorted((ROOT / "config" / "claims").glob("*.csv"))
SCHEMAS = {"project": own_schema("project")} | {name: study_schema(name) for name in engines()}


def locked():
    """Version of every package in the lock, by name."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", LOCK, flags=re.MULTILINE))


def names(requirements):
    return [re.match(r"[A-Za-z0-9-]+", requirement)[0].lower() for requirement in requirements]


def test_the_lock_names_no_place():
    assert not re.search(r"://|--(extra-|)index|--find-links|^-e|@ ", LOCK, flags=re.MULTILINE)


def test_the_lock_pins_every_dependency():
    wanted = names(PROJECT["dependencies"])
    for extra in PROJECT["optional-dependencies"].values():
        wanted += names(extra)
    assert len(wanted) > 25
    assert set(wanted) <= set(locked())


def test_every_pin_has_a_digest():
    entries = re.split(r"\n(?=[a-z0-9])", LOCK)
    pins = [entry for entry in entries if not entry.startswith("#")]
    assert len(pins) >= len(locked()) > 60
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", pin) for pin in pins)


def test_the_lock_keeps_the_limits_of_the_project():
    for requirement in PROJECT["dependencies"]:
        name, lowest = re.match(r"([a-z0-9-]+)>=([0-9.]+)", requirement).groups()
        found, limit = ([int(part) for part in version.split(".")] for version in (locked()[name], lowest))
        assert found[: len(limit)] >= limit, requirement


def test_the_conda_environment_has_the_locks_versions():
    spec = importlib.util.spec_from_file_location("pin", ROOT / "envs" / "pin.py")
    pin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pin)
    text = (ROOT / "envs" / "tttcore.yaml").read_text(encoding="utf-8")
    assert text == pin.environment()
    pinned = dict(
        entry.split("=", 1) for entry in yaml.safe_load(text)["dependencies"] if re.match(r"[a-z0-9-]+=", entry)
    )
    assert pinned == {name: locked()[name] for name in names(PROJECT["dependencies"])}


def test_imports_keep_the_contracts():
    checked = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        check=False, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "3 kept, 0 broken" in checked.stdout


def test_every_part_of_the_package_has_a_layer():
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = re.findall(r"tttcore\.(\w+)", " ".join(tools["importlinter"]["contracts"][0]["layers"]))
    parts = [*(ROOT / "tttcore").glob("*/__init__.py"), *(ROOT / "tttcore").glob("[!_]*.py")]
    assert sorted(layers) == sorted(path.parent.name if path.name == "__init__.py" else path.stem for path in parts)


BREEDERS = (codings, selections, crossovers, mutations, breedings, replacements, criteria, opponents)
GENIES = (genies.starts, genies.scores, genies.replacements, genies.crossovers, genies.mutations)
PLACES = [
    *((registry, "The recipe of a genetic algorithm", "The recipe of Genies") for registry in BREEDERS),
    *((registry, "The recipe of Genies", "The recipe of nine boards") for registry in GENIES),
    (players, "The recipe of nine boards", "The recipe of learners"),
    (boards, "The recipe of learners", "Changes of a recipe"),
    (run_selectors, "Figures", "Charts"),
]


def section(start, end):
    """What the guide says between two headings."""
    return GUIDE[GUIDE.index(f"### {start}") : GUIDE.index(f"### {end}")]


@pytest.mark.parametrize(("registry", "start", "end"), PLACES, ids=lambda part: getattr(part, "kind", ""))
def test_every_operator_and_its_keys_are_in_the_guide(registry, start, end):
    said = section(start, end)
    for name in registry.names():
        assert re.search(rf"(`|name: ){name}\b", said), f"{registry.kind} {name}"
        for field in fields(registry[name]):
            assert re.search(rf"`{field.name}`|\b{field.name}: ", said), f"{registry.kind} {name}: {field.name}"


KINDS = [
    (tables, "Tables", "Figures", ["caption"]),
    (figures, "Figures", "Charts", ["title", "caption", "claims"]),
    (charts, "Charts", "Times", ["title", "caption", "table"]),
    (benchmark_kinds, "Times", "Add a treatment", ["title", "caption", "claims"]),
]
"""Kinds of what a study makes, the headings around what is said of them, and the options that all have."""


@pytest.mark.parametrize(("registry", "start", "end", "common"), KINDS, ids=lambda part: getattr(part, "kind", ""))
def test_every_kind_and_its_options_are_in_the_guide(registry, start, end, common):
    said = section(start, end)
    for name in registry.names():
        shown = re.search(rf"^\| [^|]*`{name}`.*\|", said, flags=re.MULTILINE)
        assert shown, name
        for field in fields(registry[name]):
            assert f"`{field.name}`" in (said if field.name in common else shown[0]), f"{name}: {field.name}"


@pytest.mark.parametrize(("registry", "start", "end"), [kind[:3] for kind in KINDS])
def test_the_guide_says_which_kinds_are_for_one_engine(registry, start, end):
    said = " ".join(section(start, end).split())
    told = {
        kind: engine
        for engine, names in re.findall(r"For studies of the engine `(\w+)` alone: ([^.]+)\.", said)
        for kind in re.findall(r"`(\w+)`", names)
    }
    rooms = {name: room_of(registry[name].__module__, ENGINES) for name in registry.names()}
    assert told == {name: room for name, room in rooms.items() if room}


def schema_keys(schema):
    """Keys that a file may have, at any depth; not the names that a user gives."""
    if isinstance(schema, list):
        return {key for part in schema for key in schema_keys(part)}
    if not isinstance(schema, dict):
        return set()
    found = set(schema.get("properties", {}))
    for part in [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]:
        found |= schema_keys(part)
    return found | schema_keys(schema.get("items")) | schema_keys(schema.get("additionalProperties"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_of_a_schema_is_in_the_guide(name):
    keys = schema_keys(SCHEMAS[name])
    assert len(keys) >= 5
    undocumented = [key for key in sorted(keys) if not re.search(rf"`[^`\n]*\b{key}\b[^`\n]*`", GUIDE)]
    assert undocumented == []


def test_defaults_in_the_guide_are_the_schemas():
    properties = SCHEMAS["project"]["properties"]
    settings = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    assert set(settings) == set(properties) - {"replicates"}, "the shipped file spells out the defaults"
    for key, rule in properties.items():
        shown = re.search(rf"^\| `{key}` \| ([^|]*?) ?\|", GUIDE, flags=re.MULTILINE)[1]
        assert yaml.safe_load(shown) == rule.get("default")
        assert settings.get(key) == rule.get("default", settings.get(key))


def test_every_rule_and_reading_is_in_the_guide():
    for name in [*RULES, "list", "order", "span", "sum", "most", "least"]:
        assert f"`{name}`" in GUIDE


def claims():
    return [claim for path in CLAIMS for claim in read_claims(path).to_dict("records")]


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim["id"])
def test_claims(claim):
    """A known rule with its target, and a measure that can be read; it then fails on the table alone."""
    assert re.fullmatch(r"S\d-[A-Z]+\d\d[a-z]?", claim["id"])
    assert claim["statement"]
    assert claim["section"]
    assert claim["kind"] in re.search(r"what it is \((.+?)\)", GUIDE)[1].split(", ")
    assert f"`{claim['basis']}`" in re.search(r"^\| `basis` \|(.+)", GUIDE, flags=re.MULTILINE)[1]
    assert bool(claim["rule"]) == bool(claim["target"])
    if claim["rule"]:
        assert claim["rule"] in RULES
        assert claim["measure"]
        assert claim["published"]
    else:
        assert claim["note"]
    if claim["measure"]:
        with pytest.raises(ConfigError, match=r"unknown table '\w+'; known: none$"):
            claim_value(claim["measure"], {})


def test_claims_are_there_once():
    idents = [claim["id"] for claim in claims()]
    assert len(set(idents)) == len(idents) > 20 * len(CLAIMS)


def test_targets_suit_their_rules():
    """Numbers where a rule compares numbers, two of them where it compares with a range."""
    numeric = {"rounds_to", "at_most", "at_least", "interval_contains", "interval_above", "interval_not_above"}
    for claim in claims():
        if claim["rule"] in numeric:
            float(claim["target"])
        if claim["rule"] == "between":
            low, high = map(float, claim["target"].split(".."))
            assert low < high
        if claim["rule"].startswith("interval"):
            assert not re.match(r"(list|order|sum|most|least|span) ", claim["measure"])
        if claim["rule"] == "ends_with":
            assert claim["measure"].startswith("order ")


def test_benchmarks_can_be_imported():
    modules = ",".join(sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py")))
    imported = subprocess.run(
        [sys.executable, "-c", f"import {modules}"],
        check=False, capture_output=True, text=True, cwd=ROOT / "benchmarks",
    )  # fmt: skip
    assert imported.returncode == 0, imported.stderr
