"""Configuration files: YAML 1.2, checked against the dataclass that declares their keys, with one-line errors."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.nodes import MappingNode, SequenceNode

from tttcore.pipeline.declaration import build
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import merge
from tttcore.pipeline.settings import ProjectSettings

LARGEST = 2**63 - 1
"""Whole number that tables and kernels hold."""
LONGEST_NAME, LONGEST_TEXT = 100, 10_000
"""Characters of a key and of a value."""
SENTENCES = ("about", "caption")
"""Keys of texts that may have several lines."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Characters that end a line or can't stand in a file of text, SVG or HTML."""
_LINE_BREAKS = "\n\r\x85\u2028\u2029"
PLAIN = {
    "null": "~|null|",
    "bool": "true|false",
    "int": "[-+]?(0|[1-9][0-9]*)|0x[0-9a-f]+",
    "float": r"[-+]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+(?=e))(e[-+]?[0-9]+)?|[-+]?\.inf|\.nan",
    "merge": "<<",
}
"""Values without quotes by type; whatever else is text."""
MERGE = "tag:yaml.org,2002:merge"
"""Type of the key ``<<``."""


def checked(config: Any, kind: type, file: str) -> dict[str, Any]:
    """Check the content of a file against the dataclass that declares its keys, and fill in the defaults.

    Parameters
    ----------
    config : what was read from `file`.
    file : name to use in messages.

    Raises
    ------
    ConfigError
        Naming file, key, value and what is allowed, for the first mistake found.
    """
    if not isinstance(config, dict):
        raise ConfigError(f"{file}: holds {type(config).__name__}, not keys and values")
    try:
        for place, problem in _problems(config):
            raise ConfigError(f"{place}: {problem}")
        built = build(kind, config, "")
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{file}: lists or keys too deep in one another") from None
    return merge(asdict(built, dict_factory=_without_none), config)


def _without_none(items: list[tuple[str, Any]]) -> dict[str, Any]:
    return {key: each for key, each in items if each is not None}


def _problems(value: Any, *place: object) -> Iterator[tuple[str, str]]:
    """Places of numbers, names and texts that nothing can hold or show, and what is wrong with them."""
    problem = None
    if isinstance(value, Mapping | list):
        for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            if isinstance(value, Mapping) and (wrong := _problem_of_name(key)):
                yield _joined(*place, key), wrong
            yield from _problems(each, *place, key)
    elif isinstance(value, str):
        problem = _problem_of_text(value, lines=bool(place) and place[-1] in SENTENCES)
    elif value is None:
        problem = "None is not a value; leave the key out for none"
    elif (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > LARGEST):
        problem = f"{value!r} is out of range; allowed: finite numbers, whole ones to {LARGEST}"
    if problem:
        yield _joined(*place), problem


def _problem_of_name(name: object) -> str | None:
    if not isinstance(name, str):
        return f"{name!r} is not text; put it in quotes"
    if not name.strip():
        return f"{name!r} is no name; allowed: any that can be read"
    if name.startswith("_"):
        return f"{name!r} is not allowed; allowed: names that don't begin with _, which legends leave out"
    if len(name) > LONGEST_NAME:
        return f"a name of {len(name):,} characters; allowed: up to {LONGEST_NAME}, since files and labels have them"
    return _problem_of_text(name, lines=False)


def _problem_of_text(text: str, *, lines: bool) -> str | None:
    if len(text) > LONGEST_TEXT:
        return f"a text of {len(text):,} characters; allowed: up to {LONGEST_TEXT:,}"
    found = _CONTROL.search(text.replace("\n", "") if lines else text)
    if not found:
        return None
    sign = "a line break" if found[0] in _LINE_BREAKS else f"the character U+{ord(found[0]):04X}"
    allowed = "text" if lines else "one line of text"
    return f"{text!r} has {sign}; allowed: {allowed} without control characters"


def _joined(*place: object) -> str:
    return ".".join(map(str, place))


def check_settings(files: Sequence[str | Path], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check the settings of each place laid over those before it, and return them.

    Parameters
    ----------
    files : the project's own settings, and files that are laid over them in this order.
    given : values of ``--config``, which are laid over all.

    Raises
    ------
    ConfigError
        For the first mistake, naming the place that made it.
    """
    settings: dict[str, Any] = {}
    for place, own in [*((str(path), read_yaml(path)) for path in files), ("--config", given)]:
        if not isinstance(own, Mapping):
            raise ConfigError(f"{place}: needs keys with values, see config/README.md")
        settings = merge(settings, own)
        checked(settings, ProjectSettings, place)
    return settings


_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction in which text is read."""


def read_yaml(path: str | Path) -> Any:
    """Content of a YAML file; ConfigError if it can't be read, in one line."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, path: str) -> Any:
    """Value of a YAML text that comes from a path, or another place; ConfigError if it is none, in one line."""
    if turning := _TURNING.search(text):
        line, sign = text.count("\n", 0, turning.start()) + 1, f"U+{ord(turning[0]):04X}"
        raise ConfigError(f"{path}, line {line}: {sign} turns the direction in which text is read; remove it")
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark, problem = error.problem_mark or error.context_mark, error.problem
        lines = mark.line + 1 if mark else 0
    except yaml.reader.ReaderError as error:
        lines = text.encode()[: error.position].count(b"\n") + 1
        problem = f"the character {chr(error.character)!r} is not allowed"
    except (ValueError, KeyError, AttributeError) as error:  # of a tag such as !!int
        lines, problem = 0, str(error)
    raise ConfigError(f"{path}{f', line {lines}' if lines else ''}: not valid YAML ({problem})")


class _Loader(yaml.CSafeLoader):
    """PyYAML's fast reader, which knows YAML 1.1 and takes the last of several values of a key."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own
        None: [(f"tag:yaml.org,2002:{kind}", re.compile(f"(?:{form})$", re.I)) for kind, form in PLAIN.items()]
    }

    def flatten_mapping(self, node: Any) -> None:
        """Put the pairs that a mapping merges in before its own, which win; refuse a key that stands in it twice.

        Of several mappings in a list the first wins. Versions of PyYAML differ: in 6.0.4 a mapping that merges in one
        that has overwritten a merged key gets the value that was overwritten.
        """
        if hasattr(node, "flat"):
            return
        node.flat = True
        lines: dict[str, int] = {}
        for key, _ in node.value:
            if (name := str(key.value)) in lines:
                problem = f"the key {name!r} stands twice, in line {lines[name]} already"
                raise ConstructorError(None, None, problem, key.start_mark)
            lines[name] = key.start_mark.line + 1
        merged = [value for key, value in node.value if key.tag == MERGE]
        node.value = [pair for pair in node.value if pair[0].tag != MERGE]
        for value in merged:
            sources = value.value if isinstance(value, SequenceNode) else [value]
            for source in sources:
                if not isinstance(source, MappingNode):
                    problem = f"expected a mapping or list of mappings for merging, but found {source.id}"
                    raise ConstructorError(None, None, problem, source.start_mark)
                self.flatten_mapping(source)
            node.value = [pair for source in reversed(sources) for pair in source.value] + node.value
