"""YAML files with text for keys, each of which stands once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.text import read_text

_MERGE = "tag:yaml.org,2002:merge"


def read_yaml(path: str | Path) -> Any:
    """Content of a YAML file; ConfigError, with the line if there is one, if it can't be read or a key stands twice."""
    text = read_text(path)
    try:
        return yaml.load(text, Loader=_Loader)
    except RecursionError:
        raise ConfigError(f"{path}: not valid YAML (lists or keys too deep in one another)") from None
    except yaml.reader.ReaderError as error:
        line, problem = text.count("\n", 0, error.position) + 1, f"the character {error.character!r} is not allowed"
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, problem = (mark.line if mark else 0) + 1, error.problem or error.context or "unknown"
    raise ConfigError(f"{path}, line {line}: not valid YAML ({' '.join(problem.split())})")


class _Loader(yaml.SafeLoader):
    """Refuses what would be lost or misread without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        first: dict[str, int] = {}
        for key, line, mark in self._keys(node):
            if not isinstance(key, str):
                raise ConstructorError(None, None, f"the key {key!r} is not text; put it in quotes", mark)
            if key in first:
                raise ConstructorError(None, None, f"the key {key!r} stands twice, in line {first[key]} already", mark)
            first[key] = line
        return super().construct_mapping(node, deep)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, KeyError, AttributeError):
            kind = node.tag.rpartition(":")[2]
            raise ConstructorError(None, None, f"{node.value!r} is no {kind}", node.start_mark) from None

    def _keys(self, node: yaml.MappingNode) -> Iterator[tuple[Any, int, yaml.Mark]]:
        """Keys as they are written, without those that are merged in, and where they stand."""
        for key, _ in node.value:
            if key.tag != _MERGE:
                yield self.construct_object(key, deep=True), key.start_mark.line + 1, key.start_mark
