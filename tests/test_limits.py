"""Numbers of the configuration: each key has an upper limit, so that none asks for endless time or memory."""

from dataclasses import is_dataclass
from typing import Annotated, Union

import pytest

from tttcore.engines.engine import engines, study_settings
from tttcore.pipeline.declaration import Between, key_types, split
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.settings import ProjectSettings

OTHERWISE = {"seed"}
"""Keys without a limit: a seed costs nothing."""


def numbers(kind):
    """Places and limits of all numbers in a declaration, at every depth."""
    for key, hint in key_types(kind).items():
        yield from ((f"{key}.{place}".rstrip("."), limits) for place, limits in _numbers(hint))


def _numbers(hint):
    hint, origin, inner, limits = split(hint)
    if isinstance(limits, Registry):
        for name in limits.names():
            yield from numbers(limits[name])
    elif is_dataclass(hint):
        yield from numbers(hint)
    elif origin in (int, float):
        yield "", limits
    elif origin in (list, tuple, dict, Union):
        for part in inner:
            yield from _numbers(Annotated[part, limits] if isinstance(limits, Between) else part)


@pytest.mark.parametrize("engine", engines())
def test_settings_of_studies(engine):
    assert_limited(study_settings(engine))


def test_settings_of_the_project():
    assert_limited(ProjectSettings)


def assert_limited(kind):
    for place, limits in numbers(kind):
        limited = isinstance(limits, Between) and limits.high < float("inf")
        assert limited or place in OTHERWISE, f"{kind.__name__}.{place}"
