"""Choices by name: operators that a configuration can ask for.

An entry is a frozen dataclass whose fields are its parameters; the registry turns a mapping such
as ``{name: tournament, size: 3}`` into an instance and explains what is wrong where it can't.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import core_schema

from tttcore.pipeline.declaration import ALLOWED, adapter, declared, first_mistake, json_schema, mistake, summary
from tttcore.pipeline.messages import ConfigError, choices, misspelt
from tttcore.pipeline.user_classes import SUFFIX, user_class

T = TypeVar("T")
NAME = "name"


class Registry(Generic[T]):
    """The known choices of one kind; as metadata of a field's type, what the field takes.

    Parameters
    ----------
    kind : what is chosen, as messages call it: ``selection``, ``crossover``.
    discover : imports all that registers choices, before the first is looked for.
    own : base of the classes in users' files that can be chosen, too, see `user_class`; None if none can.
    """

    def __init__(self, kind: str, discover: Callable[[], None] = lambda: None, own: type | None = None) -> None:
        self.kind = kind
        self._discover = discover
        self._own = own
        self._entries: dict[str, type[T]] = {}

    def register(self, name: str) -> Callable[[type[T]], type[T]]:
        """Class decorator: make a dataclass available as `name`."""

        def add(entry: type[T]) -> type[T]:
            assert name not in self._entries, f"{self.kind} {name} is registered twice"
            self._entries[name] = declared(entry)
            return entry

        return add

    def names(self) -> list[str]:
        """Known names in alphabetical order."""
        self._discover()
        return sorted(self._entries)

    def __getitem__(self, name: str) -> type[T]:
        self._discover()
        return self._entries[name]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self._chosen)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        own = [{"properties": {NAME: {"pattern": rf"\{SUFFIX}:"}}, "required": [NAME]}] if self._own else []
        return {ALLOWED: self.kind, "anyOf": [*map(self._rules, self.names()), *own]}

    def _rules(self, name: str) -> dict[str, Any]:
        entry: Any = self._entries[name]
        rules = json_schema(entry)
        return rules | {
            "description": summary(entry),
            "properties": {NAME: {"const": name}, **rules["properties"]},
            "required": [NAME, *rules.get("required", [])],
        }

    def _chosen(self, config: Any) -> T:
        self._discover()
        if not isinstance(config, Mapping) or NAME not in config:
            wrong = misspelt(NAME, config) if isinstance(config, Mapping) else f", and is {config!r}"
            raise mistake((), f"needs the key 'name'{wrong}; known: {', '.join(self.names())}")
        try:
            entry = self._named(config[NAME])
        except ConfigError as error:
            raise mistake((NAME,), str(error)) from None
        values = {key: value for key, value in config.items() if key != NAME}
        try:
            return adapter(entry).validate_python(values)
        except ValidationError as error:
            raise mistake(*first_mistake(error, entry, values)) from None

    def _named(self, name: Any) -> Any:
        if self._own and isinstance(name, str) and name.partition(":")[0].endswith(SUFFIX):
            return user_class(name, self._own, self.kind)
        if not isinstance(name, str) or name not in self._entries:
            raise ConfigError(f"unknown {self.kind} {name!r}{choices(name, self.names())}")
        return self._entries[name]


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
