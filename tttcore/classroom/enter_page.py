"""Page on which a player of 3x3 is entered by rules or a program: one file that needs no other and no network."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tttcore.classroom.assets import ENTER_SCRIPTS, ENTER_STYLES, asset, content_policy
from tttcore.classroom.levels import strength
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import BASELINE_GROUP, BASELINES
from tttcore.players.policy import drawn_policy
from tttcore.report.site import Context
from tttcore.stats.round_robin import DIGITS


def enter_context(
    agents: pd.DataFrame, *, names: Mapping[str, str], treatments: Mapping[str, Mapping[str, str]]
) -> Context:
    """Context of the page.

    Parameters
    ----------
    agents : a table in the schema ``agents``; players of both seats of 3x3, as they end, and those of fixed rules are
        what an entered player is ranked among, by strength, see `levels.chosen_levels`.
    names : name of each study for people; a study without one keeps its key.
    treatments : names of treatments for people, by study and treatment; a treatment without one keeps its key.
    """
    styles, scripts = [asset(name) for name in ENTER_STYLES], [asset(name) for name in ENTER_SCRIPTS]
    last = pd.concat([agents[(agents["game"] == "3x3") & agents["last"]], baseline_agents()])
    studies = {**names, BASELINE_GROUP: "fixed rules"}
    treatments = {**treatments, BASELINE_GROUP: BASELINES}
    players = [
        {
            "name": f"{studies.get(row['study'], row['study'])}: "
            f"{treatments.get(row['study'], {}).get(row['treatment'], row['treatment'])}",
            "strength": round(
                strength(drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"]), "both"), DIGITS
            ),
        }
        for row in last[last["seat"] == "both"].to_dict("records")
    ]
    return {
        "policy": content_policy(scripts=scripts, styles=styles, worker=True),
        "styles": styles,
        "scripts": scripts,
        "data": {"players": sorted(players, key=lambda player: (-player["strength"], player["name"]))},
    }
