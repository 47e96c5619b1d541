"""Tell which package registers a choice by a name that another choice has."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tttcore.pipeline.plugins import OPERATORS, plugin_of
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import ENGINES


@contextmanager
def names_not_taken() -> Iterator[None]:
    """Raise ConfigError that names another package if it took a name first that one of our choices has.

    Its operators are imported early, so that it is then a module of ours whose registration fails.
    """
    try:
        yield
    except AssertionError as error:
        for registry in imported_registries():
            for name, entry in registry._entries.items():
                plugin = plugin_of(entry.__module__, OPERATORS) or plugin_of(entry.__module__, ENGINES)
                if plugin and str(error) == f"{registry.kind} {name} is registered twice":
                    raise plugin.mistake(str(error)) from error
        raise


def imported_registries() -> list[Registry[Any]]:
    """Registries of the package in modules that have been imported."""
    modules = [module for name, module in sys.modules.items() if name.startswith("tttcore.")]
    return [each for module in modules for each in vars(module).values() if isinstance(each, Registry)]
