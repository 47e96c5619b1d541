"""Looks of a study's treatments in its figures and charts, from its configuration."""

from collections.abc import Mapping
from typing import Any

from tttcore.pipeline.study import ALL
from tttcore.plots.looks import Looks, assign
from tttcore.studies.treatment_names import names_of


def shown_together(study: Mapping[str, Any]) -> list[list[str]]:
    """Treatments of each figure and chart that a study's file asks for, by `treatments` or `set`."""
    sets = _sets(study)
    asked = [options for part in ("figures", "charts") for options in (study.get(part) or {}).values()]
    named = [options.get("treatments") or [*sets.get(options.get("set"), {}).values()] for options in asked]
    return [[*names] for names in named if names]


def looks_of(study: Mapping[str, Any]) -> Looks:
    """Look of each treatment of a study, see `assign`."""
    return Looks(assign([*study["treatments"]], shown_together(study)), _sets(study), names_of(study["study"]))


def _sets(study: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Treatments by label for each set of samples, the whole study's too."""
    return {**study["comparisons"], ALL: {name: name for name in study["treatments"]}}
