"""Digests of code cover the packages that bring engines and operators, and theirs change no other."""

import re
import tomllib

import pytest
from foreign import COIN, install_coin
from project import ROOT

from tttcore.pipeline import code_digests, plugins
from tttcore.pipeline.code_digests import code_digest, with_imported

ALIAS, ENGINE, OPERATORS = "tttcore.engines.coin.engine", "coin_engine.engine", "coin_engine.operators"
OTHER = "tttcore.engines.genetic_algorithm.engine"


def forget():
    """Let entry points and places of modules be looked up anew."""
    for name in ("plugins", "_entry_points", "foreign_engines", "real_name", "places"):
        getattr(plugins, name).cache_clear()
    code_digests._source.cache_clear()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Folder of the example, which is installed."""
    folder = install_coin(tmp_path)
    (folder / "chances.py").write_text("FAIR = 0.5\n")
    with (folder / "engine.py").open("a") as file:
        file.write("\nfrom . import chances\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield folder
    monkeypatch.undo()
    forget()


def digests():
    """Digests of an engine elsewhere, of an engine here with an operator from elsewhere, and without."""
    return code_digest(ALIAS), code_digest(OTHER, OPERATORS), code_digest(OTHER)


def test_a_foreign_package_changes_no_digest_of_ours(package, monkeypatch):
    with_it = code_digest(OTHER)
    monkeypatch.undo()
    forget()
    assert code_digest(OTHER) == with_it


@pytest.mark.parametrize(
    ("file", "text", "changed"),
    [
        ("engine.py", "EDITED = 1\n", (True, False, False)),
        ("engine.py", "# a comment\n", (False, False, False)),
        ("chances.py", "EDITED = 1\n", (True, False, False)),
        ("operators.py", "EDITED = 1\n", (False, True, False)),
        ("stats.py", "EDITED = 1\n", (False, False, False)),
    ],
)
def test_an_edit_changes_the_digests_that_rest_on_it_alone(package, file, text, changed):
    before = digests()
    with (package / file).open("a") as edited:
        edited.write(text)
    assert tuple(one != other for one, other in zip(before, digests(), strict=True)) == changed


def test_imports_are_followed_into_the_package_and_back(package):
    covered = with_imported(ALIAS)
    assert {ENGINE, "coin_engine", "coin_engine.chances", "tttcore.pipeline.engine_tables"} <= {*covered}
    assert not any(name.startswith("tttcore.engines.coin") for name in covered), "a module counts once"
    assert with_imported(ENGINE) == covered


def test_a_module_lies_in_the_room_of_its_engine(package):
    assert plugins.foreign_engine_of("coin_engine.stats") == "coin"
    assert plugins.foreign_engine_of(OPERATORS) is None, "its kinds are for any study"
    assert plugins.foreign_engine_of("tttcore.engines.genies.stats") is None


def test_the_guide_shows_the_example():
    shown = re.findall("```toml\n(.*?)```", (ROOT / "docs" / "new-engine.md").read_text(encoding="utf-8"), re.DOTALL)
    example = tomllib.loads((COIN / "pyproject.toml").read_text(encoding="utf-8"))
    assert [tomllib.loads(each)["project"] for each in shown] == [example["project"]]
