"""Files that say the same twice agree: locks, environment, schemas, guide, layers, claims, how the project is cited."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
import yaml
from helpers.project import ROOT, SHRINK
from helpers.texts import message
from jsonschema import Draft202012Validator

from tttcore import __version__
from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.claims_file import COLUMNS, KINDS, read_claims, selectors_of, sentence_of
from tttcore.claims.outcomes import CHOICE_OUTCOMES, OUTCOMES, REPRODUCTION_OF_BASIS, STATEMENTS
from tttcore.claims.selectors import claim_value
from tttcore.cli.config_readme import SETTINGS, with_tables
from tttcore.engines.engine import engines
from tttcore.engines.study_files import study_settings
from tttcore.pipeline.config import checked
from tttcore.pipeline.declaration import json_schema
from tttcore.pipeline.settings import ProjectSettings
from tttcore.wings import WINGS, has_wing

LOCKS = {name: (ROOT / f"{name}.lock").read_text(encoding="utf-8") for name in ("requirements", "requirements-dev")}
"""What runs need, and that with what tests and tools need."""
GUIDE = (ROOT / "config" / "README.md").read_text(encoding="utf-8")
SETTINGS_OF_TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, BUILD = SETTINGS_OF_TOOLS["project"], SETTINGS_OF_TOOLS["build-system"]
BACKEND = SETTINGS_OF_TOOLS["dependency-groups"]["install"]
"""What installs the package in an environment of a lock, without isolation."""
VERSIONED = ("other-workflows.md", "cite-a-verdict.md")
CLAIMS = sorted((ROOT / "config" / "claims").glob("*.csv"))


def pins(lock):
    """Versions and digests of every package in a lock, by name; several where the version depends on the machine."""
    entries = re.split(r"\n(?=[a-z0-9])", LOCKS[lock])
    assert all(entry.startswith("#") for entry in entries[:1])
    found = {}
    for entry in entries[1:]:
        name, version = re.match(r"([a-z0-9-]+)==([^\s;]+)", entry).groups()
        found.setdefault(name, []).append((version, frozenset(re.findall(r"--hash=sha256:([0-9a-f]{64})", entry))))
    return found


def locked():
    """Version of every package that runs need, by name."""
    return {name: version for name, [(version, _), *_] in pins("requirements").items()}


def names(requirements):
    return [re.match(r"[A-Za-z0-9-]+", requirement)[0].lower() for requirement in requirements]


def extra(*kinds):
    return [name for kind in kinds for name in names(PROJECT["optional-dependencies"][kind])]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_package_by_its_digest(lock):
    """And names no place."""
    assert not re.search(r"://|--(extra-|)index|--find-links|^-e|@ ", LOCKS[lock], flags=re.MULTILINE)
    assert all(digests for versions in pins(lock).values() for _, digests in versions)


def test_the_locks_hold_what_the_project_asks_for():
    """The build backend, too."""
    for_runs = {*names(PROJECT["dependencies"]), *extra("cluster", "crate"), *names(BACKEND)}
    assert len(for_runs) > 18
    assert for_runs <= {*pins("requirements")}
    assert {*extra("dev", "rl")} <= {*pins("requirements-dev")}
    assert BUILD["requires"] == BACKEND


def test_what_runs_need_is_in_both_locks_alike():
    """And what only tests and tools need is in the second alone."""
    of_runs, of_all = pins("requirements"), pins("requirements-dev")
    assert {name: of_all.get(name) for name in of_runs} == of_runs
    assert {"mypy", "open-spiel", "pytest", "ruff", "selenium"} <= {*of_all} - {*of_runs}


def test_the_package_imports_only_what_runs_have():
    """Or, in the environments for learners, what their extra brings."""
    of_packages, imported = metadata.packages_distributions(), set()
    for file in (file for part in ("tttcore", "workflow") for file in (ROOT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(node.module.partition(".")[0])
    assert {"numba", "rocrate", "scipy"} <= imported
    found = {each for name in imported - sys.stdlib_module_names - {"tttcore"} for each in of_packages[name][:1]}
    needed = {re.sub("[-_.]+", "-", distribution).lower() for distribution in found}
    assert needed <= {*pins("requirements"), *extra("rl"), "gymnasium"}


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
    pinned = [entry.split("=") for entry in yaml.safe_load(text)["dependencies"] if re.match(r"[a-z0-9-]+=", entry)]
    assert sorted(pinned) == sorted([name, locked()[name]] for name in names(PROJECT["dependencies"]))


def test_the_project_is_described_in_one_way():
    """By ``pyproject.toml``, with the package's version, ``CITATION.cff``, ``codemeta.json`` and examples."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    found = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    assert found["name"] == PROJECT["name"] == cited["title"].partition(":")[0]
    assert found["version"] == __version__ == cited["version"]
    assert found["license"] == f"https://spdx.org/licenses/{PROJECT['license']}"
    assert PROJECT["license"] == cited["license"]
    assert names_of(found["author"]) == names_of(PROJECT["authors"]) == names_of(cited["authors"])
    assert found["keywords"] == PROJECT["keywords"] == cited["keywords"]
    assert found["description"] == PROJECT["description"]
    assert found["datePublished"] == cited["date-released"]
    examples = "".join((ROOT / "docs" / "how-to" / name).read_text(encoding="utf-8") for name in VERSIONED)
    assert {*re.findall(r'(?:tag="v|tttcore )(\d[\d.]*\d)', examples)} == {__version__}
    assert found["runtimePlatform"] == f"Python {PROJECT['requires-python']}"


