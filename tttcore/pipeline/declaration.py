"""Keys of configuration files declared once, as dataclasses: checks, JSON schemas and guides follow from their fields.

The types of the fields say what is allowed: numbers within limits (`Annotated[int, Between(1, 9)]`), one of some words
(`Literal`), texts of some form (`Annotated[str, Matching(...)]`), lists, parts that are dataclasses themselves, choices
of a registry (`Annotated[Selection, selections]`), and changes of a part (`Annotated[Recipe, CHANGES]`), of which
nothing is required. Other metadata is ignored. What may be None may be left out. Docstrings below the fields of
`declared` classes describe the keys; those of other classes are described in the class's docstring, under Attributes
or Parameters.
"""

import ast
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from functools import cache
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from annotated_types import MinLen

from tttcore.pipeline.messages import ConfigError, choices

T = TypeVar("T")
CHANGES = "changes"
"""Metadata of a dataclass of which any part may be left out, at any depth."""

_WORDS = {
    int: "a whole number", float: "a number", str: "text", bool: "true or false", dict: "keys and values",
    list: "a list of at least one", tuple: "a list of at least one",
}  # fmt: skip
_JSON_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", list: "array", tuple: "array"}


@dataclass(frozen=True)
class Between:
    """Allowed range of a number, both ends included."""

    low: float
    high: float = float("inf")

    def __str__(self) -> str:
        return f"{self.low:,} or more" if self.high == float("inf") else f"from {self.low:,} to {self.high:,}"


@dataclass(frozen=True)
class Matching:
    """Allowed form of a text: a regular expression, and the same in words."""

    pattern: str
    words: str


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


@cache
def key_types(kind: type) -> dict[str, Any]:
    """Types of a dataclass's keys, with their metadata."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


def defaults(kind: type) -> dict[str, Any]:
    """Defaults of a dataclass's keys as a file would give them, without those that are None."""
    found: dict[str, Any] = {}
    for field in fields(kind):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if field.init and default is not MISSING and default is not None:
            found[field.name] = _plain(default)
    return found


def needed(kind: type) -> list[str]:
    """Keys of a dataclass that have no default."""
    return [
        field.name
        for field in fields(kind)
        if field.init and field.default is MISSING and field.default_factory is MISSING
    ]


def with_defaults(kind: type, config: Mapping[str, Any]) -> dict[str, Any]:
    """Values that `build` accepts, with the defaults of what is left out, in parts of it too."""
    types = key_types(kind)
    given = {key: with_defaults(types[key], each) if is_dataclass(types[key]) else each for key, each in config.items()}
    return given | {key: default for key, default in defaults(kind).items() if key not in given}


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


def summary(kind: type) -> str:
    """First paragraph of a class's docstring, in one line."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def json_schema(hint: Any, *, changes: bool = False) -> dict[str, Any]:
    """JSON schema of what fits a type; of `changes` of it nothing is required."""
    hint, origin, inner, limits = split(hint)
    if isinstance(limits, Choices):
        return limits.json_schema(changes=changes)
    if is_dataclass(hint):
        return _keys_schema(cast(type, hint), changes=changes or limits is CHANGES)
    if origin is Union:
        return {"anyOf": [json_schema(each, changes=changes) for each in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    rules: dict[str, Any] = {"type": _JSON_TYPES.get(origin, "object")}
    if origin is dict and inner:
        rules |= {
            "propertyNames": json_schema(inner[0]),
            "additionalProperties": json_schema(inner[1], changes=changes),
        }
    elif origin in (list, tuple):
        item = Annotated[inner[0], limits] if inner else dict
        return rules | {"minItems": 1, "items": json_schema(item, changes=changes)}
    match limits:
        case Between():
            rules |= {"minimum": limits.low} | ({"maximum": limits.high} if limits.high < float("inf") else {})
        case Matching():
            rules["pattern"] = f"^(?:{limits.pattern})$"
        case MinLen():
            rules["minProperties" if origin is dict else "minLength"] = limits.min_length
    return rules


def split(hint: Any) -> tuple[Any, Any, tuple[Any, ...], Any]:
    """A type without its metadata; what it is of in a file; its arguments; and the metadata that limits it, or None.

    Sequences are tuples, parts and choices are of `dict`, and None is not among the members of a union, of which a
    single one stands for itself.
    """
    limits = None
    if get_origin(hint) is Annotated:
        hint, *metadata = get_args(hint)
        known = (Between, Matching, MinLen, Choices)
        limits = next((each for each in metadata if each is CHANGES or isinstance(each, known)), None)
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, UnionType):
        inner = tuple(each for each in inner if each is not NoneType)
        return split(Annotated[inner[0], limits]) if len(inner) == 1 else (hint, Union, inner, limits)
    if isinstance(limits, Choices):
        return dict, dict, (), limits
    if is_dataclass(hint):
        return hint, dict, (), limits
    return hint, {Sequence: tuple, Mapping: dict}.get(origin, origin), inner, limits


def _plain(value: Any) -> Any:
    """A default as a file would give it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {key: each for key, each in asdict(value).items() if each is not None}
    return list(value) if isinstance(value, tuple) else value


