"""Turn functions into kinds: a function's keyword-only parameters become the fields of a dataclass."""

import inspect
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import Field, field, fields, is_dataclass, make_dataclass
from typing import Any, TypeVar

from tttcore.pipeline.registry import Registry

F = TypeVar("F", bound=Callable[..., Any])


def registering(
    registry: Registry[Any],
    base: type,
    method: str,
    *,
    name: str | None = None,
    check: Callable[..., None] | None = None,
    **attributes: Any,
) -> Callable[[F], F]:
    """Decorator: make a function available in a registry as a kind of its own name, with its options as fields.

    Parameters
    ----------
    method : abstract method of `base` that the function is; its positional parameters are the method's. The function
        itself is the attribute ``function``.
    name : name of the kind if it isn't the function's.
    check, attributes : see `options_class`.
    """

    def register(function: F) -> F:
        def call(self: object, *values: Any, **named: Any) -> Any:
            return call_with_options(function, self, *values, **named)

        registry.register(name or function.__name__)(
            options_class(
                function, (base,), {method: call, "function": staticmethod(function), **attributes}, check=check
            )
        )
        return function

    return register


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
        attributes["__post_init__"] = _checking(check, bases)
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


def call_with_options(function: Callable[..., Any], options: object, *values: Any, **named: Any) -> Any:
    """Call a function with values, and with the options that an instance of its `options_class` holds."""
    return function(*values, **named, **{each.name: getattr(options, each.name) for each in _parameters(function)})


def _checking(check: Callable[..., None], bases: tuple[type, ...]) -> Callable[[object], None]:
    """Method ``__post_init__`` that checks an instance like its first base class, and then with `check`."""
    checked = tuple(inspect.signature(check).parameters)

    def post_init(self: object) -> None:
        getattr(bases[0], "__post_init__", lambda _: None)(self)
        check(**{name: getattr(self, name) for name in checked})

    return post_init


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [each for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]


def _field(default: Any) -> "Field[Any]":
    """Field with a default; each instance has its own copy of one that could be changed."""
    if default is inspect.Parameter.empty:
        return field()
    return field(default_factory=lambda: copy(default)) if default.__hash__ is None else field(default=default)
