"""Small agents of each engine, and beads."""

import numpy as np
import pandas as pd
from helpers import learners as small_genies
from helpers import tabular_learners as small_tabular
from helpers.project import ROOT

from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.engines.study_files import read_study
from tttcore.pipeline.rng import stream
from tttcore.players.agent_table import AgentId, agent_row
from tttcore.players.policy import game

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
