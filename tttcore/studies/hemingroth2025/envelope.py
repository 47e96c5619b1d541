"""Tests of the hypothesis that a published log is a run of a treatment, by global envelopes.

A run is a vector of its best and average fitness, generation by generation; one that stopped keeps its last values.
Under the hypothesis the log and n simulated runs are exchangeable, so a test in a window of generations that was
chosen beforehand rejects it at level a with a probability of at most a, whatever the curves' distribution.
The log's window wasn't: it ends where the log's run succeeded. In `own_window_chances` every run chooses its window so.

Sources: Myllymäki, Mrkvička, Grabarnik, Seijo & Hahn (2017), Global envelope tests for spatial processes,
J. R. Stat. Soc. B 79, 381-404; Myllymäki & Mrkvička (2024), GET: global envelopes in R, J. Stat. Softw. 111(3).
"""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import share_interval
from tttcore.studies.hemingroth2025.training_log import CURVES, TAIL, as_logged

ALPHA = 0.05

Curves = NDArray[np.float64]
"""(n, d): a row per run, a column per coordinate."""


@dataclass(frozen=True)
class RankEnvelope:
    """Result of a global rank envelope test, with curves ordered by extreme rank length.

    Attributes
    ----------
    p : proportion of all n + 1 curves that are at least as extreme as the observed one.
    low, high : (d,) span of the curves that remain when the most extreme ones, at most a share
        alpha of all, are left out; the observed one is among the n + 1.
    """

    p: float
    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Runs(NamedTuple):
    """Runs of a treatment.

    Attributes
    ----------
    curves : (n, c, g) values of each run's `CURVES` in g generations; the last values hold once it has stopped.
    lengths : (n,) generations until it stopped.
    solved : (n,) True if it ends with a perfect player.
    """

    curves: NDArray[np.float64]
    lengths: NDArray[np.int64]
    solved: NDArray[np.bool_]

    def vectors(self, generations: int) -> Curves:
        """(n, d) values of the first generations, up to a number, with coordinates as in `_log_vector`."""
        return self.curves[:, :, :generations].reshape(len(self.curves), -1)

    def only(self, chosen: NDArray[np.bool_]) -> "Runs":
        """The runs that are chosen."""
        return Runs(self.curves[chosen], self.lengths[chosen], self.solved[chosen])


def rank_envelope(observed: NDArray[np.float64], simulated: Curves, *, alpha: float = ALPHA) -> RankEnvelope:
    """Two-sided global rank envelope test with extreme rank length ordering.

    In each coordinate the n + 1 values are ranked, ties by mid-ranks as in GET, and a value's rank is
    counted from the nearer end. A curve whose ranks, in ascending order, come first in lexicographic
    order is the most extreme. Curves with equal ranks count as equally extreme, which makes p larger.

    Assumes exchangeable curves. Without ties, p <= alpha exactly if the observed curve leaves the envelope somewhere.

    Parameters
    ----------
    observed : (d,) values.
    simulated : (n, d) values, n from 1.
    alpha : 1 - coverage of the envelope.
    """
    curves = np.vstack([observed, simulated])
    share = extreme_rank_lengths(curves)
    central = curves[share > alpha]
    return RankEnvelope(float(share[0]), central.min(axis=0), central.max(axis=0))


def extreme_rank_lengths(curves: Curves) -> NDArray[np.float64]:
    """(n,) proportion of the n curves that are at least as extreme as each, itself included; see `rank_envelope`."""
    return _shares_of(_end_ranks(curves))


