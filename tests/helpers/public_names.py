"""Public names of the package: their docstrings, all of which must be there, with examples that run."""

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType
from typing import Any

MODULES = (
    "tttcore",
    "tttcore.exchange.results",
    "tttcore.learner",
    "tttcore.games",
    "tttcore.nine_board",
    "tttcore.genetic",
    "tttcore.genies",
    "tttcore.tabular",
    "tttcore.matchboxes",
    "tttcore.stats",
    "tttcore.exchange.environment",
    "tttcore.exchange.policy",
)
"""Public modules, whose names are in their `__all__`."""


def faults(module: str) -> Iterator[str]:
    """Docstrings that a module's public names lack, functions and classes without an example, examples that fail."""
    for name in import_module(module).__all__:
        thing = getattr(import_module(module), name)
        if callable(thing):
            yield from (f"{module}.{fault}" for fault in _faults(name, thing))


def _has_docstring(thing: Any) -> bool:
    """Tell whether somebody wrote one: Python gives data classes one that begins with their signature."""
    told = inspect.getdoc(thing)
    return bool(told) and not (isinstance(thing, type) and told.startswith(f"{thing.__name__}("))


def _faults(name: str, thing: Any) -> Iterator[str]:
    for member, each in {"": thing, **(vars(thing) if inspect.isclass(thing) else {})}.items():
        own = getattr(each, "__func__", each)  # of a class method or a static one
        public = not member.startswith("_") and isinstance(own, FunctionType | property | type)
        if public and not _has_docstring(own):
            yield f"{name}.{member}".rstrip(".") + " has no docstring"
    tests = [test for test in doctest.DocTestFinder().find(thing, name, globs={}) if test.examples]
    if not tests:
        yield f"{name} has no example"
    runner = doctest.DocTestRunner()
    for test in tests:
        if runner.run(test).failed:
            yield f"{test.name}: an example fails"
