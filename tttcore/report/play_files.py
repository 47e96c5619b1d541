"""Styles and scripts that the play page holds within it, since it needs no other file."""

from tttcore.pipeline.provenance import text_digest
from tttcore.report.site import FOLDER

STYLES = ("style.css", "play/boards.css", "play/play.css")
"""Of ``assets/``, later ones over earlier ones."""
SCRIPTS = (
    "play/engine.js",
    "play/nine_board.js",
    "play/lattice.js",
    "play/dom.js",
    "play/match_view.js",
    "play/agent_choice.js",
    "play/classic_words.js",
    "play/classic_thoughts.js",
    "play/classic_worth.js",
    "play/classic_view.js",
    "play/nine_board_view.js",
    "play/lattice_view.js",
    "play/play.js",
)
"""Of ``assets/``, in the order in which they need each other."""


def source(name: str) -> str:
    """Text of one of them."""
    return (FOLDER / "assets" / name).read_text(encoding="utf-8")


def play_digest() -> str:
    """Digest of them all."""
    return text_digest(*map(source, (*STYLES, *SCRIPTS)))