def names_of(authors):
    return [author["name"] for author in authors]


def test_the_changelog_has_dated_releases_and_a_line_for_each_entry():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    releases = [line for line in lines if re.match("## (?!Unreleased)", line)]
    assert releases[0] == f"## {cited['version']} ({cited['date-released']})"
    assert all(re.fullmatch(r"## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", line) for line in releases)
    entries = [line for line in lines[4:] if line and not line.startswith("#")]
    assert [line for line in entries if not line.startswith("- ") or len(line) > 140] == []


def test_every_part_of_the_package_has_a_layer():
    layers = " ".join(SETTINGS_OF_TOOLS["tool"]["importlinter"]["contracts"][0]["layers"])
    there = [name for name in re.findall(r"tttcore\.(\w+)", layers) if name not in WINGS or has_wing(name)]
    parts = [file.parent.name for file in (ROOT / "tttcore").glob("*/__init__.py")]
    assert sorted(there) == sorted([*parts, *(file.stem for file in (ROOT / "tttcore").glob("[!_]*.py"))])


def test_every_study_is_made_small_and_every_engine_is_kept_apart():
    """Tests of all studies try those of `SHRINK`, and contracts of imports name the engines."""
    assert {*SHRINK} == {file.stem for file in (ROOT / "config" / "studies").glob("*.yaml")}
    _, independent, forbidden = SETTINGS_OF_TOOLS["tool"]["importlinter"]["contracts"]
    names = [f"tttcore.engines.{name}" for name in engines()]
    assert sorted(independent["modules"]) == sorted(forbidden["forbidden_modules"]) == names


def test_the_tables_of_the_guide_are_the_declarations():
    """`ttt schema readme` writes them."""
    assert with_tables(GUIDE) == GUIDE
    assert len(re.findall("<!-- keys of", GUIDE)) == len(SETTINGS) + len(engines())


def test_the_shipped_file_spells_out_the_defaults():
    settings = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    defaults = checked({"studies": settings["studies"]}, ProjectSettings, "")
    assert settings == defaults | {"formats": [*defaults["formats"]]}


