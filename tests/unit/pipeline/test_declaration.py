"""Settings declared as dataclasses and choices found by name: one declaration checks, builds and tells the schema."""

from dataclasses import dataclass, field
from importlib import import_module
from typing import Annotated, Any, Literal

import pytest
from helpers.texts import message

from tttcore.pipeline import declaration
from tttcore.pipeline.declaration import SOME, Between, build, declared, json_schema
from tttcore.pipeline.modules import ENGINES, STUDIES, optional_module, packages, submodule
from tttcore.pipeline.registry import Registry, merge

shapes: Registry[object] = Registry("shape")
colours: Registry[object] = Registry("colour")
SHAPE = Annotated[Any, shapes]


@colours.register("red")
@dataclass(frozen=True)
class Red:
    tone: float = 0.5


@shapes.register("circle")
@dataclass(frozen=True)
class Circle:
    radius: Annotated[int, Between(1, 9)]
    colour: Annotated[object, colours] = Red()
    sizes: Annotated[list[Annotated[float, Between(0, 1)]], SOME] = field(default_factory=list)


@shapes.register("ring")
@dataclass(frozen=True, kw_only=True)
class Ring:
    inner: int
    outer: int

    def __post_init__(self):
        if self.inner >= self.outer:
            raise ValueError("inner must be less than outer")


@declared
@dataclass(frozen=True)
class Part:
    """A part."""

    size: Annotated[int, Between(1, 9)]
    """How large it is."""


@declared
@dataclass(frozen=True)
class Whole:
    """A whole."""

    part: Part
    """What it is made of."""
    shape: SHAPE
    """What it looks like."""
    colours: Annotated[tuple[Literal["red", "blue"], ...], SOME]
    """From outside to inside."""
    named: dict[str, SHAPE] = field(default_factory=dict)
    """Further shapes by name."""
    rate: Annotated[float, Between(0, 1)] = 0.5
    """How often."""


CIRCLE = {"name": "circle", "radius": 1}
GIVEN = {"part": {"size": 2}, "shape": CIRCLE, "colours": ["red", "red"]}


def test_parts_choices_and_lists_are_built():
    built = build(Whole, GIVEN | {"named": {"one": {"name": "ring", "inner": 1, "outer": 2}}, "rate": 1}, "w")
    assert built == Whole(Part(2), Circle(1), ("red", "red"), {"one": Ring(inner=1, outer=2)}, 1.0)
    assert isinstance(built.rate, float)
    given = {"radius": 3, "colour": {"name": "red", "tone": 1}, "sizes": [0, 0.5]}
    found = build(SHAPE, CIRCLE | given, "w")
    assert found == Circle(3, Red(1.0), [0.0, 0.5])
    assert {type(found.colour.tone), type(found.sizes[0])} == {float}
    assert shapes["ring"] is Ring
    with pytest.raises(AssertionError, match="shape circle is registered twice"):
        shapes.register("circle")(Ring)


CHANGED = [
    {"part": {"size": 0}},
    {"part": {}},
    {"part": 3},
    {"part": {"size": 1, "sise": 2}},
    {"shape": {"name": "circel"}},
    {"colours": []},
    {"colours": ["red", "green"]},
    {"named": {"one": {"name": "circle"}}},
    {"rate": True},
    {"weight": 1},
]  # fmt: skip
CHOSEN = [
    *({"name": name} for name in ("zzz", 3, ["ring"], "circle")),
    *({}, "circle", {"nmae": "circle"}, None),
    {"name": "ring", "iner": 1},
    {"name": "ring", 5: 1},
    {"name": "ring", "inner": 2, "outer": 1},
    CIRCLE | {"radius": 2.0},
    CIRCLE | {"colour": "red"},
    CIRCLE | {"colour": {"name": "red", "tone": "x"}},
    CIRCLE | {"sizes": [0.5, 2]},
]
TYPES = [
    (Annotated[int, Between(1, 9)], [0, 10, 1, 2.0, True, "2", None]),
    (Annotated[float, Between(0)], [-0.5, float("nan"), True]),
    (Annotated[int, Between(1), "unknown"] | None, [0]),
    (bool, [1]),
    (str, [4]),
    (Literal["thin", "thick"], ["thik"]),
    (Annotated[Literal[0, 1], declaration.WHOLE_NUMBER], [True, 1.0, 1]),
    (list[Annotated[int, Between(1)]], [[1, 0], 1, []]),
    (Annotated[list[dict], SOME], [["x"], [{"on": 1}], []]),
    (int | dict[str, int], ["x", {"a": 1.5}]),
    (Annotated[int, Between(1, 9)] | dict[str, int], [10]),
    (int | Annotated[dict[str, int], SOME], [{}]),
    (Annotated[dict[str, int], SOME], [{}]),
    (dict[str, int], [[], {}]),
    (dict[Annotated[str, declaration.Matching("[a-z]+", "small letters")], int], [{"A": 1}]),
]


