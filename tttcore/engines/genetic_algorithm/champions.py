"""Diversity of champions, and how many of them can beat the Unbeatable Move Generator."""

import math

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Genes
from tttcore.exact.enumeration import may_win
from tttcore.games.classic import CELLS, StateTables
from tttcore.games.tables import from_digits
from tttcore.pipeline.store import Rows
from tttcore.players.umg_rules import LATE_TURN, umg_player
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.distinct import DistinctCounter
from tttcore.stats.intervals import share_interval

EXAMINED = 1000
"""Champions of a treatment whose games against the Unbeatable Move Generator are followed."""
CHAMPIONS = {
    "treatment": "Treatment",
    "champions": "Champions that never lose",
    "different": "Different",
    "distance": "Mean distance",
    **with_interval("beat_umg", "Proportion that can beat the UMG"),
    **with_interval("beat_listed_umg", "… the UMG of the authors' program"),
    **hidden("examined"),
}
"""Columns of `champions_of_runs`."""


def champions_of_runs(run_rows: Rows, states: StateTables) -> pd.DataFrame:
    """Diversity and strength of the champions of solved runs, a row per treatment; NaN where there are none.

    Returns
    -------
    champions, different : number of champions, and of different genomes among them.
    distance : mean proportion of open states in which champions of two different runs differ.
    examined : number of champions whose games against the Unbeatable Move Generator were followed.
    beat_umg : proportion of them that beat it with positive probability when playing first, with its exact 95%
        interval.
    beat_listed_umg : the same against its listed port, whose turn counter is never reset.
    """
    gathered: dict[str, _Champions] = {}
    for treatment, own in run_rows.by_treatment("censored", "champion"):
        found = gathered.setdefault(treatment, _Champions(int(states.open.sum())))
        solved = own.loc[~own["censored"], "champion"]
        if len(solved):
            found.add(from_digits(solved), states.open)
    opponents = {"beat_umg": umg_player(), "beat_listed_umg": umg_player(centre="anyone", late_turn=LATE_TURN)}
    rows = []
    for treatment, found in gathered.items():
        players = np.reshape(found.first, (-1, len(states.states)))
        row = {
            "treatment": treatment,
            "champions": found.number,
            "different": found.genomes.counts().size,
            "distance": _mean_distance(found.marked, found.number),
            "examined": len(players),
        }
        for name, opponent in opponents.items():
            beating = int(may_win(players, opponent, states).sum())
            row |= share_interval(name, beating, len(players), method="exact")
        rows.append(row)
    return pd.DataFrame(rows)


class _Champions:
    """Counts of a treatment's champions, gathered part by part.

    Attributes
    ----------
    number : number of champions.
    first : genomes of the first `EXAMINED`.
    genomes : counts of different genomes.
    marked : (CELLS, n_genes) number that mark each cell, at each locus of an open state.
    """

    def __init__(self, n_genes: int) -> None:
        self.number = 0
        self.first: list[NDArray[np.uint8]] = []
        self.genomes = DistinctCounter()
        self.marked = np.zeros((CELLS, n_genes), np.int64)

    def add(self, genes: Genes, is_open: NDArray[np.bool_]) -> None:
        """Add the genomes of some more champions."""
        self.number += len(genes)
        self.first += [*genes[: EXAMINED - len(self.first)]]
        self.genomes.add(row.tobytes() for row in genes)
        decided = genes[:, is_open]
        self.marked += np.stack([(decided == cell).sum(axis=0) for cell in range(len(self.marked))])


def _mean_distance(marked: NDArray[np.int64], number: int) -> float:
    """Mean proportion of loci at which two of `number` genomes differ, from (CELLS, n_genes) allele counts."""
    if number < 2:
        return math.nan
    same_pairs = (marked * (marked - 1)).sum() / 2
    return 1.0 - float(same_pairs) / (number * (number - 1) / 2 * marked.shape[1])
