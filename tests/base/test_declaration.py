"""Settings declared as dataclasses: one declaration checks, builds and tells the schema."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

import pytest

from tttcore.pipeline.declaration import Between, build, changes_schema, declared
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
    colours: tuple[Literal["red", "blue"], ...]
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
        ({"named": {"one": {"name": "circle"}}}, "w.named.one.radius: shape 'circle' needs this key"),
        ({"rate": True}, "w.rate: True is not a number"),
        ({"weight": 1}, "w.weight: no such key; known: part, shape, colours, named, rate"),
    ],
)
def test_mistakes(change, message):
    with pytest.raises(ConfigError) as error:
        build(Whole, GIVEN | change, "w")
    assert str(error.value) == message


def test_the_schema_of_changes_says_the_same():
    schema = changes_schema(Whole)
    assert schema["part"] == {
        "type": "object",
        "description": "What it is made of.",
        "additionalProperties": False,
        "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How large it is."}},
    }
    assert schema["shape"] == {
        "type": "object", "properties": {"name": {"type": "string"}}, "description": "What it looks like."
    }  # fmt: skip
    assert schema["colours"]["items"] == {"enum": ["red", "blue"]}
    assert (schema["colours"]["minItems"], schema["named"]["minProperties"]) == (1, 1)
    assert schema["rate"] == {"type": "number", "minimum": 0, "maximum": 1, "description": "How often."}


def test_an_abstract_choice_is_told_with_its_file():
    class Unfinished:
        __abstractmethods__ = frozenset({"draw"})
        __dataclass_fields__: ClassVar = {}

    with pytest.raises(ConfigError, match=r"test_declaration\.py: Unfinished has no 'draw'$"):
        build(Unfinished, {}, "w")
