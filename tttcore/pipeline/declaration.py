"""Keys of configuration files declared once, as dataclasses: checks, JSON schemas and guides follow from their fields.

Types say what is allowed: numbers within limits (`Annotated[int, Between(1, 9)]`), texts of some form (`Matching`),
some words (`Literal`), lists, names with values (`dict`), parts that are dataclasses, choices of a registry
(`Annotated[Selection, selections]`), and changes of a part (`Annotated[Recipe, CHANGES]`), of which nothing is
required. Other metadata is ignored, and what may be None may be left out. Keys are described by docstrings below the
fields of `declared` classes, or under Attributes or Parameters in a class's docstring.
"""

import ast
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, asdict, dataclass, fields, is_dataclass
from functools import cache
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from tttcore.pipeline.messages import ConfigError, choices

T = TypeVar("T")
CHANGES, WHOLE, MAY_BE_EMPTY = "changes", "whole", "may be empty"
"""Metadata of a dataclass of which any part may be left out, at any depth, but of parts that are given whole or not at
all; and of a list or names with values."""

_WORDS = {
    int: "a whole number", float: "a number", str: "text", bool: "true or false", dict: "keys and values",
    list: "a list of at least one", tuple: "a list of at least one",
}  # fmt: skip
_JSON_TYPES = {
    int: "integer", float: "number", str: "string", bool: "boolean", dict: "object", list: "array", tuple: "array"
}  # fmt: skip


@dataclass(frozen=True)
class Between:
    """Allowed range of a number, both ends included, and what a larger number would cost."""

    low: float
    high: float = float("inf")
    why: str = ""

    def __str__(self) -> str:
        ends = f"{self.low:,} or more" if self.high == float("inf") else f"from {self.low:,} to {self.high:,}"
        return f"{ends} ({self.why})" if self.why else ends


COUNT, INDEX = Between(1, 2**31 - 1), Between(0, 2**31 - 1)
"""Ranges of numbers that only say where to look: how many, and which one from 0."""
MEMORY, TIME = "memory grows with it", "time grows with it"
"""Reasons of the upper ends of other ranges."""


@dataclass(frozen=True)
class Matching:
    """Allowed form of a text: a regular expression, and the same in words."""

    pattern: str
    words: str

    def __str__(self) -> str:
        return self.words


class Choices(ABC):
    """Registry whose choices a field takes, as metadata of its type."""

    @abstractmethod
    def build(self, config: object, where: str) -> Any:
        """Build the choice that a mapping with a ``name`` describes."""

    @abstractmethod
    def json_schema(self, *, changes: bool) -> dict[str, Any]:
        """JSON schema of all choices, see `json_schema`."""


def declared(kind: type[T]) -> type[T]:
    """Class decorator: docstrings below the fields of a dataclass describe its keys."""
    kind.__declared__ = True  # type: ignore[attr-defined]
    return kind


def build(kind: type[T], config: Mapping[str, Any], where: str, *, chosen: str = "") -> T:
    """Instance of a dataclass that a mapping describes.

    Parameters
    ----------
    config : values of its fields; those with defaults may be left out.
    where : place of `config` in the user's file, for messages; empty for the file itself.
    chosen : name of the choice that it is of, for messages.

    Raises
    ------
    ConfigError
        For an unknown or missing key, or a value of the wrong type or range, in one line.
    """
    values = _values(kind, config, where, chosen=chosen)
    for key in needed(kind):
        if key not in values:
            raise ConfigError(f"{_place(where, key)}: {f'{chosen} needs this key' if chosen else 'needs a value'}")
    unmade = sorted(getattr(kind, "__abstractmethods__", ()))
    if unmade:
        raise ConfigError(
            f"{kind.__module__.replace('.', '/')}.py: {kind.__name__} has no {', '.join(map(repr, unmade))}"
        )
    try:
        return kind(**values)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}" if where else str(error)) from None


def with_defaults(kind: type, config: Mapping[str, Any]) -> dict[str, Any]:
    """Values that `build` accepts, with the defaults of what is left out, in parts of it too."""
    types = key_types(kind)
    given = {key: with_defaults(types[key], each) if is_dataclass(types[key]) else each for key, each in config.items()}
    return given | {key: default for key, default in defaults(kind).items() if key not in given}


