"""YAML files as YAML 1.2 reads them: a key stands once, and ``yes``, ``12:30``, ``017`` and dates are text."""

import re
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.text import read_text

PLAIN = {
    "null": "~|null|",
    "bool": "true|false",
    "int": "[-+]?(0|[1-9][0-9]*)|0x[0-9a-f]+",
    "float": r"[-+]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+(?=e))(e[-+]?[0-9]+)?|[-+]?\.inf|\.nan",
    "merge": "<<",
}
"""Values without quotes by type; whatever else is text."""


def read_yaml(path: str | Path) -> Any:
    """Content of a YAML file; ConfigError if it can't be read, in one line."""
    text = read_text(path)
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
        """Merge what a mapping refers to into it, and refuse a key that stands in it twice."""
        lines: dict[str, int] = {}
        for key, _ in [] if hasattr(node, "flat") else node.value:
            if (name := str(key.value)) in lines:
                problem = f"the key {name!r} stands twice, in line {lines[name]} already"
                raise ConstructorError(None, None, problem, key.start_mark)
            lines[name] = key.start_mark.line + 1
        node.flat = True
        super().flatten_mapping(node)
