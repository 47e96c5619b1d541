"""Test the hypothesis that a published log is a run of a treatment: global envelopes and curve distances.

A run is a vector of its best and average fitness in the generations of the log; one that stopped earlier
keeps its last values. Under the hypothesis the log and n simulated runs are exchangeable, so each test here
rejects it at level a with a probability of at most a, whatever the curves' distribution.

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

from tttcore.studies.hemingroth2025.training_log import CURVES, TAIL, as_logged, yes_or_no

ALPHA = 0.05

Curves = NDArray[np.float64]
"""(n, d): a row per run, a column per coordinate."""


@dataclass(frozen=True)
class RankEnvelope:
    """Result of a global rank envelope test, with curves ordered by extreme rank length.

    Attributes
    ----------
    p : share of all n + 1 curves that are at least as extreme as the observed one.
    low, high : (d,) span of the curves that remain when the most extreme ones, at most a share
        alpha of all, are left out; the observed one is among the n + 1.
    """

    p: float
    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Deviation(NamedTuple):
    """Studentised maximum deviation of a curve, its p-value, and the coordinate of the maximum."""

    distance: float
    p: float
    coordinate: int


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
    """(n,) share of the n curves that are at least as extreme as each, itself included; see `rank_envelope`."""
    ranks = scipy.stats.rankdata(curves, method="average", axis=0)
    extremes = np.sort(np.minimum(ranks, len(curves) + 1 - ranks), axis=1)
    _, place, counts = np.unique(extremes, axis=0, return_inverse=True, return_counts=True)
    return np.cumsum(counts)[place.ravel()] / len(curves)


def studentised_deviation(observed: NDArray[np.float64], simulated: Curves) -> Deviation:
    """Maximum deviation of a curve from the others' mean, in their standard deviations.

    Each of the n + 1 curves is measured against the n others, the observed one among them, so that the
    n + 1 distances are exchangeable if the curves are and p, the share of them that are at least as large
    as the observed one's, is exact. A coordinate in which the others don't vary deviates infinitely, or
    not at all if the value is theirs. NaN if n is 1.

    Parameters
    ----------
    observed : (d,) values.
    simulated : (n, d) values.
    """
    curves = np.vstack([observed, simulated])
    others = len(curves) - 1
    if others < 2:
        return Deviation(np.nan, np.nan, 0)
    centred = curves - np.median(curves, axis=0)  # so that others that don't vary add up to exactly 0
    sums = centred.sum(axis=0) - centred
    squares = (centred**2).sum(axis=0) - centred**2
    spread = np.sqrt(np.maximum(squares - sums**2 / others, 0) / (others - 1))
    away = np.abs(centred - sums / others)
    studentised = np.divide(away, spread, out=np.where(away > 0, np.inf, 0.0), where=spread > 0)
    distances = studentised.max(axis=1)
    p = np.count_nonzero(distances >= distances[0]) / len(curves)
    return Deviation(float(distances[0]), p, int(studentised[0].argmax()))


def log_fit(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """Tests of the hypothesis that the log is a run of each treatment, a row per treatment.

    Parameters
    ----------
    log : see `log_file.read_log`.
    traces : see `training_log.as_logged`.

    Returns
    -------
    treatment, n : the treatment and its number of runs; p-values can't be below ``1 / (n + 1)``.
    erl_p : see `rank_envelope`.
    distance, distance_p : see `studentised_deviation`.
    extreme_curve, extreme_generation : place of that deviation.
    best_outside, average_outside : number of generations in which the log is outside the pointwise 95% band.
    compatible : ``yes`` if erl_p > 0.05. Uncorrected: the treatments with ``yes`` are a 95% confidence
        set of the one that the log comes from.
    erl_p_holm, distance_p_holm : p-values corrected over the treatments, to reject all of them.
    """
    from tttcore.stats.hypothesis_tests import holm  # noqa: PLC0415 (its libraries are slow to import)

    observed, coordinates = _log_vector(log), list(product(CURVES, log["gen"]))
    rows = []
    for treatment, simulated in _run_vectors(log, traces).items():
        envelope = rank_envelope(observed, simulated)
        deviation = studentised_deviation(observed, simulated)
        outside = dict(zip(CURVES, np.split(_outside(observed, *_pointwise(simulated)), len(CURVES)), strict=True))
        curve, generation = coordinates[deviation.coordinate]
        rows.append(
            {
                "treatment": treatment,
                "n": len(simulated),
                "erl_p": envelope.p,
                "distance": deviation.distance,
                "distance_p": deviation.p,
                "extreme_curve": curve,
                "extreme_generation": generation,
                **{f"{name}_outside": int(flags.sum()) for name, flags in outside.items()},
                "compatible": yes_or_no(envelope.p > ALPHA),
            }
        )
    table = pd.DataFrame(rows)
    return table.assign(**{f"{p}_holm": holm(table[p]) for p in ("erl_p", "distance_p")})


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
    share_below, share_equal : shares of the runs that are below the log, and that equal it.
    outside, outside_global : True where the log is outside the quantiles, and outside the envelope.
    """
    observed = _log_vector(log)
    tables = []
    for treatment, simulated in _run_vectors(log, traces).items():
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
                share_below=(simulated < observed).mean(axis=0),
                share_equal=(simulated == observed).mean(axis=0),
                outside=_outside(observed, low, high),
                outside_global=_outside(observed, envelope.low, envelope.high),
            )
        )
    return pd.concat(tables, ignore_index=True)


def _log_vector(log: pd.DataFrame) -> NDArray[np.float64]:
    """(d,) best fitness of each generation, then the average fitness."""
    return np.concatenate([log[column].to_numpy(float) for column in CURVES.values()])


def _run_vectors(log: pd.DataFrame, traces: pd.DataFrame) -> dict[str, Curves]:
    """(n, d) runs of each treatment over the generations of the log, coordinates as in `_log_vector`."""
    vectors = {}
    for treatment, own in as_logged(traces).groupby("treatment", sort=False, observed=True):
        tables = [own.pivot(index="replicate", columns="generation", values=curve) for curve in CURVES]
        vectors[str(treatment)] = np.hstack([table.ffill(axis=1).reindex(columns=log["gen"], method="ffill").to_numpy()
                                             for table in tables])  # fmt: skip
    return vectors


def _pointwise(simulated: Curves) -> NDArray[np.float64]:
    """(2, d) quantiles that bound the pointwise 95% band."""
    return np.quantile(simulated, [TAIL, 1 - TAIL], axis=0)


def _outside(observed: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (observed < low) | (observed > high)