@cache
def key_types(kind: type) -> dict[str, Any]:
    """Types of a dataclass's keys, with their metadata."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


def needed(kind: type) -> list[str]:
    """Keys of a dataclass that have no default."""
    return [field.name for field in fields(kind) if field.init and _default(field) is MISSING]


def defaults(kind: type) -> dict[str, Any]:
    """Defaults of a dataclass's keys as a file would give them, without those that are None."""
    found = {field.name: _default(field) for field in fields(kind) if field.init and _default(field) is not MISSING}
    for key, default in found.items():
        if is_dataclass(default):
            found[key] = {name: each for name, each in asdict(default).items() if each is not None}  # type: ignore[arg-type]
    return {key: default for key, default in found.items() if default is not None}


def summary(kind: type) -> str:
    """First paragraph of a class's docstring, in one line."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def described(kind: type) -> dict[str, str]:
    """Descriptions of a dataclass's keys, from docstrings."""
    told: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        section = re.search(r"^(?:Attributes|Parameters)\n-+\n((?:.+\n?)+)", inspect.getdoc(part) or "", re.MULTILINE)
        for names, text in re.findall(r"^(\w[\w, ]*) : (.+(?:\n +.+)*)", section[1] if section else "", re.MULTILINE):
            told |= dict.fromkeys(names.split(", "), " ".join(text.split()))
        if "__declared__" in vars(part):
            (tree,) = ast.parse(dedent(inspect.getsource(part))).body
            for line, below in pairwise(tree.body):  # type: ignore[attr-defined]
                match line, below:
                    case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                        told[key] = " ".join(text.split())
    return told


def json_schema(hint: Any, *, changes: bool = False) -> dict[str, Any]:
    """JSON schema of what fits a type; of `changes` of it nothing is required."""
    hint, origin, inner, limits = split(hint)
    changes, least = _are_changes(changes, limits), int(limits is not MAY_BE_EMPTY)
    if isinstance(limits, Choices):
        return limits.json_schema(changes=changes)
    if origin is Union:
        return {"anyOf": [json_schema(each, changes=changes) for each in inner]}
    rules: dict[str, Any] = {"type": _JSON_TYPES[origin]} if origin in _JSON_TYPES else {}
    if origin is Literal:
        rules["enum"] = list(inner)
    elif is_dataclass(hint):
        told, given, types = described(hint), defaults(hint), key_types(hint)  # type: ignore[arg-type]
        rules |= {"additionalProperties": False, "properties": {}, "required": [] if changes else needed(hint)}  # type: ignore[arg-type]
        for key in types:
            rules["properties"][key] = json_schema(types[key], changes=changes)
            rules["properties"][key] |= {"description": told[key]} if key in told else {}
            rules["properties"][key] |= {"default": given[key]} if key in given and not changes else {}
    elif origin in (list, tuple):
        rules |= {
            "minItems": least,
            "items": json_schema(Annotated[inner[0], limits] if inner else Any, changes=changes),
        }
    elif origin is dict and inner:
        names, values = json_schema(inner[0]), json_schema(inner[1], changes=changes)
        rules |= {"minProperties": least, "propertyNames": names, "additionalProperties": values}
    elif isinstance(limits, Between):
        rules |= {"minimum": limits.low} | ({"maximum": limits.high} if limits.high < float("inf") else {})
    elif isinstance(limits, Matching):
        rules["pattern"] = f"^(?:{limits.pattern})$"
    return rules