@pytest.mark.parametrize("name", ["project", *engines()])
def test_schemas_accept_what_is_shipped_and_limit_numbers(name):
    """Each number has an upper limit, so that none asks for endless time or memory; a seed costs nothing."""
    rules = json_schema(ProjectSettings if name == "project" else study_settings(name))
    Draft202012Validator.check_schema(rules)
    folder = ROOT / "config"
    files = [folder / "config.yaml"] if name == "project" else sorted((folder / "studies").glob("*.yaml"))
    shipped = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
    for settings in shipped:
        if settings.get("engine", name) == name:
            assert [error.message for error in Draft202012Validator(rules).iter_errors(settings)] == []
            assert not Draft202012Validator(rules).is_valid({**settings, "sede": 1})
    found = [*numbers(rules)]
    assert len(found) > 4
    assert [place for place, each in found if not {"maximum", "enum", "const"} & each.keys() and place != "seed"] == []


def test_every_assertion_and_reading_is_in_the_guide():
    for name in [*ASSERTIONS, "list", "order", "span", "sum", "most", "least"]:
        assert f"`{name}`" in GUIDE


def test_the_page_on_verdicts_tells_of_every_column_kind_basis_assertion_and_outcome():
    page = (ROOT / "docs" / "explanation" / "verdicts.md").read_text(encoding="utf-8")
    columns = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, flags=re.MULTILINE))
    assert [*columns] == [*COLUMNS]
    for column, words in (("kind", KINDS), ("basis", REPRODUCTION_OF_BASIS), ("asserts", ASSERTIONS)):
        assert re.findall("`(.+?)`", columns[column]) == [*words]
    assert re.findall(r"^\| ([a-z ]+) \|", page.partition("## ")[0], flags=re.MULTILINE) == ["verdict", *OUTCOMES]
    choices = page.partition("## Choices that we made")[2]
    assert [word for word in CHOICE_OUTCOMES if f"*{word}*" not in choices] == []


@pytest.mark.parametrize("path", CLAIMS, ids=lambda path: path.stem)
def test_claims(path):
    """What is asserted was published, the parts of a sentence share a place, and selectors can be read.

    They then fail on the table alone.
    """
    claims = read_claims(path)
    assert claims["id"].str.fullmatch(r"S\d-[A-Z]+\d\d[a-z]?").all()
    assert claims["id"].is_unique
    assert len(claims) > 10
    assert (claims["statement"] != "").all()
    assert (claims.loc[claims["asserts"] != "", "published"] != "").all()
    stated = claims[claims["kind"].isin(STATEMENTS)]
    for sentence, where in stated["where"].groupby(stated["id"].map(sentence_of)):  # figures are in parentheses
        assert set.intersection(*({re.sub(r" \(.*\)$", "", place) for place in each.split("; ")} for each in where)), (
            sentence
        )
    selectors = [each for claim in claims.to_dict("records") for each in selectors_of(claim).values()]
    told = {re.sub(r"^.*unknown table '\w+'", "", message(claim_value, each, {})) for each in selectors}
    assert told == {"; known: none"}


BENCHMARKS = """
import json, genies, run
from tttcore.engines.genies.recipe import build_recipe
build_recipe(genies.RECIPE, "genies")
print(json.dumps([work.__name__ for work in (*run.WORKS, run.scale, run.waits)]))
"""


def test_benchmarks_are_all_measured_and_build_their_recipes():
    folder = ROOT / "benchmarks"
    made = subprocess.run([sys.executable, "-c", BENCHMARKS], cwd=folder, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert {file.stem for file in folder.glob("*.py")} - {*json.loads(made.stdout)} == {"run", "timing", "costs"}


def numbers(rules, place=""):
    """Places and rules of all numbers in a schema, at every depth."""
    if isinstance(rules, list):
        for each in rules:
            yield from numbers(each, place)
    elif isinstance(rules, dict):
        if rules.get("type") in ("integer", "number"):
            yield place, rules
        for key, each in rules.get("properties", {}).items():
            yield from numbers(each, f"{place}.{key}".lstrip("."))
        for key in ("items", "anyOf", "additionalProperties"):
            yield from numbers(rules.get(key), place)
        yield from numbers([*rules.get("patternProperties", {}).values()], place)