def with_key(hint):
    @declared
    @dataclass
    class File:
        key: hint

    return File


def test_mistakes(snapshot):
    told = [message(build, Whole, GIVEN | change, "w") for change in CHANGED]
    told += [message(build, SHAPE, config, "w") for config in CHOSEN]
    told += [message(build, with_key(hint), {"key": value}, "") for hint, values in TYPES for value in values]
    assert "\n".join(told) == snapshot


def test_the_schema_says_the_same():
    schema = json_schema(Whole)
    assert schema["required"] == ["part", "shape", "colours"]
    part = schema["properties"]["part"]
    assert (part["type"], part["description"], part["required"]) == ("object", "What it is made of.", ["size"])
    assert part["additionalProperties"] is False
    size = {"type": "integer", "minimum": 1, "maximum": 9, "description": "How large it is.", "allowed": "from 1 to 9"}
    assert part["properties"]["size"].items() >= size.items()
    circle, ring = schema["properties"]["shape"]["anyOf"]
    assert circle["properties"]["name"] == {"const": "circle"}
    assert circle["properties"]["radius"]["type"] == "integer"
    assert (circle["required"], ring["required"]) == (["name", "radius"], ["name", "inner", "outer"])
    colours = schema["properties"]["colours"]
    assert (colours["type"], colours["minItems"], colours["items"]["enum"]) == ("array", 1, ["red", "blue"])
    rate = {"type": "number", "minimum": 0, "maximum": 1, "description": "How often.", "default": 0.5}
    assert schema["properties"]["rate"].items() >= rate.items()


def test_of_changes_nothing_is_required_and_names_are_kept():
    file = with_key(Annotated[Whole, declaration.CHANGES])
    schema = json_schema(file)["properties"]["key"]
    assert "required" not in schema
    assert "required" not in schema["properties"]["part"]
    given = {"part": {}, "shape": {"radius": "?"}, "rate": 1}
    assert build(file, {"key": given}, "").key == given
    refused = message(build, file, {"key": {"part": {"size": 0}}}, "")
    assert refused == "key.part.size: 0 is out of range; allowed: from 1 to 9"


def test_keys_are_described_by_docstrings_of_fields_and_of_classes():
    class Derived(Circle):
        """A circle.

        Attributes
        ----------
        radius, centre : where it is,
            and how large.
        """

    assert declaration.described(Derived) == dict.fromkeys(("radius", "centre"), "where it is, and how large.")
    assert declaration.described(Part) == {"size": "How large it is."}


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


def test_modules_that_a_package_may_have(tmp_path, monkeypatch):
    """A folder that an update has emptied but for compiled files is no module."""
    assert {"genies", "tabular"} < {*packages(ENGINES)}
    for place in ((ENGINES, "genies", "agents"), (STUDIES, "ancheta2020", "method")):
        assert submodule(*place) == optional_module(*place).__name__ == ".".join(place)
    for place in ((ENGINES, "nine_board", "agents"), (ENGINES, "none", "agents"), (STUDIES, "ancheta2021", "method")):
        assert submodule(*place) is optional_module(*place) is None
    (tmp_path / "gone" / "__pycache__").mkdir(parents=True)
    monkeypatch.setattr(import_module(f"{ENGINES}.genies"), "__path__", [str(tmp_path)])
    assert submodule(ENGINES, "genies", "gone") is None
