"""Choices by name: operators that a configuration can ask for.

An entry is a frozen dataclass whose fields are its parameters; the registry turns a mapping such
as ``{name: tournament, size: 3}`` into an instance and explains what is wrong where it can't.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from types import NoneType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
NAME = "name"


class ConfigError(ValueError):
    """A user's mistake in a configuration, told in one line."""


@dataclass(frozen=True)
class Between:
    """Allowed range of a number, both ends included."""

    low: float
    high: float = float("inf")

    def __str__(self) -> str:
        return f"{self.low:g} or more" if self.high == float("inf") else f"from {self.low:g} to {self.high:g}"


class Registry(Generic[T]):
    """The known choices of one kind.

    Parameters
    ----------
    kind : what is chosen, as messages call it: ``selection``, ``crossover``.
    discover : imports all that registers choices, before the first is looked for.
    """

    def __init__(self, kind: str, discover: Callable[[], None] = lambda: None) -> None:
        self.kind = kind
        self._discover = discover
        self._entries: dict[str, type[T]] = {}

    def register(self, name: str) -> Callable[[type[T]], type[T]]:
        """Class decorator: make a dataclass available as `name`."""

        def add(entry: type[T]) -> type[T]:
            assert name not in self._entries, f"{self.kind} {name} is registered twice"
            self._entries[name] = entry
            return entry

        return add

    def names(self) -> list[str]:
        """Known names in alphabetical order."""
        self._discover()
        return sorted(self._entries)

    def __getitem__(self, name: str) -> type[T]:
        self._discover()
        return self._entries[name]

    def build(self, config: object, where: str) -> T:
        """Instance that `config` describes.

        Parameters
        ----------
        config : mapping with the key ``name`` and the entry's parameters.
        where : place of `config` in the user's file, for messages.

        Raises
        ------
        ConfigError
            For an unknown name or key, a missing key, or a value of the wrong type or range.
        """
        self._discover()
        if not isinstance(config, Mapping) or NAME not in config:
            wrong = misspelt(NAME, config) if isinstance(config, Mapping) else f", and is {config!r}"
            raise ConfigError(f"{where}: needs the key 'name'{wrong}; known: {', '.join(self.names())}")
        name = config[NAME]
        if not isinstance(name, str) or name not in self._entries:
            raise ConfigError(f"{where}.name: unknown {self.kind} {name!r}{choices(name, self.names())}")
        entry: Any = self._entries[name]
        hints = get_type_hints(entry, include_extras=True)
        known = {field.name: field for field in fields(entry)}
        values = {}
        for key, value in config.items():
            if key == NAME:
                continue
            if key not in known:
                raise ConfigError(f"{where}.{key}: {self.kind} {name!r} has no such key{choices(key, list(known))}")
            values[key] = _checked(value, hints[key], f"{where}.{key}")
        for key, field in known.items():
            if key not in values and field.default is MISSING and field.default_factory is MISSING:
                raise ConfigError(f"{where}.{key}: {self.kind} {name!r} needs this key")
        try:
            return entry(**values)
        except ValueError as error:
            raise ConfigError(f"{where}: {error}") from None


def require(given: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    """ConfigError for the first of `keys` that isn't given."""
    for key in keys:
        if key not in given:
            raise ConfigError(f"{where}.{key}: needs a value")


def merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with `change` laid over it, mapping by mapping.

    A mapping that names another choice replaces the old one whole, since the parameters of one
    operator mean nothing to another.
    """
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping) and value.get(NAME, old.get(NAME)) == old.get(NAME):
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged


def choices(given: object, known: Sequence[object]) -> str:
    """End of a message about an unknown name: the closest known one and all there are."""
    names = list(map(str, known))
    close = get_close_matches(given, names, n=1) if isinstance(given, str) else []
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"{hint}; known: {', '.join(names) or 'none'}"


def misspelt(missing: str, given: Iterable[object]) -> str:
    """End of a message about a missing key: of those that are given the one that may have been meant for it."""
    close = get_close_matches(missing, [key for key in given if isinstance(key, str)], n=1)
    return f" (is {close[0]!r} meant?)" if close else ""


def _checked(value: object, hint: Any, where: str) -> object:
    """`value` if it fits the type `hint`; a mapping is built by the hint's registry, limits hold for each of a list."""
    limits = None
    if get_origin(hint) is Annotated:
        hint, limits = get_args(hint)
    if isinstance(limits, Registry):
        return limits.build(value, where)
    if get_origin(hint) is list:
        if not isinstance(value, list) or not value:
            raise ConfigError(f"{where}: {value!r} is not a list of at least one")
        (item,) = get_args(hint)
        return [_checked(each, Annotated[item, limits], f"{where}.{index}") for index, each in enumerate(value)]
    if get_origin(hint) is Literal:
        if not any(value == choice and type(value) is type(choice) for choice in get_args(hint)):
            raise ConfigError(f"{where}: {value!r} is not allowed{choices(value, list(get_args(hint)))}")
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        kind = {
            int: "a whole number", float: "a number", str: "text", bool: "true or false", NoneType: "null",
            dict: "keys and values",
        }  # fmt: skip
        raise ConfigError(f"{where}: {value!r} is not {kind.get(hint, hint)}")
    if isinstance(limits, Between) and not limits.low <= value <= limits.high:
        raise ConfigError(f"{where}: {value!r} is out of range; allowed: {limits}")
    return value