def split(hint: Any) -> tuple[Any, Any, tuple[Any, ...], Any]:
    """A type without its metadata; what it is of in a file; its arguments; and the metadata that limits it, or None.

    Sequences are tuples, parts and choices are of `dict`, and None is not among the members of a union, of which a
    single one stands for itself.
    """
    limits = None
    if get_origin(hint) is Annotated:
        hint, *metadata = get_args(hint)
        known = [each for each in metadata if isinstance(each, Between | Matching | Choices)]
        limits = next(iter(known + [mark for mark in (CHANGES, WHOLE, MAY_BE_EMPTY) if mark in metadata]), None)
    if isinstance(limits, Choices):
        return dict, dict, (), limits
    if is_dataclass(hint):
        return hint, dict, (), limits
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, UnionType):
        inner = tuple(each for each in inner if each is not NoneType)
        return split(Annotated[inner[0], limits]) if len(inner) == 1 else (hint, Union, inner, limits)
    return hint, {Sequence: tuple, Mapping: dict}.get(origin, origin), inner, limits


def _are_changes(within: bool, limits: Any) -> bool:
    """True for changes, or a part of changes that may itself be a change."""
    return limits is CHANGES or (within and limits is not WHOLE)


def _default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _place(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def _values(
    kind: type, config: Mapping[str, Any], where: str, *, chosen: str = "", changes: bool = False
) -> dict[str, object]:
    """Checked values of a dataclass's fields by key."""
    types, values = key_types(kind), {}
    for key, value in config.items():
        if key not in types:
            has = f"{chosen} has no such key" if chosen else "no such key"
            raise ConfigError(f"{_place(where, key)}: {has}{choices(key, list(types))}")
        values[key] = _checked(value, types[key], _place(where, key), changes=changes)
    return values


def _checked(value: Any, hint: Any, where: str, *, changes: bool = False) -> object:
    """Value that fits the type `hint`: parts and choices are built, limits hold for each item of a list.

    Of `changes`, parts may lack keys and are not built, and choices are not looked into.
    """
    hint, origin, inner, limits = split(hint)
    changes = _are_changes(changes, limits)
    if isinstance(limits, Choices) and not changes:
        return limits.build(value, where)
    if limits is MAY_BE_EMPTY and isinstance(value, origin) and not value:
        return value
    if not _is_a(value, origin, inner):
        raise ConfigError(f"{where}: {value!r} is not {_expected(value, origin, inner)}")
    built: object = float(value) if origin is float else value
    if origin is Union:
        member = next(each for each in inner if _is_a(value, *split(each)[1:3]))
        built = _checked(value, member, where, changes=changes)
    elif origin in (list, tuple):
        item = Annotated[inner[0], limits] if inner else Any
        built = origin(_checked(each, item, f"{where}.{k}", changes=changes) for k, each in enumerate(value))
    elif is_dataclass(hint):
        built = _values(hint, value, where, changes=True) if changes else build(hint, value, where)  # type: ignore[arg-type]
    elif origin is dict and inner:
        if not value:
            raise ConfigError(f"{where}: {value!r} is empty; allowed: one entry or more")
        for key in value:
            _checked(key, inner[0], f"{where}.{key}")
        built = {key: _checked(each, inner[1], f"{where}.{key}", changes=changes) for key, each in value.items()}
    elif isinstance(limits, Between) and not limits.low <= value <= limits.high:
        raise ConfigError(f"{where}: {value!r} is out of range; allowed: {limits}")
    elif isinstance(limits, Matching) and not re.fullmatch(limits.pattern, value):
        raise ConfigError(f"{where}: {value!r} is not allowed; allowed: {limits}")
    return built


def _is_a(value: object, origin: Any, inner: tuple[Any, ...]) -> bool:
    """True if a value read from a file is of a type; no number is a truth value, and no list is empty."""
    if origin is Union:
        return any(_is_a(value, *split(each)[1:3]) for each in inner)
    if origin is Literal:
        return any(value == each and type(value) is type(each) for each in inner)
    if origin in (list, tuple):
        return isinstance(value, list) and value != []
    plain = {dict: Mapping, float: int | float, Any: object}.get(origin, origin)
    return isinstance(value, plain) and (origin in (bool, Any) or not isinstance(value, bool))


def _expected(value: object, origin: Any, inner: tuple[Any, ...]) -> str:
    """End of a message about a value that is not of a type."""
    if origin is Literal:
        return f"allowed{choices(value, list(inner))}"
    if origin is Union:
        return " or ".join(_expected(value, *split(each)[1:3]) for each in inner)
    return _WORDS[origin]
