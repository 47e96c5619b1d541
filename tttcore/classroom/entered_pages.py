"""Pages about entered players and class leagues: one HTML file without scripts that needs no network."""

from collections.abc import Mapping
from typing import Any

from tttcore.classroom.assets import asset, content_policy
from tttcore.classroom.texts import TITLES, cycle_lines, field_note, reply_words, share, summary
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.report.site import rendered

STYLES = ("style.css", "entered/entered.css")
SHOWN = 24
"""Blunders that are drawn at once; the others unfold."""
HERE = "#content"
"""Address of the page within itself, the only one in its navigation."""
CYCLES = 60
"""Cycles that are told."""
WORST = 7
"""Blunders that a card draws in each seat."""


def player_page(evaluated: Mapping[str, Any], names: PlayerNames = UNNAMED) -> str:
    """Page about a player, see `evaluation.evaluate`: same evaluation, same text.

    Parameters
    ----------
    names : names of treatments for people.
    """
    return rendered(
        "entered.html.j2",
        **frame("Your player"),
        **words(names),
        **evaluated,
        field_note=field_note(evaluated),
    )


def games_page(found: Mapping[str, Any]) -> str:
    """Page about a program's games on another board than 3x3, see `board_games.evaluate_games`."""
    return rendered("entered_games.html.j2", **frame("Your program"), **found)


def frame(label: str) -> dict[str, Any]:
    """Variables of the frame of a page: styles, their policy, and a navigation of this page alone."""
    styles = [asset(name) for name in STYLES]
    return {
        "styles": styles,
        "policy": content_policy(styles=styles),
        "navigation": {HERE: label},
        "here": HERE,
    }


def words(names: PlayerNames) -> dict[str, Any]:
    """Variables by which parts of the pages put things into words."""
    return {"names": names, "titles": TITLES, "reply_words": reply_words, "share": share, "shown": SHOWN}


def class_page(league: Mapping[str, Any], names: PlayerNames = UNNAMED) -> str:
    """Page of a league, see `class_league.class_report`: same league, same text.

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
