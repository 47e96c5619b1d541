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


@pytest.mark.parametrize("name", ["project", *engines()])
def test_numbers_have_limits(name):
    kind = ProjectSettings if name == "project" else study_settings(name)
    found = [*numbers(json_schema(kind))]
    assert len(found) > 4
    for place, rules in found:
        assert {"maximum", "enum", "const"} & rules.keys() or place in OTHERWISE, f"{name}: {place}"