def _place(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def _keys_schema(kind: type, *, changes: bool) -> dict[str, Any]:
    told, given = described(kind), defaults(kind)
    properties = {}
    for key, hint in key_types(kind).items():
        properties[key] = json_schema(hint, changes=changes)
        if key in told:
            properties[key]["description"] = told[key]
        if key in given and not changes:
            properties[key]["default"] = given[key]
    rules = {"type": "object", "additionalProperties": False, "properties": properties}
    return rules if changes or not needed(kind) else rules | {"required": needed(kind)}


def _values(
    kind: type, config: Mapping[str, Any], where: str, *, chosen: str = "", changes: bool = False
) -> dict[str, object]:
    """Checked values of a dataclass's fields by key."""
    types = key_types(kind)
    values = {}
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
    changes = changes or limits is CHANGES
    if isinstance(limits, Choices) and not changes:
        return limits.build(value, where)
    if not _is_a(value, origin, inner):
        raise ConfigError(f"{where}: {value!r} is not {_expected(value, origin, inner)}")
    if origin is Union:
        member = next(each for each in inner if _is_a(value, *split(each)[1:3]))
        return _checked(value, member, where, changes=changes)
    if origin in (list, tuple):
        item = Annotated[inner[0], limits] if inner else Any
        return origin(_checked(each, item, f"{where}.{k}", changes=changes) for k, each in enumerate(value))
    if is_dataclass(hint):
        return _values(hint, value, where, changes=True) if changes else build(hint, value, where)  # type: ignore[arg-type]
    _check_limits(value, MinLen(1) if limits is None and origin is dict and inner else limits, where)
    if origin is dict and inner:
        for key in value:
            _checked(key, inner[0], f"{where}.{key}")
        return {key: _checked(each, inner[1], f"{where}.{key}", changes=changes) for key, each in value.items()}
    return float(value) if origin is float else value


def _is_a(value: object, origin: Any, inner: tuple[Any, ...]) -> bool:
    """True if a value read from a file is of a type; no number is a truth value, and no list is empty."""
    if origin in (Union, Literal):
        return any(
            _is_a(value, *split(each)[1:3]) if origin is Union else value == each and type(value) is type(each)
            for each in inner
        )
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


def _check_limits(value: Any, limits: object, where: str) -> None:
    match limits:
        case Between(low=low, high=high) if not low <= value <= high:
            raise ConfigError(f"{where}: {value!r} is out of range; allowed: {limits}")
        case MinLen(min_length=least) if len(value) < least:
            raise ConfigError(f"{where}: {value!r} is too short; allowed: {least} or more")
        case Matching(pattern=pattern, words=words) if not re.fullmatch(pattern, value):
            raise ConfigError(f"{where}: {value!r} is not allowed; allowed: {words}")
