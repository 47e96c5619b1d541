"""Keys of configuration files, declared as dataclasses: pydantic checks the values, and errors take one line.

Types say what is allowed: numbers within limits (`Annotated[int, Between(1, 9)]`), texts of some form (`Matching`),
some words (`Literal`), lists and names with values that aren't empty (`Annotated[list[str], SOME]`), parts that are
`declared` dataclasses, choices of a registry (`Annotated[Selection, selections]`), and changes of a part
(`Annotated[Recipe, CHANGES]`), of which nothing is required. What may be None may be left out.
"""

import ast
import inspect
import re
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError, core_schema

from tttcore.pipeline.messages import ConfigError, choices

T = TypeVar("T")
Place = tuple[int | str, ...]
"""Keys and indices that lead to a value."""

SOME = Field(min_length=1, strict=False)
"""Metadata of a list, tuple or mapping of at least one."""
WHOLE_NUMBER = BeforeValidator(TypeAdapter(int, config=ConfigDict(strict=True)).validate_python)
"""Metadata of a choice of whole numbers, since Python takes true for 1."""
MEMORY, TIME = "memory grows with it", "time grows with it"
"""Reasons of the upper ends of ranges."""
RULES = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
ALLOWED, OF_CHANGES = "allowed", "of changes"
"""Keys of our own in JSON schemas: what is allowed, in words, and that nothing is required."""
CHOICE, MISSING, UNKNOWN = "choice", "missing", ("unexpected_keyword_argument", "invalid_key")
"""Types of pydantic's errors, and ours of all mistakes in a choice of a registry."""
WORDS = {
    "integer": "a whole number", "number": "a number", "string": "text", "boolean": "true or false",
    "object": "keys and values", "array": "a list of at least one",
}  # fmt: skip


def Between(low: float, high: float | None = None, why: str = "") -> Any:  # noqa: N802 - reads like a type
    """Metadata of a number: allowed range, both ends included, and what a larger number would cost."""
    ends = f"{low:,} or more" if high is None else f"from {low:,} to {high:,}"
    return Field(ge=low, le=high, json_schema_extra={ALLOWED: f"{ends} ({why})" if why else ends})


def Matching(pattern: str, words: str) -> Any:  # noqa: N802
    """Metadata of a text: allowed form as a regular expression, and in words."""
    return Field(pattern=f"^(?:{pattern})$", json_schema_extra={ALLOWED: words})


COUNT, INDEX = Between(1, 2**31 - 1), Between(0, 2**31 - 1)
"""Ranges of numbers that only say where to look: how many, and which one from 0."""


class _Changes:
    """Metadata of a dataclass of which any part may be left out, at any depth: its keys and values as they are given.

    Mistakes in choices don't count, since choices are complete only in what the changes are laid over.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return handler(schema) | {OF_CHANGES: True}

    @staticmethod
    def _check(value: Any, handler: Any) -> Any:
        try:
            handler(value)
        except ValidationError as error:
            if wrong := [each for each in error.errors() if each["type"] not in (MISSING, CHOICE)]:
                raise ValidationError.from_exception_data(error.title, wrong) from None  # type: ignore[arg-type]
        return value


CHANGES = _Changes()


def declared(kind: type[T]) -> type[T]:
    """Class decorator: have pydantic check and build a dataclass from keys and values, and describe its keys."""
    kind.__pydantic_config__ = RULES  # type: ignore[attr-defined]
    kind.__get_pydantic_core_schema__ = staticmethod(_from_mapping)  # type: ignore[attr-defined]
    kind.__get_pydantic_json_schema__ = classmethod(_with_descriptions)  # type: ignore[attr-defined]
    return kind


def build(kind: Any, config: Any, where: str) -> Any:
    """Instance of a declared type that values read from a file describe.

    Parameters
    ----------
    where : place of `config` in the user's file, for messages; empty for the file itself.

    Raises
    ------
    ConfigError
        For an unknown or missing key, or a value of the wrong type or range, in one line.
    """
    try:
        return adapter(kind).validate_python(dict(config) if isinstance(config, Mapping) else config)
    except ValidationError as error:
        place, problem = first_mistake(error, kind, config)
        key = ".".join(map(str, [where, *place] if where else place))
        raise ConfigError(f"{key}: {problem}" if key else problem) from None


def first_mistake(error: ValidationError, kind: Any, config: Any) -> tuple[Place, str]:
    """Location and problem of the first mistake in values: in their order, and missing keys last."""
    keys = [*config] if isinstance(config, Mapping) else []
    found = min(error.errors(), key=lambda each: _order(each, keys))
    value, sort = found["input"], found["type"]
    if sort == CHOICE:
        return found["loc"], found["msg"]
    rules, parent, place = _at(json_schema(kind), found["loc"])
    types = rules.get("anyOf", [rules])
    allowed = next((each[ALLOWED] for each in types if ALLOWED in each), None)
    if sort == MISSING:
        problem = "needs a value"
    elif sort in UNKNOWN:
        problem = f"no such key{choices(place[-1], list(parent['properties']))}"
    elif sort == "value_error":
        problem = str(found["ctx"]["error"])
    elif {"enum", "const"} & rules.keys():
        problem = f"{value!r} is not allowed{choices(value, rules.get('enum', [rules.get('const')]))}"
    elif value == {} and sort == "too_short":
        problem = f"{value!r} is empty; allowed: one entry or more"
    elif allowed and not sort.endswith("_type"):
        problem = f"{value!r} is {'not allowed' if 'pattern' in sort else 'out of range'}; allowed: {allowed}"
    else:
        problem = f"{value!r} is not {' or '.join(WORDS[each['type']] for each in types)}"
    return place, problem


def mistake(place: Place, problem: str) -> ValidationError:
    """Error that a validator raises for a mistake at a place in its value."""
    sort = PydanticCustomError(CHOICE, "{problem}", {"problem": problem})
    return ValidationError.from_exception_data("", [{"type": sort, "loc": place, "input": None}])


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Pydantic's TypeAdapter of a type."""
    return TypeAdapter(kind)


