"""Page on which people train matchboxes by playing against them: one file that needs no other and no network."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tttcore.classroom.assets import BOXES_SCRIPTS, BOXES_STYLES, asset, content_policy
from tttcore.engines.engine import engine
from tttcore.engines.matchboxes.live import live_recipe
from tttcore.engines.replicates import build_recipe
from tttcore.report.site import Context

BOXES = "matchboxes"
"""Engine of the machines."""


def boxes_context(
    machines: Mapping[str, Mapping[str, Any]], *, seed: int, printed: Mapping[str, str] = MappingProxyType({})
) -> Context:
    """Context of the page.

    Parameters
    ----------
    machines : recipe of a machine for each document, by the document's name for people.
    seed : the project's seed, which names the random streams.
    printed : files of boxes to build from paper, by the document's name, relative to the page.
    """
    styles, scripts = [asset(name) for name in BOXES_STYLES], [asset(name) for name in BOXES_SCRIPTS]
    recipes = {name: build_recipe(engine(BOXES), recipe, name) for name, recipe in machines.items()}
    return {
        "policy": content_policy(scripts=scripts, styles=styles),
        "styles": styles,
        "scripts": scripts,
        "data": {
            "seed": seed,
            "machines": [
                {"name": name, "recipe": live_recipe(recipe), "printed": printed.get(name, "")}
                for name, recipe in recipes.items()
            ],
        },
    }
