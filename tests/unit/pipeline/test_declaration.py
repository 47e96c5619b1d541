"""Settings declared as dataclasses: one declaration checks, builds and tells the schema."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest

from tttcore.pipeline.declaration import CHANGES, SOME, Between, Matching, build, declared, described, json_schema
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry

shapes: Registry[object] = Registry("shape")


@shapes.register("circle")
@dataclass(frozen=True, kw_only=True)
class Circle:
    radius: float


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
    shape: Annotated[object, shapes]
    """What it looks like."""
    colours: Annotated[tuple[Literal["red", "blue"], ...], SOME]
    """From outside to inside."""
    named: dict[str, Annotated[object, shapes]] = field(default_factory=dict)
    """Further shapes by name."""
    rate: Annotated[float, Between(0, 1)] = 0.5
    """How often."""


GIVEN = {"part": {"size": 2}, "shape": {"name": "circle", "radius": 1}, "colours": ["red", "red"]}


def test_parts_and_choices_are_built():
    built = build(Whole, GIVEN | {"named": {"one": {"name": "circle", "radius": 2}}, "rate": 1}, "w")
    assert built == Whole(Part(2), Circle(radius=1.0), ("red", "red"), {"one": Circle(radius=2.0)}, 1.0)
    assert isinstance(built.rate, float)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"part": {"size": 0}}, "w.part.size: 0 is out of range; allowed: from 1 to 9"),
        ({"part": {}}, "w.part.size: needs a value"),
        ({"part": 3}, "w.part: 3 is not keys and values"),
        ({"part": {"size": 1, "sise": 2}}, "w.part.sise: no such key (did you mean 'size'?); known: size"),
        ({"shape": {"name": "circel"}}, "w.shape.name: unknown shape 'circel' (did you mean 'circle'?); known: circle"),
        ({"colours": []}, "w.colours: [] is not a list of at least one"),
        ({"colours": ["red", "green"]}, "w.colours.1: 'green' is not allowed; known: red, blue"),
        ({"named": {"one": {"name": "circle"}}}, "w.named.one.radius: needs a value"),
        ({"rate": True}, "w.rate: True is not a number"),
        ({"weight": 1}, "w.weight: no such key; known: part, shape, colours, named, rate"),
    ],
)
def test_mistakes(change, message):
    with pytest.raises(ConfigError) as error:
        build(Whole, GIVEN | change, "w")
    assert str(error.value) == message


def test_the_schema_says_the_same():
    schema = json_schema(Whole)
    assert schema["required"] == ["part", "shape", "colours"]
    part = schema["properties"]["part"]
    assert (part["type"], part["description"], part["required"]) == ("object", "What it is made of.", ["size"])
    assert part["additionalProperties"] is False
    size = {"type": "integer", "minimum": 1, "maximum": 9, "description": "How large it is.", "allowed": "from 1 to 9"}
    assert part["properties"]["size"].items() >= size.items()
    (circle,) = schema["properties"]["shape"]["anyOf"]
    assert circle["properties"]["name"] == {"const": "circle"}
    assert circle["properties"]["radius"]["type"] == "number"
    assert circle["required"] == ["name", "radius"]
    colours = schema["properties"]["colours"]
    assert (colours["type"], colours["minItems"], colours["items"]["enum"]) == ("array", 1, ["red", "blue"])
    rate = {"type": "number", "minimum": 0, "maximum": 1, "description": "How often.", "default": 0.5}
    assert schema["properties"]["rate"].items() >= rate.items()


def test_of_changes_nothing_is_required_and_names_are_kept():
    @declared
    @dataclass(frozen=True)
    class File:
        changed: Annotated[Whole, CHANGES]

    schema = json_schema(File)["properties"]["changed"]
    assert "required" not in schema
    assert "required" not in schema["properties"]["part"]
    given = {"part": {}, "shape": {"radius": "?"}, "rate": 1}
    assert build(File, {"changed": given}, "").changed == given
    with pytest.raises(ConfigError, match=r"^changed\.part\.size: 0 is out of range; allowed: from 1 to 9$"):
        build(File, {"changed": {"part": {"size": 0}}}, "")


def test_keys_are_described_by_docstrings_of_fields_and_of_classes():
    class Derived(Circle):
        """A circle.

        Attributes
        ----------
        radius, centre : where it is,
            and how large.
        """

    assert described(Derived) == dict.fromkeys(("radius", "centre"), "where it is, and how large.")
    assert described(Part) == {"size": "How large it is."}


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (int | dict[str, int], "x", "'x' is not a whole number or keys and values"),
        (Annotated[int, Between(1, 9)] | dict[str, int], 10, "10 is out of range; allowed: from 1 to 9"),
        (int | Annotated[dict[str, int], SOME], {}, "{} is empty; allowed: one entry or more"),
        (int | dict[str, int], {"a": 1.5}, "a: 1.5 is not a whole number"),
        (Annotated[dict[str, int], SOME], {}, "{} is empty; allowed: one entry or more"),
        (dict[Annotated[str, Matching("[a-z]+", "small letters")], int], {"A": 1}, "A: 'A' is not allowed; allowed: s"),
        (Annotated[int, Between(1), "unknown"] | None, 0, "0 is out of range; allowed: 1 or more"),
        (list[Annotated[int, Between(1)]], [1, 0], "1: 0 is out of range; allowed: 1 or more"),
    ],
)
def test_types(hint, value, message):
    @declared
    @dataclass
    class File:
        key: hint

    with pytest.raises(ConfigError) as error:
        build(File, {"key": value}, "")
    assert str(error.value).replace("key.", "").replace("key: ", "").startswith(message)


def test_what_may_be_empty():
    @declared
    @dataclass
    class File:
        names: dict[str, int]
        items: list[int]

    assert build(File, {"names": {}, "items": []}, "") == File({}, [])
    with pytest.raises(ConfigError, match=r"^names: \[\] is not keys and values$"):
        build(File, {"names": [], "items": []}, "")


def test_sequences_are_tuples():
    @declared
    @dataclass
    class File:
        key: Annotated[tuple[int, ...], SOME]

    assert build(File, {"key": [1, 2]}, "").key == (1, 2)