def own_window_chances(curves: Curves, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    """(n,) p-value of each run: probability that another is as extreme in its own window as this one is in its own.

    The window of a log ends where its run stopped, so that in it the log always reaches its end and other runs needn't.
    Here each run is compared with all others in the window that it would have chosen, which gives it a proportion as in
    `rank_envelope`; its p-value is the proportion of runs for which that is at most its own, itself included. It is
    exact if the runs are exchangeable, how long they go on included.

    Parameters
    ----------
    curves : (n, c, g) values of c curves in g generations.
    lengths : (n,) generations until each run stopped, from 1 to g.
    """
    ranks = _end_ranks(curves)
    shares = np.empty(len(curves))
    for length in np.unique(lengths):
        chosen = lengths == length
        shares[chosen] = _shares_of(ranks[:, :, :length].reshape(len(curves), -1))[chosen]
    return np.asarray(scipy.stats.rankdata(shares, method="max") / len(shares))


def _end_ranks(curves: Curves) -> Curves:
    """Ranks of the values among all curves, counted from the nearer end, ties by mid-ranks; shape of `curves`."""
    ranks = scipy.stats.rankdata(curves, method="average", axis=0)
    return np.asarray(np.minimum(ranks, len(curves) + 1 - ranks))


def _shares_of(ranks: Curves) -> NDArray[np.float64]:
    """(n,) proportion of n curves whose (d,) ranks, sorted, come at or before each one's in lexicographic order."""
    _, place, counts = np.unique(np.sort(ranks, axis=1), axis=0, return_inverse=True, return_counts=True)
    return np.asarray(np.cumsum(counts)[place.ravel()] / len(ranks))


LOG_FIT = {
    "treatment": "Treatment",
    "n": "Runs",
    **with_interval("solved", "Proportion solved"),
    "best_outside": "Generations with the best outside 95%",
    "average_outside": "Generations with the average outside 95%",
    "chance": "p (decides)",
    "chance_least": "Least possible p",
    **hidden("chance_solved", "erl_p", "erl_p_holm"),
}
"""Columns of `log_fit`."""


def log_fit(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """Tests of the hypothesis that the log is a run of each treatment, a row per treatment.

    Parameters
    ----------
    log : see `published_trajectories.read_log`.
    traces : see `training_log.as_logged`.

    Returns
    -------
    treatment, n : the treatment and its number of runs; no p-value can be below ``1 / (n + 1)``.
    erl_p : see `rank_envelope`, in the log's window.
    chance : see `own_window_chances`; chance_least : the least that it can be, 1 / (n + 1).
    solved, solved_low, solved_high : proportion of runs that end with a perfect player by the cap, with the exact
        interval.
    chance_solved : the p-value among these runs alone.
    best_outside, average_outside : number of generations in which the log is outside the pointwise 95% band.
    erl_p_holm : erl_p corrected over the treatments, to reject all of them.
    """
    from tttcore.stats.hypothesis_tests import holm  # noqa: PLC0415 (its libraries are slow to import)

    observed = _log_vector(log)
    rows = []
    for treatment, runs in _runs(log, traces).items():
        simulated = runs.vectors(len(log))
        outside = dict(zip(CURVES, np.split(_outside(observed, *_pointwise(simulated)), len(CURVES)), strict=True))
        rows.append(
            {
                "treatment": treatment,
                "n": len(simulated),
                "erl_p": rank_envelope(observed, simulated).p,
                "chance": _own_window_chances(log, runs)[0],
                "chance_least": 1 / (len(simulated) + 1),
                **share_interval("solved", int(runs.solved.sum()), len(simulated)),
                "chance_solved": _own_window_chances(log, runs.only(runs.solved))[0],
                **{f"{name}_outside": int(flags.sum()) for name, flags in outside.items()},
            }
        )
    table = pd.DataFrame(rows)
    return table.assign(erl_p_holm=holm(table["erl_p"]))


LOG_BANDS = hidden(
    "treatment",
    "curve",
    "generation",
    "published",
    "median",
    "low",
    "high",
    "global_low",
    "global_high",
)
"""Columns of `log_bands`; a page only links to them."""


def log_bands(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """Quantiles and envelopes of the runs of each treatment beside the log, generation by generation.

    Parameters
    ----------
    log, traces : see `log_fit`.

    Returns
    -------
    treatment, curve, generation : a row each; curve is best or average.
    published : the log's value.
    median, low, high : median, 2.5% and 97.5% quantiles of the runs.
    global_low, global_high : 95% global envelope, see `rank_envelope`.
    """
    observed = _log_vector(log)
    tables = []
    for treatment, runs in _runs(log, traces).items():
        simulated = runs.vectors(len(log))
        envelope = rank_envelope(observed, simulated)
        median, (low, high) = np.median(simulated, axis=0), _pointwise(simulated)
        tables.append(
            pd.DataFrame(product([treatment], CURVES, log["gen"]), columns=["treatment", "curve", "generation"]).assign(
                published=observed,
                median=median,
                low=low,
                high=high,
                global_low=envelope.low,
                global_high=envelope.high,
            )
        )
    return pd.concat(tables, ignore_index=True)


def _log_vector(log: pd.DataFrame) -> NDArray[np.float64]:
    """(d,) best fitness of each generation, then the average fitness."""
    return np.concatenate([log[column].to_numpy(float) for column in CURVES.values()])


def _own_window_chances(log: pd.DataFrame, runs: Runs) -> NDArray[np.float64]:
    """(n + 1,) p-values of the log and of each run, see `own_window_chances`."""
    generations = runs.curves.shape[2]
    observed = np.stack([log[column].to_numpy(float) for column in CURVES.values()])
    held = np.pad(observed, ((0, 0), (0, generations - len(log))), mode="edge")
    return own_window_chances(np.concatenate([held[None], runs.curves]), np.append(len(log), runs.lengths))


def _runs(log: pd.DataFrame, traces: pd.DataFrame) -> dict[str, Runs]:
    """Runs of each treatment over the generations of the longest of them or of the log, whichever are more."""
    found = {}
    for treatment, own in as_logged(traces).groupby("treatment", sort=False, observed=True):
        tables = [own.pivot(index="replicate", columns="generation", values=curve) for curve in CURVES]
        lengths = tables[0].notna().sum(axis=1).to_numpy()
        generations = range(1, max(*lengths, len(log)) + 1)
        curves = [table.reindex(columns=generations).ffill(axis=1).to_numpy() for table in tables]
        solved = curves[0][:, -1] == 1.0
        found[str(treatment)] = Runs(np.stack(curves, axis=1), lengths, solved)
    return found


def _pointwise(simulated: Curves) -> NDArray[np.float64]:
    """(2, d) quantiles that bound the pointwise 95% band."""
    return np.quantile(simulated, [TAIL, 1 - TAIL], axis=0)


def _outside(observed: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (observed < low) | (observed > high)
