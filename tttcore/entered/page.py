"""Pages about an entered player: one HTML file without scripts that needs no network."""

from collections.abc import Mapping
from typing import Any

from tttcore.entered.text import SEATS, field_note, reply_words, share
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.report.asset_files import source
from tttcore.report.content_policy import content_policy
from tttcore.report.site import rendered

STYLES = ("style.css", "entered/entered.css")
SHOWN = 24
"""Blunders that are drawn at once; the others unfold."""
HERE = "#content"
"""Address of the page within itself, the only one in its navigation."""


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
    styles = [source(name) for name in STYLES]
    return {
        "styles": styles,
        "policy": content_policy(styles=styles),
        "navigation": {HERE: label},
        "here": HERE,
    }


def words(names: PlayerNames) -> dict[str, Any]:
    """Variables by which parts of the pages put things into words."""
    return {"names": names, "titles": SEATS, "reply_words": reply_words, "share": share, "shown": SHOWN}
