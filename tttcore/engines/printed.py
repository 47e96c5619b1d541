"""Pages to print of a study, by its engine's module ``printed``, if it has one."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from tttcore.engines.engine import engine
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.rooms import ENGINES, submodule

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Printed(Protocol):
    """Module ``printed`` in an engine's package.

    Attributes
    ----------
    LABEL : what the pages are, for the link on the study's page.
    """

    LABEL: str

    def pages(self, recipe: Any, *, title: str) -> "Iterable[Figure]":
        """A4 pages of a recipe, see `plots.print_pages`."""


def printed_module(engine_name: str) -> str | None:
    """Name of the module that makes an engine's pages to print; None if the engine has none."""
    return submodule(ENGINES, engine_name, "printed")


def printed_label(engine_name: str) -> str:
    """What an engine's pages to print are; empty if it has none."""
    module = printed_module(engine_name)
    return cast(Printed, import_module(module)).LABEL if module else ""


def pages_of(engine_name: str, recipe: Mapping[str, Any], *, title: str) -> "Iterable[Figure]":
    """Pages to print of an engine that has them.

    Parameters
    ----------
    recipe : parameters of a treatment.
    title : stands on every page.
    """
    module = printed_module(engine_name)
    assert module
    return cast(Printed, import_module(module)).pages(build_recipe(engine(engine_name), recipe, "recipe"), title=title)
