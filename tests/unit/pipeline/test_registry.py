"""Named operators, packages and modules are found by name, and options are merged."""

from dataclasses import dataclass, field
from importlib import import_module
from typing import Annotated, Any, Literal

import pytest

from tttcore.pipeline.declaration import SOME, WHOLE_NUMBER, Between, build
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.modules import ENGINES, STUDIES, optional_module, packages, submodule
from tttcore.pipeline.registry import Registry, merge

shapes: Registry[object] = Registry("shape")
colours: Registry[object] = Registry("colour")


@colours.register("red")
@dataclass(frozen=True)
class Red:
    tone: float = 0.5


@shapes.register("circle")
@dataclass(frozen=True)
class Circle:
    radius: Annotated[int, Between(1, 9)]
    colour: Annotated[object, colours] = Red()
    edge: Literal["thin", "thick"] = "thin"
    filled: bool = False
    scale: Annotated[float, Between(0)] = 1.0
    label: str = ""
    sizes: Annotated[list[Annotated[float, Between(0, 1)]], SOME] = field(default_factory=list)
    notes: Annotated[list[dict], SOME] = field(default_factory=list)


@shapes.register("ring")
@dataclass(frozen=True)
class Ring:
    inner: int
    outer: int

    def __post_init__(self):
        if self.inner >= self.outer:
            raise ValueError("inner must be less than outer")


SHAPE = Annotated[Any, shapes]


def test_builds_nested_choices():
    config = {"name": "circle", "radius": 3, "colour": {"name": "red", "tone": 1}, "edge": "thick", "filled": True}
    assert build(SHAPE, config, "w") == Circle(3, Red(1.0), "thick", True)
    assert isinstance(build(SHAPE, config, "w").colour.tone, float)


def test_builds_lists():
    built = build(SHAPE, {"name": "circle", "radius": 1, "sizes": [0, 0.5], "notes": [{"on": 1}]}, "w")
    assert (built.sizes, built.notes) == ([0.0, 0.5], [{"on": 1}])
    assert isinstance(built.sizes[0], float)


def test_defaults():
    assert build(SHAPE, {"name": "circle", "radius": 1}, "w") == Circle(1)
    assert shapes.names() == ["circle", "ring"]
    assert shapes["ring"] is Ring


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"name": "circel"}, "w.name: unknown shape 'circel' (did you mean 'circle'?); known: circle, ring"),
        ({"name": "zzz"}, "w.name: unknown shape 'zzz'; known: circle, ring"),
        ({"name": 3}, "w.name: unknown shape 3; known: circle, ring"),
        ({}, "w: needs the key 'name'; known: circle, ring"),
        ("circle", "w: needs the key 'name', and is 'circle'; known: circle, ring"),
        ({"nmae": "circle"}, "w: needs the key 'name' (is 'nmae' meant?); known: circle, ring"),
        (None, "w: needs the key 'name', and is None; known: circle, ring"),
        ({"name": "circle"}, "w.radius: needs a value"),
        ({"name": "ring", "iner": 1}, "w.iner: no such key (did you mean 'inner'?); known: inner, outer"),
        ({"name": "circle", "radius": 0}, "w.radius: 0 is out of range; allowed: from 1 to 9"),
        ({"name": "circle", "radius": 2.0}, "w.radius: 2.0 is not a whole number"),
        ({"name": "circle", "radius": True}, "w.radius: True is not a whole number"),
        ({"name": "circle", "radius": "2"}, "w.radius: '2' is not a whole number"),
        ({"name": "circle", "radius": None}, "w.radius: None is not a whole number"),
        ({"name": "circle", "radius": 2, "filled": 1}, "w.filled: 1 is not true or false"),
        ({"name": "circle", "radius": 2, "scale": -0.5}, "w.scale: -0.5 is out of range; allowed: 0 or more"),
        ({"name": "circle", "radius": 2, "scale": float("nan")}, "w.scale: nan is out of range; allowed: 0 or more"),
        ({"name": "circle", "radius": 2, "label": 4}, "w.label: 4 is not text"),
        (
            {"name": "circle", "radius": 2, "edge": "thik"},
            "w.edge: 'thik' is not allowed (did you mean 'thick'?); known: thin, thick",
        ),
        ({"name": "circle", "radius": 2, "colour": {"name": "red", "tone": "x"}}, "w.colour.tone: 'x' is not a number"),
        ({"name": "circle", "radius": 2, "colour": "red"}, "w.colour: needs the key 'name', and is 'red'; known: red"),
        ({"name": "circle", "radius": 2, "sizes": 0.5}, "w.sizes: 0.5 is not a list of at least one"),
        ({"name": "circle", "radius": 2, "notes": ["x"]}, "w.notes.0: 'x' is not keys and values"),
        ({"name": "ring", "inner": 2, "outer": 1}, "w: inner must be less than outer"),
        ({"name": ["ring"]}, "w.name: unknown shape ['ring']; known: circle, ring"),
        ({"name": "ring", 5: 1}, "w.5: no such key; known: inner, outer"),
    ],
)
def test_messages(config, message):
    with pytest.raises(ConfigError) as caught:
        build(SHAPE, config, "w")
    assert str(caught.value) == message


