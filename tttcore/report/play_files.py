"""Styles and scripts that are embedded in the play page."""

from tttcore.pipeline.provenance import text_digest
from tttcore.report.site import FOLDER

STYLES = ("style.css", "play/boards.css", "play/play.css")
"""Style sheets in ``assets/``; later ones override earlier ones."""
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
"""Scripts in ``assets/``, in the order of their dependencies."""


def source(name: str) -> str:
    """Read a style sheet or a script."""
    return (FOLDER / "assets" / name).read_text(encoding="utf-8")


def play_digest() -> str:
    """Digest of all styles and scripts."""
    return text_digest(*map(source, (*STYLES, *SCRIPTS)))
