"""Runs that a page makes again in the browser, by an engine's module ``live``."""

from hashlib import blake2b
from importlib import import_module
from typing import Any, Protocol, cast

import pandas as pd

from tttcore.pipeline.rooms import ENGINES, submodule


class Live(Protocol):
    """Module ``live`` in an engine's package, whose scripts are in ``classroom/assets/learn/``.

    Under the engine's name one of these registers a model in ``TTT.models``, which makes runs (see ``worker.js``), and
    another one a view in ``TTT.views``, which shows them (see ``learn.js``).

    Attributes
    ----------
    COVERED : runs of each treatment, the first ones, that the page can check; with all it would be too large to send.
    COLUMNS : columns of the runs that `fingerprints` needs.
    COURSES : columns of the traces that the page draws.
    """

    COVERED: int
    COLUMNS: tuple[str, ...]
    COURSES: tuple[str, ...]

    def live_recipe(self, recipe: Any) -> dict[str, Any] | str:
        """Recipe of a treatment as the page's scripts read it, or why they can't run it: what follows "not offered"."""

    def fingerprints(self, runs: pd.DataFrame) -> bytes:
        """Equally many bytes of each run, by which the page knows that a run which it makes again is the same."""


def digest(content: bytes) -> bytes:
    """Four bytes that tell contents apart, for `Live.fingerprints`; ``stored.js`` computes the same."""
    return blake2b(content, digest_size=4).digest()


def live_module(engine: str) -> str | None:
    """Name of the module by which a page makes an engine's runs again; None if the engine has none."""
    return submodule(ENGINES, engine, "live")


def live(engine: str) -> Live:
    """Module ``live`` of an engine that has one."""
    return cast(Live, import_module(f"{ENGINES}.{engine}.live"))
