"""Look-up of the packages of engines and studies, and of their optional modules, by name."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

ENGINES, STUDIES = "tttcore.engines", "tttcore.studies"
"""Packages in which every package is an engine, or what one study needs for itself."""


def packages(parent: str) -> list[str]:
    """Names of the packages in a package, in alphabetical order."""
    return sorted(found.name for found in pkgutil.iter_modules(import_module(parent).__path__) if found.ispkg)


def submodule(parent: str, package: str, name: str) -> str | None:
    """Full name of a module of a package in `parent`; None if there is none, or a folder without sources."""
    full = f"{parent}.{package}.{name}"
    spec = find_spec(full) if find_spec(f"{parent}.{package}") else None
    return full if spec and spec.origin else None


def optional_module(parent: str, package: str, name: str) -> Any:
    """Module of a package in `parent`, imported; None if there is none."""
    found = submodule(parent, package, name)
    return import_module(found) if found else None


@cache
def import_tree(module: str) -> None:
    """Import a module and, if it is a package, all modules in it."""
    for found in pkgutil.iter_modules(getattr(import_module(module), "__path__", [])):
        import_tree(f"{module}.{found.name}")
