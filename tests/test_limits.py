"""Numbers of the configuration: each key has an upper limit, so that none asks for endless time or memory."""

import pytest

from tttcore.engines.engine import engines, study_settings
from tttcore.pipeline.declaration import json_schema
from tttcore.pipeline.settings import ProjectSettings

OTHERWISE = {"seed"}
"""Keys without a limit: a seed costs nothing."""


def numbers(rules, place=""):
    """Places and rules of all numbers in a schema, at every depth."""
    if isinstance(rules, list):
        for each in rules:
            yield from numbers(each, place)
    elif isinstance(rules, dict):
        if rules.get("type") in ("integer", "number"):
            yield place, rules
        for key, each in rules.get("properties", {}).items():
            yield from numbers(each, f"{place}.{key}".lstrip("."))
        for key in ("items", "anyOf", "additionalProperties"):
            yield from numbers(rules.get(key), place)
        yield from numbers([*rules.get("patternProperties", {}).values()], place)


@pytest.mark.parametrize("engine", engines())
def test_settings_of_studies(engine):
    assert_limited(study_settings(engine))


def test_settings_of_the_project():
    assert_limited(ProjectSettings)


def assert_limited(kind):
    found = [*numbers(json_schema(kind))]
    for place, rules in found:
        assert {"maximum", "enum", "const"} & rules.keys() or place in OTHERWISE, f"{kind.__name__}.{place}"
    return found


def test_numbers_are_found():
    assert len(assert_limited(study_settings("genies"))) > 30
