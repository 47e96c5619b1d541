"""Files in the folder ``assets``: those that pages share, and those embedded in pages with scripts; their digests."""

from hashlib import sha256
from pathlib import Path

from tttcore.pipeline.provenance import text_digest
from tttcore.report.site import FOLDER

STYLES = ("style.css", "play/boards.css", "play/play.css", "play/beads.css")
"""Style sheets of the play page; later ones override earlier ones."""
SCRIPTS = (
    "play/engine.js",
    "play/nine_board.js",
    "play/lattice.js",
    "play/words.js",
    "play/line_words.js",
    "play/address.js",
    "play/dom.js",
    "play/notice.js",
    "play/match_record.js",
    "play/match_seats.js",
    "play/match_address.js",
    "play/match_words.js",
    "play/match_tally.js",
    "play/match_replay.js",
    "play/match_places.js",
    "play/match_hints.js",
    "play/match_why.js",
    "play/match_keys.js",
    "play/series_games.js",
    "play/match_series.js",
    "play/match_view.js",
    "play/agent_choice.js",
    "play/search_choice.js",
    "play/classic_words.js",
    "play/classic_why.js",
    "play/classic_thoughts.js",
    "play/classic_worth.js",
    "play/beads_lesson.js",
    "play/beads_pupils.js",
    "play/beads_words.js",
    "play/beads_boxes.js",
    "play/beads_panel.js",
    "play/classic_view.js",
    "play/nine_board_view.js",
    "play/lattice_view.js",
    "play/play.js",
)
"""Scripts of the play page, in the order of their dependencies."""
LEARN_STYLES = ("style.css", "play/play.css", "learn/learn.css")
"""Style sheets of the page on which players learn."""
MODEL_SCRIPTS = (
    "play/engine.js",
    "learn/blake2b.js",
    "learn/streams.js",
    "learn/binomials.js",
    "learn/coding.js",
    "learn/evaluation.js",
    "learn/opponents.js",
    "learn/criteria.js",
    "learn/sorting.js",
    "learn/selection.js",
    "learn/crossover.js",
    "learn/mutation.js",
    "learn/replacement.js",
    "learn/breeding.js",
    "learn/allele_counts.js",
    "learn/generation.js",
    "learn/evolution.js",
    "learn/genetic_algorithm.js",
    "learn/splitmix.js",
    "learn/game_graph.js",
    "learn/matchboxes.js",
    "learn/tabular_keys.js",
    "learn/tabular_results.js",
    "learn/tabular.js",
)
"""Scripts that make runs again, in the page and in its worker, in the order of their dependencies."""
WORKER_SCRIPT = "learn/worker.js"
"""Script of the worker alone, after those."""
LEARN_SCRIPTS = (
    "play/dom.js",
    "play/words.js",
    "learn/setting.js",
    "learn/stored.js",
    "learn/verdict.js",
    "learn/pictures.js",
    "learn/best_player.js",
    "learn/evolution_changes.js",
    "learn/evolution_view.js",
    "learn/board_picture.js",
    "learn/matchboxes_changes.js",
    "learn/matchboxes_view.js",
    "learn/tabular_changes.js",
    "learn/tabular_view.js",
    "learn/runs.js",
    "learn/choices.js",
    "learn/learn.js",
)
"""Scripts of the page alone, after those that make runs again."""


def shared_files() -> dict[str, bytes]:
    """Contents of the shared files by name."""
    return {Path(file).name: Path(file).read_bytes() for file in shared_sources()}


def shared_sources() -> list[str]:
    """Paths of the shared files, which lie at the top of the folder."""
    return sorted(str(file) for file in (FOLDER / "assets").iterdir() if file.is_file())


def shared_digest() -> str:
    """Digest of the shared files."""
    return text_digest(*(f"{name} {sha256(content).hexdigest()}" for name, content in sorted(shared_files().items())))


def source(name: str) -> str:
    """Read a style sheet or a script."""
    return (FOLDER / "assets" / name).read_text(encoding="utf-8")


def play_digest() -> str:
    """Digest of the styles and scripts of the play page."""
    return text_digest(*map(source, (*STYLES, *SCRIPTS)))


def learn_digest() -> str:
    """Digest of the styles and scripts of the page on which players learn."""
    return text_digest(*map(source, (*LEARN_STYLES, *MODEL_SCRIPTS, WORKER_SCRIPT, *LEARN_SCRIPTS)))
