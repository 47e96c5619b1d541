"""Engines and operators that other installed packages bring, named by their entry points."""

import pkgutil
import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.provenance import ROOT, files_digest, source_digest, text_digest
from tttcore.pipeline.rooms import ENGINES, room_of

OPERATORS = "tttcore.operators"
"""Group of entry points that name modules which register choices; the one of engines is called like their package."""

_entry_points = cache(entry_points)
"""Entry points of all installed packages, which takes some milliseconds to read."""


class Plugin(NamedTuple):
    """An entry point of another package."""

    package: str
    """The package as it is installed, with its version."""
    group: str
    name: str
    module: str
    """Module or package that it names."""

    def mistake(self, what: str) -> ConfigError:
        """Error that names the package and its entry point."""
        return ConfigError(f"{self.package}: entry point {self.name!r} of {self.group}: {what}")


@cache
def plugins(group: str) -> list[Plugin]:
    """Entry points of a group; ConfigError for one that can't name a module."""
    return [_plugin(each) for each in _entry_points().select(group=group)]


def _plugin(point: EntryPoint) -> Plugin:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else "a package"
    plugin = Plugin(package, point.group, point.name, point.value)
    if not all(part.isidentifier() for part in plugin.module.split(".")):
        raise plugin.mistake(f"{plugin.module!r} can't be the name of a module")
    return plugin


@cache
def foreign_engines() -> dict[str, Plugin]:
    """Engines of other packages, by name; ConfigError for a name that is taken or that none can have."""
    found: dict[str, Plugin] = {}
    for plugin in plugins(ENGINES):
        if not re.fullmatch("[a-z][a-z0-9_]*", plugin.name):
            raise plugin.mistake("no name of an engine; allowed: lower-case letters, digits and _, a letter first")
        own = {each.name for each in pkgutil.iter_modules([str(ROOT / "engines")])}
        if plugin.name in own | {*found}:
            other = found[plugin.name].package if plugin.name in found else "tttcore"
            raise plugin.mistake(f"the name is taken by {other}; choose another")
        found[plugin.name] = plugin
    return found


def plugin_of(module: str, group: str) -> Plugin | None:
    """Entry point of a group that names a module or a package in which it lies; None if there is none."""
    return next((each for each in plugins(group) if f"{module}.".startswith(f"{each.module}.")), None)


def foreign_engine_of(module: str) -> str | None:
    """Engine of another package in whose room a module lies; None for a module of operators, or one elsewhere."""
    found = None if plugin_of(module, OPERATORS) else plugin_of(module, ENGINES)
    return found and found.name


@cache
def real_name(module: str) -> str:
    """Name of a module where it lies; as one of `ENGINES` the room of another package's engine has a second one."""
    room = room_of(module, ENGINES)
    if room not in foreign_engines():
        return module
    return foreign_engines()[room].module + module.removeprefix(f"{ENGINES}.{room}")


def top_packages() -> list[str]:
    """Names of the top-level packages and modules that bring engines or operators."""
    return sorted({each.module.split(".")[0] for group in (ENGINES, OPERATORS) for each in plugins(group)})


@cache
def places(package: str) -> list[str]:
    """Paths of one of the `top_packages`, without the suffix of a module; none of any other."""
    spec = find_spec(package) if package in top_packages() else None
    if spec is None:
        return []
    return [*(spec.submodule_search_locations or [(spec.origin or "").removesuffix(".py")])]


def sources_digest() -> str:
    """Digest of all source bytes of the `top_packages`, see `provenance.source_digest`."""
    paths = [Path(place) for package in top_packages() for place in places(package)]
    return text_digest(*(source_digest(path) if path.is_dir() else files_digest([f"{path}.py"]) for path in paths))
