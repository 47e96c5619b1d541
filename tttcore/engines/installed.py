"""Make engines and operators of other installed packages known, see `pipeline.plugins`.

The room of such an engine is imported as ``tttcore.engines.NAME``, another name for the package that an entry point
names. So whatever looks for rooms finds it like one that lies here, and no code on which results depend knows of it.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tttcore.pipeline.plugins import OPERATORS, Plugin, foreign_engines, plugins, real_name, sources_digest
from tttcore.pipeline.rooms import ENGINES, room_of, submodule
from tttcore.pipeline.taken_names import imported_registries, names_not_taken

PATH_ENTRY = f"<entry points of {ENGINES}>"
"""Entry in the search path of `ENGINES` for rooms of other packages."""
CHECKED = ("engine", "agents", "league", "warm_up")
"""Modules of a room that `check_installed` imports, beside those that register choices."""


class Rooms(MetaPathFinder):
    """Finder of rooms of other packages and of the modules in them, and their list for `pkgutil`."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Find a module in a room of another package."""
        plugin = foreign_engines().get(room_of(fullname, ENGINES) or "")
        if plugin is None:
            return None
        name = real_name(fullname)
        try:
            found = find_spec(name)
        except Exception as error:
            raise plugin.mistake(told(name, error)) from error
        if found is None and name in (plugin.module, f"{plugin.module}.engine"):
            raise plugin.mistake(f"there is no module {name!r}")
        if name == plugin.module and found and not found.submodule_search_locations:
            raise plugin.mistake(f"{name!r} is no package")
        return found and ModuleSpec(fullname, SecondName(plugin, name))

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """Names of the rooms, each of which is a package."""
        return ((f"{prefix}{name}", True) for name in foreign_engines())


class SecondName(Loader):
    """Loader of a module of another package by a second name: it is imported once, by its own."""

    def __init__(self, plugin: Plugin, name: str) -> None:
        self.plugin = plugin
        self.name = name

    def exec_module(self, module: ModuleType) -> None:
        """Put the module itself in the place of the one that was made for it."""
        sys.modules[module.__name__] = loaded(self.plugin, self.name)


def loaded(plugin: Plugin, name: str) -> ModuleType:
    """Module of another package; ConfigError if it can't be imported, or is an engine's and lacks something."""
    try:
        module = import_module(name)
    except Exception as error:
        raise plugin.mistake(told(name, error)) from error
    if plugin.group == ENGINES and name == f"{plugin.module}.engine":
        from tttcore.engines.engine import NEEDED  # noqa: PLC0415 - which imports this package

        for part in NEEDED:
            if not hasattr(module, part):
                raise plugin.mistake(f"{name} has no {part!r}; needed: {', '.join(NEEDED)}")
    return module


def told(name: str, error: Exception) -> str:
    """Message about a module that can't be imported."""
    kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
    return f"importing {name!r} fails: {kind}{error}"


def attach(path: Any) -> None:
    """Make all of them known, if there are any.

    Parameters
    ----------
    path : search path of `ENGINES`.
    """
    if plugins(ENGINES) or plugins(OPERATORS):
        _keep_kernels_apart()
    if foreign_engines():
        rooms = Rooms()
        sys.meta_path.insert(0, rooms)
        sys.path_hooks.append(lambda entry: _only(entry, rooms))
        path.append(PATH_ENTRY)
    for plugin in plugins(OPERATORS):
        loaded(plugin, plugin.module)


def _keep_kernels_apart() -> None:
    """Keep compiled kernels in a folder of these packages' sources, see `pipeline.cache_folder` for the reason."""
    from numba import config  # noqa: PLC0415 - slow, and seldom needed

    from tttcore.pipeline import jit  # noqa: F401, PLC0415 - which sets the folder

    kept: str = getattr(config, "CACHE_DIR", "")
    if kept:
        config.CACHE_DIR = os.path.join(kept, sources_digest())  # type: ignore[attr-defined]
        with suppress(OSError):
            os.makedirs(config.CACHE_DIR, stat.S_IRWXU, exist_ok=True)  # type: ignore[attr-defined]


def _only(entry: str, rooms: Rooms) -> Rooms:
    """Finder of the rooms, for no other entry of a search path than theirs."""
    if entry != PATH_ENTRY:
        raise ImportError(entry)
    return rooms


def check_installed() -> None:
    """Import the rooms of other packages and all that registers choices; ConfigError that names a faulty package."""
    for name in foreign_engines():
        for module in filter(None, (submodule(ENGINES, name, each) for each in CHECKED)):
            import_module(module)
    if plugins(ENGINES) or plugins(OPERATORS):
        with names_not_taken():
            for registry in imported_registries():
                registry.names()