def test_a_name_is_registered_once():
    with pytest.raises(AssertionError, match="shape circle is registered twice"):
        shapes.register("circle")(Ring)


@pytest.mark.parametrize(
    ("base", "change", "merged"),
    [
        ({"a": 1, "b": 2}, {"b": 3, "c": 4}, {"a": 1, "b": 3, "c": 4}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 3}}, {"a": {"x": 1, "y": 3}}),
        ({"a": {"x": {"p": 1}}}, {"a": {"x": {"q": 2}}}, {"a": {"x": {"p": 1, "q": 2}}}),
        ({"a": {"name": "n", "x": 1}}, {"a": {"y": 2}}, {"a": {"name": "n", "x": 1, "y": 2}}),
        ({"a": {"name": "n", "x": 1}}, {"a": {"name": "n", "x": 2}}, {"a": {"name": "n", "x": 2}}),
        ({"a": {"name": "n", "x": 1}}, {"a": {"name": "m", "y": 2}}, {"a": {"name": "m", "y": 2}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": {"x": 1}}, {"a": None}, {"a": None}),
    ],
)
def test_merge(base, change, merged):
    before = repr(base), repr(change)
    assert merge(base, change) == merged
    assert (repr(base), repr(change)) == before


def test_a_choice_of_numbers_is_not_of_true_and_false():
    """Python takes True for 1."""
    stars: Registry[object] = Registry("star")

    @stars.register("star")
    @dataclass(frozen=True)
    class Star:
        points: Annotated[Literal[0, 1], WHOLE_NUMBER]

    assert build(Annotated[Any, stars], {"name": "star", "points": 1}, "w") == Star(1)
    for given in (True, 1.0):
        with pytest.raises(ConfigError, match=rf"^w\.points: {given} is not allowed; known: 0, 1$"):
            build(Annotated[Any, stars], {"name": "star", "points": given}, "w")


def test_packages():
    assert packages(ENGINES) == ["genetic_algorithm", "genies", "matchboxes", "nine_board", "tabular"]


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((ENGINES, "genies", "agents"), True),
        ((ENGINES, "nine_board", "agents"), False),
        ((ENGINES, "none", "agents"), False),
        ((STUDIES, "ancheta2020", "method"), True),
        ((STUDIES, "ancheta2021", "method"), False),
    ],
)
def test_a_module_that_a_package_may_have(place, found):
    assert submodule(*place) == (".".join(place) if found else None)
    assert getattr(optional_module(*place), "__name__", None) == submodule(*place)


def test_a_folder_that_an_update_has_emptied_is_no_module(tmp_path, monkeypatch):
    """Compiled files of modules that are gone keep it."""
    (tmp_path / "gone" / "__pycache__").mkdir(parents=True)
    monkeypatch.setattr(import_module(f"{ENGINES}.genies"), "__path__", [str(tmp_path)])
    assert submodule(ENGINES, "genies", "gone") is None
