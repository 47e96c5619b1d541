"""Figures of an article: those that bear on what was found, and what their captions say of it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST_TOLD = 3
"""Statements that the caption of a figure without findings gives with their values; it names the others."""


@dataclass(frozen=True)
class Figure:
    """A figure of an article.

    Attributes
    ----------
    study, name, title, caption : of the figure.
    found : ids of findings that no earlier figure bears on.
    told : ids of further statements that the caption gives with their values.
    named : ids of those that it names with their verdicts.
    """

    study: str
    name: str
    title: str
    caption: str
    found: tuple[str, ...]
    told: tuple[str, ...]
    named: tuple[str, ...]


def chosen_figures(
    study: Mapping[str, Any], *, findings: Collection[str], listed: Mapping[str, Mapping[Any, Any]]
) -> Iterator[Figure]:
    """Choose the cover of a study's page, and for every finding the first figure that bears on it.

    Parameters
    ----------
    study : its configuration.
    findings : ids of the statements on which there is a finding.
    listed : rows of the audit that the article lists, by id.
    """
    shown = set[str]()
    for name, settings in study["figures"].items():
        claims = [claim for claim in settings.get("claims", []) if claim in listed]
        found = tuple(claim for claim in claims if claim in findings and claim not in shown)
        if found or name == study["cover"]:
            shown.update(found)
            others = [claim for claim in claims if claim not in findings]
            measured = [] if found else [claim for claim in others if listed[claim]["measure"]]
            told = tuple(measured[:MOST_TOLD])
            named = tuple(claim for claim in others if claim not in told)
            yield Figure(study["study"], name, settings["title"], settings["caption"], found, told, named)
