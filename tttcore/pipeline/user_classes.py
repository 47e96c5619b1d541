"""Classes of users' Python files that a configuration names, as ``FILE.py:CLASS``."""

import sys
from functools import cache
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from pydantic.errors import PydanticUserError

from tttcore.pipeline.declaration import adapter, declared
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError, choices

SUFFIX = ".py"
"""End of the names of users' modules, which are those of their files; no other module has such a name."""


@cache
def user_class(name: str, base: type, kind: str) -> Any:
    """Declared dataclass of a user's file.

    Parameters
    ----------
    name : ``FILE.py:CLASS``, with the file's path from the project's folder.
    base : class that it derives from.
    kind : what it is, for messages.

    Raises
    ------
    ConfigError
        If the file can't be executed, or has no such class.
    """
    file, _, own = name.partition(":")
    classes = [each for each in vars(_module(file)).values() if isinstance(each, type) and each.__module__ == file]
    found = {each.__name__: each for each in classes if issubclass(each, base)}
    if own not in found:
        raise ConfigError(f"{file} has no {kind} {own!r}, a class X({base.__name__}){choices(own, [*found])}")
    entry: Any = found[own]
    if "__dataclass_fields__" not in vars(entry):
        raise ConfigError(f"{name} is no dataclass; put @dataclass(frozen=True, kw_only=True) above it")
    if missing := sorted(getattr(entry, "__abstractmethods__", ())):
        raise ConfigError(f"{name} has no method {missing[0]!r}")
    try:
        declared(entry)
        adapter(entry)
    except PydanticUserError as error:
        raise ConfigError(f"{name}: a key's type is unknown: {error.message.partition('. ')[0]}") from None
    return entry


@cache
def _module(file: str) -> ModuleType:
    """Module of a file that is executed once in a process; what it raises takes one line."""
    source, path = read_text(file), str(Path(file).absolute())
    module = sys.modules[file] = ModuleType(file)  # dataclasses look for it there
    module.__file__ = path
    try:
        exec(compile(source, path, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
        where = f" in line {lines[-1]}" if lines else ""
        raise ConfigError(f"{file}: raises {type(error).__name__}{where}: {error}") from None
    return module
