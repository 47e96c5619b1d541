"""Play page: one file that needs no other and no network."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.games.hypercube import Hypercube
from tttcore.players.baseline_names import BASELINES
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.report.agents_data import NO_RULES, Names, Rules, classic_agents, hypercube_agents
from tttcore.report.asset_files import SCRIPTS, STYLES, source
from tttcore.report.content_policy import content_policy
from tttcore.report.site import Context

CUBE = Hypercube(4, 3)


def play_context(
    agents: pd.DataFrame, *, names: Mapping[str, str], treatments: Names, rules: Rules = NO_RULES
) -> Context:
    """Context of the play page.

    Parameters
    ----------
    agents : a table in the schema ``agents``.
    names : name of each study for people, such as "Ancheta et al. 2020"; a study without one keeps its key.
    treatments : names of treatments for people, by study and treatment; a treatment without one keeps its key.
    rules : how players with beads learn, by study and treatment.

    Raises
    ------
    StoreError
        If an agent has no move in a position that it can reach.
    """
    styles, scripts = [source(name) for name in STYLES], [source(name) for name in SCRIPTS]
    named = {**names, BASELINE_GROUP: "Fixed rules"}
    games = _games(agents, named, {**treatments, BASELINE_GROUP: BASELINES}, rules)
    return {
        "policy": content_policy(scripts=scripts, styles=styles),
        "styles": styles,
        "scripts": scripts,
        "games": games,
    }


def _games(agents: pd.DataFrame, studies: Mapping[str, str], names: Names, rules: Rules) -> list[dict[str, Any]]:
    """Tabs of the page: name, label, description, and the data of its script."""
    cube = {"edge": CUBE.edge, "dimensions": CUBE.dimensions, "agents": hypercube_agents(agents, CUBE, names)}
    return [
        {
            "name": "classic",
            "label": "3 × 3",
            "about": "Play against the players of our runs, some of them at several stages of their learning, or "
            "against players with fixed rules. Matchboxes go on learning from your games.",
            "data": {"agents": classic_agents(agents, names, rules), "studies": studies},
        },
        {
            "name": "nine_board",
            "label": "Nine boards",
            "about": "The cell that you mark names the board of the opponent's next mark. Three in a row on any board "
            "win. Your opponent is a search program.",
            "data": {},
        },
        {
            "name": "lattice",
            "label": " × ".join([str(CUBE.edge)] * CUBE.dimensions),
            "about": f"A board of {CUBE.edge} layers: {CUBE.edge} marks on any of {CUBE.line_count} straight lines "
            "win. The opponents are Genies, players with evolved weights.",
            "data": cube | {"studies": studies},
        },
    ]
