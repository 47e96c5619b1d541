"""Small agents, beads and entrants."""

from fractions import Fraction

import numpy as np
import pandas as pd
from helpers import learners as small_genies
from helpers import tabular_learners as small_tabular
from helpers.project import ROOT

from tttcore.classroom.entrant import Entrant, positions_to_meet
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine, read_study
from tttcore.engines.replicates import run_replicates
from tttcore.games.classic import enumerate_states
from tttcore.league.matches import Player
from tttcore.pipeline.rng import stream
from tttcore.players.agent_table import AgentId, agent_row
from tttcore.players.policy import cells_of_rule, game, uniform_policy

WANTED = {"champions": 2, "followed": 1, "snapshots": 4}
GENETIC = {
    "ancheta2020": {"control-described": {"population": 40, "generations": 30}, "second-seat": {"population": 40}},
    "hemingroth2025": {"exclusive": {"population": 60, "generations": 20}},
}
GENIES = {"square3": {}, "cube": {"edge": 4, "dimensions": 3}}
LEARNERS = {
    "3x3": {"games": 3000},
    "3x3-random-ties": {"ties": "random"},
    "3x3-dead-ties": {"board": {"name": "finite", "size": 3, "tie": "dead"}},
}


def small_agents(tables) -> pd.DataFrame:
    """A table of ``agents``."""
    of_engines = [
        ("genies", "post1999", {name: small_genies.RECIPE | changes for name, changes in GENIES.items()}),
        ("tabular", "mrugala2020", {name: small_tabular.RECIPE | changes for name, changes in LEARNERS.items()}),
    ]
    menace = read_study(ROOT / "config" / "studies" / "michie1963.yaml").treatments
    boxes = {name: menace[name].recipe | {"games": 30, "every": 10} for name in ("random", "perfect", "separate")}
    of_engines.append(("matchboxes", "michie1963", boxes))
    for study, treatments in GENETIC.items():
        known = read_study(ROOT / "config" / "studies" / f"{study}.yaml").treatments
        recipes = {name: known[name].recipe | changes for name, changes in treatments.items()}
        of_engines.append(("genetic_algorithm", study, recipes))
    return pd.concat([_agents(tables, *each) for each in of_engines], ignore_index=True)


def _agents(tables, kind, study, recipes):
    runs = [
        pd.DataFrame(run_replicates(engine(kind), study, name, recipe, tables, seed=0, replicates=range(2)))
        for name, recipe in recipes.items()
    ]
    found = pd.concat(runs, ignore_index=True)
    return collect_agents(found, recipes, tables, study=study, engine=kind, seed=0, wanted=WANTED)


FREE = game(dead=False).successors >= 0


def row_of(beads):
    path = AgentId("toys", "boxes", 0)
    return agent_row(path, step=3, unit="games", last=True, seat="first", beads=beads)


def different_beads():
    """Beads on all free cells, other numbers in every position."""
    return np.where(FREE, stream(1, "tests", "beads").integers(1, 40, FREE.shape), 0).astype(np.uint16)


EIGHTHS = 8


def made_up(name, rng, *, forfeiting=False, calls=0, seats=(0, 1), cells=3):
    """Player with chances that are whole eighths of up to some cells, and of forfeits in some positions."""
    played = game(dead=False)
    free = played.successors >= 0
    policy, forfeits = np.zeros(free.shape), np.zeros(len(free))
    for position in np.flatnonzero(free.any(axis=1)).tolist():
        choices = [*rng.permutation(np.flatnonzero(free[position]))[:cells].tolist(), *([9] if forfeiting else [])]
        for choice in rng.choice(choices, EIGHTHS).tolist():
            if choice == 9:
                forfeits[position] += 1 / EIGHTHS
            else:
                policy[position, choice] += 1 / EIGHTHS
    own = np.logical_or.reduce([positions_to_meet(policy, seat) for seat in seats])
    policy[~own], forfeits[~own] = 0, 0
    return Entrant(
        name=name,
        kind="table",
        seats=tuple(seats),
        policy=policy,
        forfeits=forfeits,
        calls=np.where(own, calls, 0),
        faults={int(place): "gives up" for place in np.flatnonzero(forfeits)},
    )


def chances_of(entrant):
    """An entered player as a function from a board to exact chances of cells."""
    index = enumerate_states().position_index

    def moves(board):
        row = entrant.policy[index[board]]
        return {int(cell): Fraction(row[cell]) for cell in np.flatnonzero(row)}

    return moves


def of_rules(**rules):
    """Players of the league, each a treatment of its own, from functions from boards to cells."""
    return [
        Player(f"rules/{name}/0", "rules", name, 0, (0, 1), uniform_policy(cells_of_rule(rule)))
        for name, rule in rules.items()
    ]
