"""Tabular learners: whole published sessions against the listings in plain Python, time, memory and what is stored.

The kernel plays a published session from the first game to the last. The listings (`Listing` in
`tests/reference/tabular.py`) would take hours for it, so they are timed on its first games, for a second or two, and
their pace stands for all. They do everything as often as it is printed: a next state is made and hashed anew each time,
keys are Python's hashes, every state thought of is stored, and ends are found from the marks alone. The plain
reference, that makes each state once and looks only at rows through the new mark, is timed beside them.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe
from tttcore.engines.tabular.reference import SelfPlay
from tttcore.pipeline.versions import peak_memory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from reference.tabular import Listing


class Session(NamedTuple):
    """A published session: its games, those of them that the listings play, and its part of a recipe."""

    games: int
    listed: int
    recipe: dict[str, Any]


SESSIONS = {
    "3x3": Session(500_000, 10_000, {"board": {"name": "finite", "size": 3, "tie": "full"}, "need": 3}),
    "5x5": Session(300_000, 300, {"board": {"name": "finite", "size": 5, "tie": "full"}, "need": 4}),
    "infinite": Session(100_000, 6, {"board": {"name": "infinite", "limiter": 5, "grows": "full"}, "need": 5}),
    "smarter": Session(
        10_000_000,
        500,
        {"board": {"name": "smarter", "limiter": 2, "opening": "centred", "duplicates": False}, "need": 3},
    ),
}
STORED = 1000
"""Games after which what is stored is counted; as listed, a whole session would not fit into memory."""


def learner(name: str, **changes: Any) -> Learner:
    """Learners of a session before its first game."""
    recipe = AS_DESCRIBED | SESSIONS[name].recipe | {"games": SESSIONS[name].games} | changes
    return Learner(build_recipe(recipe, name), np.zeros(1, np.uint64))


def seconds_per_game(name: str) -> float:
    """Seconds per game of the kernel, over a whole session; a first game isn't counted: it may compile."""
    learner(name).train(1)
    whole, games = learner(name), SESSIONS[name].games
    began = time.perf_counter()
    whole.train(games)
    return (time.perf_counter() - began) / games


def plain_seconds_per_game(kind: type[SelfPlay], name: str) -> float:
    """Seconds per game of plain Python, over games at the beginning of a session."""
    own, games = SESSIONS[name].recipe | {"key": "python", "storage": "eager"}, SESSIONS[name].listed
    players = kind(build_recipe(AS_DESCRIBED | own, name), np.zeros(1, np.uint64))
    players.train(1)  # which may compile the random numbers
    began = time.perf_counter()
    players.train(games)
    return (time.perf_counter() - began) / games


def long_session(name: str) -> dict[str, float]:
    """Time and memory of a session in a process of its own."""
    done = subprocess.run([sys.executable, __file__, name], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def stored() -> float:
    """Estimates stored as listed over those of the learners, after the same games."""
    eager, lazy = learner("infinite", storage="eager"), learner("infinite")
    assert eager.train(STORED) == lazy.train(STORED)
    return sum(eager.entries) / sum(lazy.entries)


def measure(rounds: int) -> dict[str, float]:
    """Ratios of games per second, and what the longest session takes."""
    longest = long_session("smarter")
    measured = {}
    for name, session in SESSIONS.items():
        ours, listed, thrifty = [], [], []
        for _ in range(max(rounds // 10, 3)):
            ours.append(longest["seconds"] / session.games if name == "smarter" else seconds_per_game(name))
            listed.append(plain_seconds_per_game(Listing, name))
            thrifty.append(plain_seconds_per_game(SelfPlay, name))
        measured |= {
            f"learning, {name}: games per second": 1 / median(ours),
            f"learning, {name}: plain Python as listed / compiled": median(listed) / median(ours),
            f"learning, {name}: thriftier plain Python / compiled": median(thrifty) / median(ours),
        }
    return measured | {
        "learning, smarter: seconds for 10,000,000 games": longest["seconds"],
        "learning, smarter: peak memory, MB": longest["peak_rss_mb"],
        "learning, infinite: estimates stored as listed / learnt": stored(),
    }


if __name__ == "__main__":
    told = sys.argv[1]
    spent = seconds_per_game(told) * SESSIONS[told].games
    print(json.dumps({"seconds": spent, "peak_rss_mb": peak_memory()}))
