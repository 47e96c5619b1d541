"""Look up numeric parameters of recipes by their dotted place."""

from collections.abc import Mapping
from typing import Any

from tttcore.pipeline.messages import ConfigError, choices


def parameter_of(recipe: Mapping[str, Any], parameter: str) -> float:
    """Number at a dotted place of a recipe, such as ``mutate.rate``; ConfigError if there is none."""
    found: Any = recipe
    for key in parameter.split("."):
        if not isinstance(found, Mapping) or key not in found:
            known = list(found) if isinstance(found, Mapping) else []
            raise ConfigError(f"parameter: {parameter!r} is not in the recipe{choices(key, known)}")
        found = found[key]
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise ConfigError(f"parameter: {parameter!r} is {found!r}, no number")
    return float(found)
