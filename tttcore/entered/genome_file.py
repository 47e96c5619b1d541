"""Read a recorded genome of 3x3 as an entered player."""

from pathlib import Path

import numpy as np

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList
from tttcore.entered.entrant import Entrant
from tttcore.entered.exact_entrant import exact_entrant
from tttcore.games.classic import enumerate_states
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.players.policy import uniform_policy

KIND = "genome"


def genome_entrant(
    path: Path, name: str, seat: Seat | None = None, *, row: int = 1, states: Path | None = None
) -> Entrant:
    """Player of a genome in a CSV file with a column ``genome``, in the order of a list of states.

    Parameters
    ----------
    seat : the seats in which it plays; both by default.
    row : number of the genome, from 1.
    states : the list, see `recorded.StateList`; by default that of ``results/tables/states.txt``, by which all stored
        champions are written.

    Raises
    ------
    ValueError
        For a file, a genome or a row that doesn't fit; the message names it.
    """
    tables = enumerate_states()
    listed = StateList.read(states, tables) if states else own_states()
    genes = RecordedGenomes.read(path).genes(listed)
    if not 1 <= row <= len(genes):
        raise ValueError(f"{path}: --row {row}: there are {len(genes)} genomes; allowed: 1 to {len(genes)}")
    return exact_entrant(name, KIND, SEAT_INDICES[seat or "both"], uniform_policy(policy_of_genome(genes[row - 1])))


def own_states() -> StateList:
    """The list of states in the order of the game's tables."""
    tables = enumerate_states()
    lines = (" ".join(map(str, board)) for board in np.asarray(tables.states).tolist())
    return StateList.parse("\n".join(lines), tables, name="the list of states")
