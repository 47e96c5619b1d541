"""Turn functions into kinds: a function's keyword-only parameters become the fields of a dataclass."""

import inspect
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import Field, field, fields, is_dataclass, make_dataclass
from typing import Any


def options_class(
    function: Callable[..., Any],
    bases: tuple[type, ...],
    namespace: Mapping[str, Any],
    *,
    check: Callable[..., None] | None = None,
) -> type:
    """Frozen dataclass whose fields are the keyword-only parameters of a function, with their annotations and defaults.

    It has the function's docstring and module, and its name in capitals and small letters: ``GameTree`` of
    ``game_tree``.

    Parameters
    ----------
    bases : base classes; a field that they have too takes the function's annotation and default.
    namespace : further attributes and methods; one that is named like a field of `bases` becomes the default of that.
    check : called with those options that its parameters name whenever there is an instance; raises ValueError.
    """
    inherited = {each.name: each.type for base in bases if is_dataclass(base) for each in fields(base)}
    declared = [(name, inherited[name], _field(value)) for name, value in namespace.items() if name in inherited]
    declared += [(each.name, each.annotation, _field(each.default)) for each in _parameters(function)]
    attributes = {name: value for name, value in namespace.items() if name not in inherited}
    if check is not None:
        checked = tuple(inspect.signature(check).parameters)
        attributes["__post_init__"] = lambda self: check(**{name: getattr(self, name) for name in checked})
    made = make_dataclass(
        "".join(part.capitalize() for part in function.__name__.split("_")),
        declared,
        bases=bases,
        namespace={"__doc__": function.__doc__, **attributes},
        frozen=True,
        kw_only=True,
    )
    made.__module__ = function.__module__
    return made


def call_with_options(function: Callable[..., Any], options: object, *values: Any) -> Any:
    """Call a function with `values`, and with the options that an instance of its `options_class` holds."""
    return function(*values, **{each.name: getattr(options, each.name) for each in _parameters(function)})


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [each for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]


def _field(default: Any) -> "Field[Any]":
    """Field with a default; each instance has its own copy of one that could be changed."""
    if default is inspect.Parameter.empty:
        return field()
    return field(default_factory=lambda: copy(default)) if default.__hash__ is None else field(default=default)
