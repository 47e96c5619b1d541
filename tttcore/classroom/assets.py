"""Styles and scripts that pages of a single file embed: their order, digests, and the policy that allows them."""

import base64
import hashlib
from collections.abc import Iterable

from tttcore.pipeline.code_digests import text_digest
from tttcore.report.site import source


def _scripts(names: str) -> tuple[str, ...]:
    """Scripts by their names without the ending."""
    return tuple(f"{name}.js" for name in names.split())


STYLES = ("style.css", "play/boards.css", "play/play.css", "play/beads.css")
"""Style sheets of the play page; later ones override earlier ones."""
SCRIPTS = _scripts("""
    play/engine play/nine_board play/lattice play/words play/line_words play/address play/dom play/notice
    play/match_record play/match_seats play/match_address play/match_words play/match_tally play/match_replay
    play/match_places play/match_hints play/match_why play/match_keys play/series_games play/match_series
    play/match_view play/player_about play/level_choice play/agent_choice play/search_choice play/classic_words
    play/classic_why play/classic_thoughts play/classic_perfect play/classic_worth play/beads_lesson
    play/beads_pupils play/beads_words play/beads_boxes play/beads_panel play/classic_view play/nine_board_view
    play/lattice_view play/play
""")
"""Scripts of the play page, in the order of their dependencies."""
LEARN_STYLES = ("style.css", "play/play.css", "learn/learn.css")
"""Style sheets of the page on which players learn."""
MODEL_SCRIPTS = _scripts("""
    play/engine learn/blake2b learn/streams learn/binomials learn/coding learn/evaluation learn/opponents
    learn/criteria learn/sorting learn/selection learn/crossover learn/mutation learn/replacement learn/breeding
    learn/allele_counts learn/generation learn/evolution learn/genetic_algorithm learn/splitmix learn/game_graph
    learn/matchboxes learn/tabular_keys learn/tabular_results learn/tabular play/lattice learn/genies
""")
"""Scripts that make runs again, in the page and in its worker, in the order of their dependencies."""
WORKER_SCRIPT = "learn/worker.js"
"""Script of the worker alone, after those."""
LEARN_SCRIPTS = _scripts("""
    play/dom play/words learn/setting learn/number_field learn/key learn/stored learn/verdict learn/finals learn/guess
    learn/downloads learn/pictures learn/best_player
    learn/evolution_changes learn/evolution_view learn/board_picture learn/matchboxes_changes
    learn/matchboxes_view learn/tabular_changes learn/tabular_view learn/genies_view learn/runs learn/choices
    learn/learn
""")
"""Scripts of the page alone, after those that make runs again."""
ENTER_STYLES = ("style.css", "play/play.css", "learn/learn.css", "enter/enter.css")
"""Style sheets of the page on which a player is entered."""
ENTER_SCRIPTS = _scripts("""
    play/engine learn/game_graph play/dom play/words learn/board_picture enter/rules enter/exact enter/program
    enter/enter
""")
"""Scripts of the page on which a player is entered, in the order of their dependencies."""
BOXES_STYLES = ("style.css", "play/boards.css", "play/play.css", "learn/learn.css", "boxes/boxes.css")
"""Style sheets of the page on which people train matchboxes."""
BOXES_SCRIPTS = _scripts("""
    play/engine learn/blake2b learn/streams learn/splitmix learn/game_graph learn/matchboxes play/dom play/words
    learn/board_picture boxes/boxes
""")
"""Scripts of the page on which people train matchboxes, in the order of their dependencies."""


def asset(name: str) -> str:
    """Read a style sheet or a script."""
    return source(f"assets/{name}")


def assets_digest(*names: str) -> str:
    """Digest of style sheets and scripts."""
    return text_digest(*map(asset, names))


def content_policy(*, styles: Iterable[str], scripts: Iterable[str] = (), worker: bool = False) -> str:
    """Policy that allows these styles and scripts, images within the page, and nothing else.

    Parameters
    ----------
    worker : allow a worker that the page makes of its own texts.
    """
    workers = " worker-src blob:;" if worker else ""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)};{workers} style-src {_hashes(styles)}; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def _hashes(texts: Iterable[str]) -> str:
    """Hashes of texts as sources of a content security policy; ``'none'`` without texts."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests) or "'none'"
