"""Classes of users' files: chosen as those of the package are; mistakes in them take one line."""

import hashlib
from typing import Annotated

import pytest
from helpers.texts import message
from jsonschema import Draft202012Validator

from tttcore.engines.genetic_algorithm.engine import RECIPE, build_recipe
from tttcore.engines.genetic_algorithm.live import live_recipe
from tttcore.engines.genetic_algorithm.operators.criteria import Losses
from tttcore.engines.genetic_algorithm.operators.selection import Selection, selections
from tttcore.engines.genetic_algorithm.warm_up import RECIPES
from tttcore.engines.replicates import recipe_modules
from tttcore.pipeline.declaration import build, json_schema

HEAD = """from dataclasses import dataclass
from typing import Annotated
from tttcore.engines.genetic_algorithm.operators.selection import Selection, Truncation
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator
from tttcore.pipeline.declaration import Between
"""
OWN = """
@dataclass(frozen=True, kw_only=True)
class Own(Truncation):
    share: Annotated[float, Between(0, 1)] = 0.5
@dataclass(frozen=True)
class Weak(RandomMoveGenerator): pass
"""
FROZEN = "@dataclass(frozen=True, kw_only=True)"
NO_TYPE = "Unable to generate pydantic-core schema for <class 'slice'>"


@pytest.fixture
def chosen(tmp_path, monkeypatch):
    """Function that builds the selection of a file with this text, beside other keys."""
    monkeypatch.chdir(tmp_path)

    def choose(text=OWN, own="Own", **keys):
        name = f"f{hashlib.sha256(text.encode()).hexdigest()[:9]}.py"
        (tmp_path / name).write_text(HEAD + text)
        return build(Annotated[Selection, selections], {"name": f"{name}:{own}"} | keys, "w")

    return choose


def test_they_are_built_like_others_and_belong_to_their_file(chosen, tmp_path):
    own = chosen(share=0.25)
    assert own.share == 0.25
    (file,) = (path.name for path in tmp_path.iterdir())
    assert recipe_modules(own) == {file, "tttcore.engines.genetic_algorithm.operators.criteria"}
    by = {"name": "losses", "opponent": {"name": f"{file}:Weak"}}
    recipe = build_recipe(RECIPES[0] | {"select": {"name": f"{file}:Own", "by": by}}, "w")
    assert isinstance(recipe.select.by, Losses)
    assert file in recipe_modules(recipe)
    held = live_recipe(recipe)["select"]
    assert (held["name"], held["by"]["opponent"]["name"]) == (f"{file}:Own", f"{file}:Weak")


def test_the_schema_for_editors_allows_them():
    assert Draft202012Validator(json_schema(RECIPE)["properties"]["select"]).is_valid({"name": "a.py:Own", "key": 1})


@pytest.mark.parametrize(("text", "keys", "said"), [
    (OWN, {"shar": 1}, "w.shar: no such key (did you mean 'share'?); known: by, share"),
    (OWN, {"share": 2}, "w.share: 2 is out of range; allowed: from 0 to 1"),
    (OWN, {"own": "Onw"}, "w.name: F has no selection 'Onw', a class X(Selection) (did you mean 'Own'?); known: Own"),
    (OWN, {"own": "Weak"}, "w.name: F has no selection 'Weak', a class X(Selection); known: Own"),
    ("class Own(Selection): pass", {}, f"w.name: F:Own is no dataclass; put {FROZEN} above it"),
    ("@dataclass(frozen=True)\nclass Own(Selection): pass", {}, "w.name: F:Own has no method '__call__'"),
    (OWN.replace("Annotated[float, Between(0, 1)]", "slice"), {}, "w.name: F:Own: a key's type is unknown: " + NO_TYPE),
    ("x = 1 / 0", {}, "w.name: F: raises ZeroDivisionError in line 6: division by zero"),
    ("exit(1)", {}, "w.name: F: raises SystemExit in line 6: 1"),
    ("class", {}, "w.name: F: raises SyntaxError: invalid syntax (F, line 6)"),
])  # fmt: skip
def test_mistakes_are_told_in_a_line(chosen, tmp_path, text, keys, said):
    told = message(chosen, text, **keys)
    (file,) = (path.name for path in tmp_path.iterdir())
    assert told.replace(file, "F") == said


def test_a_file_that_is_not_there():
    given = {"name": "none.py:Own"}
    assert message(build, Annotated[Selection, selections], given, "w") == "w.name: none.py: no such file"
