"""Settings declared once as dataclasses: built from a user's mapping, and told as a JSON schema.

The types of the fields say what is allowed: numbers within limits (`Annotated[int, Between(1, 9)]`), one of some words
(`Literal`), lists, parts that are dataclasses themselves, and choices of a registry (`Annotated[Selection,
selections]`). Docstrings below the fields describe them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints, runtime_checkable

from annotated_types import Ge, GroupedMetadata, Le

from tttcore.pipeline.messages import ConfigError, choices

T = TypeVar("T")

_WORDS = {
    int: "a whole number", float: "a number", str: "text", bool: "true or false", NoneType: "null",
    dict: "keys and values",
}  # fmt: skip


@dataclass(frozen=True)
class Between(GroupedMetadata):
    """Allowed range of a number, both ends included."""

    low: float
    high: float = float("inf")

    def __str__(self) -> str:
        return f"{self.low:g} or more" if self.high == float("inf") else f"from {self.low:g} to {self.high:g}"

    def __iter__(self) -> Iterator[Ge | Le]:
        yield Ge(self.low)
        if self.high != float("inf"):
            yield Le(self.high)


@runtime_checkable
class Choices(Protocol):
    """Registry whose choices a field takes, as metadata of its type."""

    def build(self, config: object, where: str) -> Any:
        """Build the choice that a mapping with a ``name`` describes."""


def build(kind: type[T], config: Mapping[str, Any], where: str, *, chosen: str = "") -> T:
    """Instance of a dataclass that a mapping describes.

    Parameters
    ----------
    config : values of its fields; those with defaults may be left out.
    where : place of `config` in the user's file, for messages.
    chosen : name of the choice that it is of, for messages.

    Raises
    ------
    ConfigError
        For an unknown or missing key, or a value of the wrong type or range, in one line.
    """
    hints = get_type_hints(kind, include_extras=True)
    known = {field.name: field for field in fields(kind) if field.init}  # type: ignore[arg-type]
    values = {}
    for key, value in config.items():
        if key not in known:
            has = f"{chosen} has no such key" if chosen else "no such key"
            raise ConfigError(f"{where}.{key}: {has}{choices(key, list(known))}")
        values[key] = _checked(value, hints[key], f"{where}.{key}")
    for key, field in known.items():
        if key not in values and field.default is MISSING and field.default_factory is MISSING:
            raise ConfigError(f"{where}.{key}: {f'{chosen} needs this key' if chosen else 'needs a value'}")
    unmade = sorted(getattr(kind, "__abstractmethods__", ()))
    if unmade:
        raise ConfigError(
            f"{kind.__module__.replace('.', '/')}.py: {kind.__name__} has no {', '.join(map(repr, unmade))}"
        )
    try:
        return kind(**values)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from None


def changes_schema(kind: type) -> dict[str, Any]:
    """JSON schema of changes of a dataclass's values, by key: nothing is required, at any depth."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - slow to import, and runs need no schema

    rules = TypeAdapter(kind).json_schema()
    return _changes(rules, rules.get("$defs", {}))["properties"]


def declared(kind: type[T]) -> type[T]:
    """Class decorator: a dataclass whose attribute docstrings describe its keys, and that takes no others."""
    kind.__pydantic_config__ = {"use_attribute_docstrings": True, "extra": "forbid"}  # type: ignore[attr-defined]
    return kind


def _changes(rules: Any, parts: Mapping[str, Any]) -> Any:
    """JSON schema without titles, defaults and what is required, with the parts that it refers to; nothing is empty."""
    if isinstance(rules, list):
        return [_changes(each, parts) for each in rules]
    if not isinstance(rules, Mapping):
        return rules
    if "$ref" in rules:
        part = parts[rules["$ref"].rpartition("/")[2]]
        rules = {**part, **{key: value for key, value in rules.items() if key != "$ref"}}
    found: dict[str, Any] = {}
    for key, value in rules.items():
        if key == "properties":
            found[key] = {name: _changes(each, parts) for name, each in value.items()}
        elif key not in ("required", "default", "title", "$defs") and not (key == "type" and "enum" in rules):
            found[key] = _changes(value, parts)
    if found.get("type") == "array":
        found["minItems"] = 1
    if found.get("type") == "object" and "additionalProperties" in found and "properties" not in found:
        found["minProperties"] = 1
    return found


def _checked(value: Any, hint: Any, where: str) -> object:  # noqa: PLR0911 - a type each
    """Value that fits the type `hint`: parts and choices are built, limits hold for each item of a list."""
    limits = None
    if hint is Any:
        return value
    if get_origin(hint) is Annotated:
        hint, *metadata = get_args(hint)
        limits = next((each for each in metadata if isinstance(each, Between | Choices)), None)
    if isinstance(limits, Choices):
        return limits.build(value, where)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is UnionType and NoneType in inner:
        (wanted,) = (each for each in inner if each is not NoneType)
        return None if value is None else _checked(value, Annotated[wanted, limits], where)
    if origin in (list, tuple, Sequence):
        if not isinstance(value, list) or not value:
            raise ConfigError(f"{where}: {value!r} is not a list of at least one")
        return (list if origin is list else tuple)(
            _checked(each, Annotated[inner[0], limits], f"{where}.{k}") for k, each in enumerate(value)
        )
    if origin is Literal:
        if not any(value == choice and type(value) is type(choice) for choice in inner):
            raise ConfigError(f"{where}: {value!r} is not allowed{choices(value, list(inner))}")
        return value
    if is_dataclass(hint) or origin is dict:
        if not isinstance(value, Mapping):
            raise ConfigError(f"{where}: {value!r} is not keys and values")
        if origin is dict:
            if not value:
                raise ConfigError(f"{where}: needs one or more")
            return {key: _checked(each, inner[1], f"{where}.{key}") for key, each in value.items()}
        return build(hint, value, where)
    fits = isinstance(value, (int, float) if hint is float else hint)
    if not fits or (isinstance(value, bool) and hint is not bool):
        raise ConfigError(f"{where}: {value!r} is not {_WORDS.get(hint, hint)}")
    if isinstance(limits, Between) and not limits.low <= value <= limits.high:
        raise ConfigError(f"{where}: {value!r} is out of range; allowed: {limits}")
    return float(value) if hint is float else value
