"""Requirements of a study's functions on its file: declared by a decorator, and checked before anything runs."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.study import Study

F = TypeVar("F", bound=Callable[..., Any])


def needs(
    *,
    treatments: Iterable[str] = (),
    comparisons: Iterable[str] = (),
    tables: Iterable[str] = (),
    published: Iterable[str] = (),
) -> Callable[[F], F]:
    """Decorator: declare the names that a function requires, by section of the study's file.

    Parameters
    ----------
    tables : tables of statistics that a figure draws.
    published : ``data``, or names of ``published.tables``.
    """
    sections = {"treatments": treatments, "comparisons": comparisons, "tables": tables, "published": published}

    def attach(function: F) -> F:
        known = vars(function).setdefault("needs", [])
        known += [(section, name) for section, names in sections.items() for name in names]
        return function

    return attach


def check_needs(function: object, study: Study, where: str) -> None:
    """Check that a study's file has what a function needs; ConfigError for the first name that isn't there."""
    config, published = study.config, study.config["published"]
    there: dict[str, Collection[str]] = {
        "treatments": study.treatments,
        "comparisons": config["comparisons"],
        "tables": config["tables"],
        "published": [*({"data"} & {*published}), *published["tables"]],
    }
    for section, name in getattr(function, "needs", ()):
        if name not in there[section]:
            raise ConfigError(f"{where}: needs {name!r} in {section}{choices(name, sorted(there[section]))}")