@cache
def json_schema(kind: Any) -> dict[str, Any]:
    """JSON schema of a declared type."""
    rules = adapter(kind).json_schema(schema_generator=_WithoutNull)
    return _spelt_out(rules, rules.pop("$defs", {}))


def values_of(rules: Mapping[str, Any]) -> dict[str, Any] | None:
    """JSON schema of the values of names with values, by the schema of these; None of anything else."""
    values = [rules.get("additionalProperties"), *rules.get("patternProperties", {}).values()][-1]
    return {} if values is True else values or None


def summary(kind: type) -> str:
    """First paragraph of a class's docstring, in one line."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def described(kind: type) -> dict[str, str]:
    """Descriptions of a dataclass's keys: docstrings below its fields, or Attributes or Parameters in its docstring."""
    meanings: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        section = re.search(r"^(?:Attributes|Parameters)\n-+\n((?:.+\n?)+)", inspect.getdoc(part) or "", re.MULTILINE)
        for names, text in re.findall(r"^(\w[\w, ]*) : (.+(?:\n +.+)*)", section[1] if section else "", re.MULTILINE):
            meanings |= dict.fromkeys(names.split(", "), " ".join(text.split()))
        for line, below in pairwise(_statements(part.__module__).get(part.__name__, [])):
            match line, below:
                case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                    meanings[key] = " ".join(text.split())
    return meanings


class _WithoutNull(GenerateJsonSchema):
    """JSON schemas of what may be left out, but is never null."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> dict[str, Any]:
        """Rules of the value that is there."""
        return self.generate_inner(schema["schema"])


def _from_mapping(source: Any, handler: Any) -> Any:
    """Pydantic's schema of a dataclass, made of keys and values."""
    return handler(source) | {"strict": False}


def _with_descriptions(kind: type, schema: Any, handler: Any) -> dict[str, Any]:
    rules = handler(schema)
    keys = handler.resolve_ref_schema(rules)["properties"]
    for key, text in described(kind).items():
        if key in keys:
            keys[key]["description"] = text
    return rules


def _spelt_out(rules: Any, parts: Mapping[str, Any], *, changes: bool = False) -> Any:
    """JSON schema with parts in place of references to them, and with nothing required of changes."""
    if isinstance(rules, list):
        return [_spelt_out(each, parts, changes=changes) for each in rules]
    if not isinstance(rules, dict):
        return rules
    rules = parts[rules["$ref"].rpartition("/")[2]] | rules if "$ref" in rules else rules
    changes = changes or OF_CHANGES in rules
    left_out = {"$ref", OF_CHANGES, *(["required"] if changes else [])}
    return {key: _spelt_out(each, parts, changes=changes) for key, each in rules.items() if key not in left_out}


def _order(error: ErrorDetails, keys: list[str]) -> tuple[bool, int, int, bool]:
    """Order of mistakes: of a value that could be of several types, those of its own type first."""
    place, sort = error["loc"], error["type"]
    position = keys.index(place[0]) if place and place[0] in keys else 0
    return sort == MISSING, position, -len(place), sort.endswith("_type")


def _at(rules: Any, location: Place) -> tuple[Any, Any, Place]:
    """JSON schemas of the value at a location and of what holds it, and its place, without pydantic's own labels."""
    parent, place, union = rules, list[int | str](), False
    for key in location:
        if key == "[key]":
            rules = parent["propertyNames"]
        elif "anyOf" in rules and not union:  # the key says which of several types the error is of
            union = True
        else:
            parent, rules, union = rules, _within(rules, key), False
            place.append(key)
    return rules, parent, tuple(place)


def _within(rules: dict[str, Any], key: int | str) -> Any:
    """JSON schema of a value by the schema of what holds it, empty if there is none."""
    types = rules.get("anyOf", [rules])
    held = (each.get("properties", {}).get(key) or each.get("items") or values_of(each) for each in types)
    return next(filter(None, held), {})


@cache
def _statements(module: str) -> dict[str, list[ast.stmt]]:
    """Statements of each class of a module, none for Python's own modules without a source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
