"""Lazy public modules: names are imported from their defining modules at first use."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy_names(module: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module whose names are imported when they are first used.

    Its imports below ``if TYPE_CHECKING`` say where each name of its `__all__` is defined: they are read in its source.
    """
    package = sys.modules[module]

    def find(name: str) -> Any:
        if name not in package.__all__:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        defined = import_module(_sources(str(package.__file__))[name])
        vars(package)[name] = getattr(defined, name)
        return vars(package)[name]

    return find, lambda: sorted({*vars(package), *package.__all__})


def _sources(file: str) -> dict[str, str]:
    """Modules that a file imports names from, by name."""
    import ast  # noqa: PLC0415 - seldom needed

    with open(file, encoding="utf-8") as source:
        nodes = [*ast.walk(ast.parse(source.read()))]
    return {each.name: str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
