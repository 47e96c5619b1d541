"""Page of a class league: one HTML file without scripts that needs no network."""

from collections.abc import Mapping
from typing import Any

from tttcore.entered.class_text import cycle_lines, summary
from tttcore.entered.page import frame, words
from tttcore.entered.text import field_note
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.report.site import rendered

CYCLES = 60
"""Cycles that are told."""
WORST = 7
"""Blunders that a card draws in each seat."""


def class_page(league: Mapping[str, Any], names: PlayerNames = UNNAMED) -> str:
    """Page of a league, see `class_report.class_report`: same league, same text.

    Parameters
    ----------
    names : names of treatments for people.
    """
    return rendered(
        "class_league.html.j2",
        **frame("League"),
        **words(names),
        **league,
        summary=[*summary(league)],
        told=[*cycle_lines(league["cycles"], CYCLES)],
        field_note=field_note(league["players"][0]["evaluation"]),
        worst=WORST,
    )
