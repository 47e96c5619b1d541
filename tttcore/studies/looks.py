"""Treatments that a study's figures show together, on which their looks depend."""

from collections.abc import Mapping
from typing import Any

from tttcore.pipeline.study import ALL


def shown_together(study: Mapping[str, Any]) -> list[list[str]]:
    """Treatments of each figure that a study's file asks for, by `treatments` or `set`."""
    sets = {**study["comparisons"], ALL: {name: name for name in study["treatments"]}}
    asked = study["figures"].values()
    named = [options.get("treatments") or [*sets.get(options.get("set"), {}).values()] for options in asked]
    return [[*names] for names in named if names]
