"""Look-up of a study's table and figure functions, and its benchmarks, by the names in its file."""

from collections.abc import Iterable
from importlib import import_module
from inspect import isfunction
from types import ModuleType
from typing import Any

from tttcore.engines.benchmarks import Benchmark
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.modules import ENGINES, STUDIES, submodule

SHARED = {
    "tables": "tttcore.stats.tables",
    "figures": "tttcore.plots.any_study",
    "benchmarks": "tttcore.engines.benchmarks",
}
"""Modules in place of those that a study's package, and its engine's, lack."""


def module_of(study: str, part: str, engine: str = "") -> ModuleType:
    """Module ``tables``, ``figures`` or ``benchmarks`` of a study, else of its engine, else the shared one."""
    of_engine = submodule(ENGINES, engine, part) if engine else None
    return import_module(submodule(STUDIES, study, part) or of_engine or SHARED[part])


def functions(study: str, part: str, names: Iterable[str], where: str, engine: str = "") -> dict[str, Any]:
    """Functions of tables or figures, or benchmarks, by name; hyphens of a name are underscores in Python.

    Parameters
    ----------
    part : section of the study's file, and module of its package.
    names : names in the file.
    where : the file, for messages.
    engine : the study's, whose functions those of its own take the place of.

    Raises
    ------
    ConfigError
        For the first name that the module lacks.
    """
    module = module_of(study, part, engine)
    known = {name: each for name, each in vars(module).items() if name[0] != "_" and _is_of(part, each, module)}
    found = {}
    for name in names:
        function = name.replace("-", "_")
        if function not in known:
            file = f"{module.__name__.replace('.', '/')}.py"
            raise ConfigError(f"{where}: {part}.{name}: {file} has no {function!r}{choices(function, [*known])}")
        found[name] = known[function]
    return found


def _is_of(part: str, value: Any, module: ModuleType) -> bool:
    """True if a value in a module is a table, which has columns, a figure, defined there, or a benchmark."""
    if part == "benchmarks":
        return isinstance(value, Benchmark)
    if part == "tables":
        return isfunction(value) and "columns" in vars(value)
    return isfunction(value) and value.__module__ == module.__name__
