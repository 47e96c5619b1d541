"""Traps of stuck populations: organisms with one losing mistake, and their fitness once that is mended."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.games.classic import StateTables, solve
from tttcore.games.position import SEATS
from tttcore.games.tables import from_digits
from tttcore.pipeline.store import Rows
from tttcore.players.policy import game, uniform_policy
from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import share_interval

TRAPS = {
    "treatment": "Treatment",
    "stuck": "Populations that never get there",
    "single": "With one losing mistake",
    **with_interval("worse", "Mending it makes fitness worse"),
    "mistakes": "Losing mistakes then (median)",
}
"""Columns of `traps`."""
Genome = NDArray[np.uint8]
"""(765,) cell that is marked in each state."""


def traps(run_rows: Rows, states: StateTables, treatments: Mapping[str, str]) -> pd.DataFrame:
    """Table `TRAPS`: the best organisms of stuck populations, and what mending a single mistake does.

    A losing mistake is a state that can be met in which the mark lets the opponent force a win that it couldn't force
    before. It is mended by the cell of best fitness among those that don't.

    Parameters
    ----------
    treatments : treatments that are shown.
    """
    found: dict[str, list[Genome]] = {treatment: [] for treatment in treatments.values()}
    for treatment, own in run_rows.by_treatment("censored", "champion"):
        if treatment in found and own["censored"].any():
            found[treatment] += [*from_digits(own.loc[own["censored"], "champion"])]
    return pd.DataFrame([_row(treatment, own, states) for treatment, own in found.items()], columns=[*TRAPS])


def _row(treatment: str, stuck: Sequence[Genome], states: StateTables) -> dict[str, object]:
    mistakes = [losing(genome, states) for genome in stuck]
    mended = [_mended(genome, of[0], states) for genome, of in zip(stuck, mistakes, strict=True) if len(of) == 1]
    worse, after = zip(*mended, strict=True) if mended else ((), ())
    share = share_interval("worse", sum(worse), len(mended))
    left = float(np.median(after)) if after else np.nan
    return {"treatment": treatment, "stuck": len(stuck), "single": len(mended), **share, "mistakes": left}


def losing(genome: Genome, states: StateTables) -> list[int]:
    """States of a genome's losing mistakes in either seat, see `traps`, in ascending order."""
    played, values = game(dead=False), solve(states).values[states.state_of]
    policy = uniform_policy(policy_of_genome(genome))
    found = np.zeros(len(values), np.bool_)
    for seat in range(len(SEATS)):
        lost = -1 if seat == 0 else 1
        loses = ((policy > 0) & (values[played.successors] == lost)).any(axis=1)
        found |= played.reached(policy, seat) & (values != lost) & loses
    return np.unique(states.state_of[found]).tolist()


def _mended(genome: Genome, state: int, states: StateTables) -> tuple[bool, int]:
    """True if a genome's fitness is worse once its mistake is mended, and the number of its losing mistakes then."""
    values, after = solve(states).values, states.next_state[state]
    lost = 1 if np.count_nonzero(states.states[state]) % 2 else -1
    cells = np.flatnonzero((after >= 0) & (values[after] != lost))
    genomes = np.repeat(genome[None], len(cells) + 1, axis=0)
    genomes[1:, state] = cells
    fitness = Evaluator(states, "both")(genomes).fitness
    best = 1 + int(fitness[1:].argmin())
    return bool(fitness[best] > fitness[0]), len(losing(genomes[best], states))
