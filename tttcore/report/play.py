"""Play page: one file that needs no other and no network."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from tttcore.games.hypercube import Hypercube
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.report.agents_data import classic_agents, hypercube_agents
from tttcore.report.asset_files import SCRIPTS, STYLES, source
from tttcore.report.site import Context

CUBE = Hypercube(4, 3)


def play_context(agents: pd.DataFrame, *, studies: Mapping[str, str]) -> Context:
    """Context of the play page, from a table in the schema ``agents`` and how pages cite the documents of the studies.

    StoreError if an agent has no move in a position that it can reach.
    """
    styles, scripts = [source(name) for name in STYLES], [source(name) for name in SCRIPTS]
    games = _games(agents, studies)
    return {"policy": _policy(scripts, styles), "styles": styles, "scripts": scripts, "games": games}


def _games(agents: pd.DataFrame, studies: Mapping[str, str]) -> list[dict[str, Any]]:
    """Tabs of the page: name, label, description, and the data of its script."""
    titles = {**studies, BASELINE_GROUP: "Players that follow rules"}
    cube = {"edge": CUBE.edge, "dimensions": CUBE.dimensions, "agents": hypercube_agents(agents, CUBE)}
    return [
        {
            "name": "classic",
            "label": "3 × 3",
            "about": "The game of the runs, against their champions, some of them at several steps of their learning, "
            "and against players that follow rules.",
            "data": {"agents": classic_agents(agents), "studies": titles},
        },
        {
            "name": "nine_board",
            "label": "Nine boards",
            "about": "The cell that is marked names the board that the other must mark next; who wins a board wins the "
            "game. The page searches with alpha-beta.",
            "data": {},
        },
        {
            "name": "lattice",
            "label": " × ".join([str(CUBE.edge)] * CUBE.dimensions),
            "about": f"{CUBE.edge} marks in a row on any of {CUBE.line_count} lines win, against Genies that evolved.",
            "data": cube | {"studies": titles},
        },
    ]


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Content security policy that allows these scripts and styles, and nothing else."""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def _hashes(texts: Iterable[str]) -> str:
    """Hashes of texts as sources of a content security policy."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
