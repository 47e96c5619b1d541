"""Choices by name: operators that a configuration can ask for.

An entry is a frozen dataclass whose fields are its parameters; the registry turns a mapping such
as ``{name: tournament, size: 3}`` into an instance and explains what is wrong where it can't.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from tttcore.pipeline.declaration import Choices, build, json_schema, summary
from tttcore.pipeline.messages import ConfigError, choices, misspelt

T = TypeVar("T")
NAME = "name"


class Registry(Choices, Generic[T]):
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
        values = {key: value for key, value in config.items() if key != NAME}
        return build(self._entries[name], values, where, chosen=f"{self.kind} {name!r}")

    def json_schema(self, *, changes: bool) -> dict[str, Any]:
        """JSON schema of all choices, see `declaration.json_schema`; of `changes` the name may be left out."""
        found = []
        for name in self.names():
            rules = json_schema(self._entries[name], changes=changes)
            rules["properties"] = {NAME: {"const": name}, **rules["properties"]}
            needed = [] if changes else [NAME, *rules.get("required", [])]
            found.append(rules | {"description": summary(self._entries[name]), "required": needed})
        return {"anyOf": found}


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
