"""YAML files with text for keys, each of which stands once, and values that can be read in one way only."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.text import read_text

_MERGE = "tag:yaml.org,2002:merge"
_PLAIN = {
    "int": r"[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+",
    "float": r"[-+]?(0|[1-9][0-9]*)?\.[0-9]*([eE][-+]?[0-9]+)?|[-+]?\.(inf|nan)",
    "bool": "true|false",
    "timestamp": r"(?!)",
    "str": r"(?!(0o[0-7]+|[-+]?[0-9]*\.?[0-9]+[eE][-+]?[0-9]+)$)[\s\S]*",
}
"""Values without quotes by the type that YAML 1.1 gives them, as far as people read them so too."""


def read_yaml(path: str | Path) -> Any:
    """Content of a YAML file.

    Raises
    ------
    ConfigError
        If the file can't be read, a key stands twice, a value is read otherwise than it looks (``017``, ``12:30``,
        ``yes``), or an alias stands within what it stands for.
    """
    text = read_text(path)
    try:
        return yaml.load(text, Loader=_Loader)
    except RecursionError:
        raise ConfigError(f"{path}: not valid YAML (lists, keys or aliases too deep in one another)") from None
    except yaml.reader.ReaderError as error:
        line = text.encode()[: error.position].count(b"\n") + 1
        problem = f"the character {chr(error.character)!r} is not allowed"
    except _MisreadError as error:
        raise ConfigError(f"{path}, line {error.line}: {error}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, problem = (mark.line if mark else 0) + 1, error.problem or error.context or "unknown"
    raise ConfigError(f"{path}, line {line}: not valid YAML ({' '.join(problem.split())})")


class _MisreadError(ValueError):
    """Valid YAML that is read otherwise than it looks."""

    def __init__(self, problem: str, node: yaml.Node) -> None:
        super().__init__(problem)
        self.line = node.start_mark.line + 1


class _Loader(yaml.CSafeLoader):
    """Refuses what would be lost or misread without a word."""

    def get_single_node(self) -> yaml.Node | None:
        root = super().get_single_node()
        if root is not None:
            self._check(root, "")
        return root

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, KeyError, AttributeError):
            kind = node.tag.rpartition(":")[2]
            raise ConstructorError(None, None, f"{node.value!r} is no {kind}", node.start_mark) from None

    def _check(self, node: yaml.Node, place: str) -> None:
        """Check the keys and plain values of a node and of those within it."""
        if isinstance(node, yaml.MappingNode):
            self._check_keys(node)
            for key, value in node.value:
                self._check(value, f"{place}.{key.value}" if place else key.value)
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                self._check(value, f"{place}.{index}" if place else str(index))
        elif isinstance(node, yaml.ScalarNode) and not node.style:
            self._check_plain(node, f"{place}: " if place else "")

    def _check_keys(self, node: yaml.MappingNode) -> None:
        first: dict[str, int] = {}
        for written, _ in node.value:
            if written.tag == _MERGE:
                continue
            key, mark = self.construct_object(written, deep=True), written.start_mark
            if not isinstance(key, str):
                raise ConstructorError(None, None, f"the key {key!r} is not text; put it in quotes", mark)
            if key in first:
                raise ConstructorError(None, None, f"the key {key!r} stands twice, in line {first[key]} already", mark)
            first[key] = mark.line + 1

    def _check_plain(self, node: yaml.ScalarNode, where: str) -> None:
        """Refuse a value without quotes that YAML 1.1 reads otherwise than it looks."""
        kind = node.tag.rpartition(":")[2]
        if kind not in _PLAIN or re.fullmatch(_PLAIN[kind], node.value, re.IGNORECASE):
            return
        given = f"{where}{node.value} is read as"
        if kind == "str":
            raise _MisreadError(f"{given} text; a number with an exponent needs a point and a sign, as 1.0e-6", node)
        if kind == "timestamp":
            raise _MisreadError(f"{given} a date; put it in quotes", node)
        found = json.dumps(self.construct_object(node))
        plain = found if kind == "bool" else "it in plain decimal digits"
        raise _MisreadError(f"{given} {found}; write {plain}, or put it in quotes for text", node)
