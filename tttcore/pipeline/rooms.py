"""Find the packages of a parent package, and modules in them, by name."""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

ENGINES, STUDIES = "tttcore.engines", "tttcore.studies"
"""Packages in which every package is an engine, or what one study needs for itself."""


def rooms(parent: str) -> list[str]:
    """Names of the packages in a package, in alphabetical order."""
    return sorted(found.name for found in pkgutil.iter_modules(import_module(parent).__path__) if found.ispkg)


def submodule(parent: str, room: str, name: str) -> str | None:
    """Full name of a module in a room of a package; None if it isn't there."""
    full = f"{parent}.{room}.{name}"
    return full if find_spec(f"{parent}.{room}") and find_spec(full) else None


def registered_in(shared: str | None, name: str) -> Callable[[], None]:
    """Function that imports everything that registers choices of a kind.

    Parameters
    ----------
    shared : package of those that are for any study, if there is one.
    name : module or package of those in the rooms of engines and studies.
    """

    def discover() -> None:
        if shared:
            import_tree(shared)
        import_all(ENGINES, name)
        import_all(STUDIES, name)

    return discover


@cache
def import_all(parent: str, name: str) -> None:
    """Import the module or package `name` of every room of a package, with all modules in it."""
    for room in rooms(parent):
        module = submodule(parent, room, name)
        if module:
            import_tree(module)


@cache
def import_tree(module: str) -> None:
    """Import a module and, if it is a package, all modules in it."""
    for found in pkgutil.iter_modules(getattr(import_module(module), "__path__", [])):
        import_tree(f"{module}.{found.name}")


def room_of(module: str, parent: str) -> str | None:
    """Name of the room of a package in which a module lies; None if it lies elsewhere."""
    inside = module.removeprefix(f"{parent}.")
    return None if inside == module else inside.split(".")[0]
