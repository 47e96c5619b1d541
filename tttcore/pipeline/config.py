"""Configuration files: checked against the dataclass that declares their keys, explained in one line if wrong."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.pipeline.declaration import build, with_defaults
from tttcore.pipeline.messages import ConfigError

LARGEST = 2**63 - 1
"""Whole number that tables and kernels hold."""


def checked(config: Any, kind: type, file: str) -> dict[str, Any]:
    """Check the content of a file against the dataclass that declares its keys, and fill in the defaults.

    Parameters
    ----------
    config : what was read from `file`.
    file : name to use in messages.

    Raises
    ------
    ConfigError
        Naming file, key, value and what is allowed, for the first mistake found.
    """
    if not isinstance(config, dict):
        raise ConfigError(f"{file}: holds {type(config).__name__}, not keys and values")
    for place, value in _unheld(config):
        raise ConfigError(
            f"{file}: {place}: {value!r} is out of range; allowed: finite numbers, whole ones to {LARGEST}"
        )
    try:
        build(kind, config, "")
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None
    return with_defaults(kind, config)


def _unheld(value: Any, *place: object) -> Iterator[tuple[str, object]]:
    """Places and values of numbers that are not finite or too large to compute with."""
    if isinstance(value, Mapping | list):
        for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _unheld(each, *place, key)
    elif (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > LARGEST):
        yield ".".join(map(str, place)), value
