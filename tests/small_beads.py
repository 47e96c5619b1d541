"""A machine of 3x3 with beads of its own in every position, as a row of the table of agents."""

import numpy as np

from tttcore.pipeline.rng import stream
from tttcore.players.agent_table import AgentId, agent_row
from tttcore.players.policy import game

FREE = game(dead=False).successors >= 0


def row_of(beads):
    path = AgentId("toys", "boxes", 0)
    return agent_row(path, step=3, unit="games", last=True, seat="first", beads=beads)


def different_beads():
    """Beads on all free cells, other numbers in every position."""
    return np.where(FREE, stream(1, "tests", "beads").integers(1, 40, FREE.shape), 0).astype(np.uint16)
