"""How runs behave on the way: rises of the best fitness, diversity, spread, and what champions are."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.analysis.exact import Player, genome_player, outcome_chances, umg_player
from tttcore.analysis.intervals import mean_interval
from tttcore.games.classic import StateTables
from tttcore.games.tables import boards
from tttcore.players.opponents import LATE_TURN

CHAMPIONS_LOOKED_AT = 300


def behaviour(traces: pd.DataFrame, *, populations: Mapping[str, int]) -> pd.DataFrame:
    """A row per treatment about the runs' traces.

    Parameters
    ----------
    traces : table of ``traces``.
    populations : organisms per generation, by treatment.

    Returns
    -------
    initial_mean : mean fitness of the initial populations, with a 95% interval over runs.
    steps, rises, rise_share, largest_rise : generation changes in all runs, those in which the
        best fitness got worse, their share and the largest one.
    runs_with_rise : share of runs with a rise of at least 0.01.
    standard_error : mean over generations of the standard error of the best fitness among the
        runs still going, while at least ten are.
    distinct_share : mean share of different genomes after the initial population, averaged over
        runs, with a 95% interval.
    """
    rows = []
    for treatment, own in traces.groupby("treatment", sort=False):
        best = own["best"].to_numpy()
        same_run = own["replicate"].to_numpy()[1:] == own["replicate"].to_numpy()[:-1]
        changes = np.diff(best)[same_run]
        runs_of_changes = own["replicate"].to_numpy()[1:][same_run]
        going = own.groupby("generation")["best"].agg(["std", "count"])
        going = going[going["count"] >= min(10, going["count"].max())]
        is_initial = own["generation"] == own["generation"].min()
        initial = own.loc[is_initial, "mean"].to_numpy()
        later = own[~is_initial]
        distinct = later.groupby("replicate")["distinct"].mean().to_numpy() / populations[str(treatment)]
        rows.append(
            {
                "treatment": treatment,
                **mean_interval("initial_mean", initial),
                "steps": changes.size,
                "rises": int((changes > 0).sum()),
                "rise_share": float((changes > 0).mean()),
                "largest_rise": float(max(changes.max(), 0.0)),
                "runs_with_rise": np.unique(runs_of_changes[changes >= 0.01]).size / initial.size,
                "standard_error": float((going["std"] / np.sqrt(going["count"])).mean()),
                **mean_interval("distinct_share", distinct),
            }
        )
    return pd.DataFrame(rows)


def champions(runs: pd.DataFrame, tables: StateTables) -> pd.DataFrame:
    """A row per treatment about the champions of its solved runs; NaN where there are none.

    Returns
    -------
    champions, different : how many, and how many different genomes.
    distance : mean share of open states in which two champions differ, with the two drawn from
        different runs.
    examined : champions whose games against the Unbeatable Move Generator were followed.
    beat_umg : share of them that beat it with some chance when playing first.
    beat_listed_umg : the same against its listed port, whose turn counter is never reset.
    """
    rows = []
    opponents = {"beat_umg": umg_player(), "beat_listed_umg": umg_player(centre="anyone", late_turn=LATE_TURN)}
    for treatment, own in runs.groupby("treatment", sort=False):
        solved = own.loc[~own["censored"], "champion"]
        genes = boards(solved) if len(solved) else np.empty((0, len(tables.states)), np.uint8)
        players = [genome_player(champion, tables) for champion in genes[:CHAMPIONS_LOOKED_AT]]
        rows.append(
            {
                "treatment": treatment,
                "champions": len(genes),
                "different": len(set(solved)),
                "distance": _mean_distance(genes[:, tables.open]),
                "examined": len(players),
                **{name: _share_beating(opponent, players) for name, opponent in opponents.items()},
            }
        )
    return pd.DataFrame(rows)


def by_set(table: pd.DataFrame, comparisons: Mapping[str, Mapping[str, str]]) -> pd.DataFrame:
    """Rows of a table per treatment, for every comparison that the treatment is in: set, group, ..."""
    return pd.concat(
        [
            table[table["treatment"] == treatment].assign(set=comparison, group=label)
            for comparison, members in comparisons.items()
            for label, treatment in members.items()
        ]
    )


def exceedances(samples: Mapping[str, Mapping[str, NDArray[np.float64]]], thresholds: list[int]) -> pd.DataFrame:
    """Rows set, group, threshold, runs: how many runs took more generations than each threshold."""
    return pd.DataFrame(
        [
            {"set": name, "group": group, "threshold": threshold, "runs": int((values > threshold).sum())}
            for name, groups in samples.items()
            for group, values in groups.items()
            for threshold in thresholds
        ]
    )


def _share_beating(opponent: Player, players: list[Player]) -> float:
    if not players:
        return float("nan")
    return float(np.mean([outcome_chances(player, opponent).cross_wins > 0.0 for player in players]))


def _mean_distance(genes: NDArray[np.uint8]) -> float:
    """Mean share of loci at which two different rows' alleles differ, from allele counts."""
    n, loci = genes.shape
    if n < 2:
        return float("nan")
    counts = np.stack([(genes == allele).sum(axis=0) for allele in range(int(genes.max()) + 1)])
    same_pairs = (counts * (counts - 1)).sum() / 2
    return 1.0 - float(same_pairs) / (n * (n - 1) / 2 * loci)
