"""Tables of the project on data that tests can compute again by other packages.

Table 6 is a document's ninety runs and the log another's single one; stopped runs, games and openings are drawn.
"""

import math
from functools import cache
from itertools import permutations

import numpy as np
import pandas as pd
from project import ROOT
from scipy import stats

from tttcore.stats.comparison import Sample, anova, effect_sizes, omnibus, summaries
from tttcore.stats.intervals import mean_interval, median_interval, share_difference
from tttcore.stats.pairwise import Margin, equivalence, pairwise
from tttcore.stats.power import design_table
from tttcore.stats.predictions import place_of_count
from tttcore.stats.ratings import rating_differences, ratings
from tttcore.stats.runtimes import ecdf, exceedances, survival
from tttcore.stats.samples import published_sample
from tttcore.stats.spreads import spreads
from tttcore.studies.osipa2017.outcomes import openings
from tttcore.studies.post1999.growth import growth_laws

TABLE6 = published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")
C, R, U = (sample.values for sample in TABLE6.values())
EACH = [C, R, U]
LOG = pd.read_csv(ROOT / "config" / "published" / "hemingroth2025_log.csv")
CAP, RESAMPLES, PLAYERS = 30, 20_000, ("deep", "shallow", "random")


def drawn(seed):
    return np.random.default_rng(seed)


def stopped(mean, seed):
    """Sixty runs of a geometric length, stopped at the cap."""
    lengths = drawn(seed).geometric(1 / mean, 60)
    return Sample.of(np.minimum(lengths, CAP), lengths > CAP)


STOPPED = {"quick": stopped(8, 1), "slow": stopped(14, 2)}
QUICK, SLOW = STOPPED.values()


@cache
def games():
    """Thirty games of every two of three players in either seat; the first is ahead."""
    rng, strength = drawn(3), dict(zip(PLAYERS, (1.0, 0.2, -1.2), strict=True))
    rows = []
    for first, second in permutations(PLAYERS, 2):
        chance = 1 / (1 + math.exp(strength[second] - strength[first] - 0.3))
        rows += [(first, second, rng.choice([1, 2, 0], p=[0.9 * chance, 0.9 * (1 - chance), 0.1])) for _ in range(30)]
    return pd.DataFrame(rows, columns=["first", "second", "winner"]).astype({"winner": "int8"})


@cache
def opened():
    """Games of nine boards that X wins more often after some first moves."""
    opening = np.tile(np.arange(81), 40)
    wins = drawn(4).random(opening.size) < 0.4 + 0.2 * (opening % 9 == 4)
    winner = np.where(wins, 1, 2).astype("int8")
    return pd.DataFrame({"treatment": "drawn", "opening": opening.astype("int8"), "winner": winner})


@cache
def tables():
    """Our tables, by name."""
    both = {"table 6": TABLE6, "stopped": STOPPED}

    def of_each(make):
        return pd.concat([make(groups).assign(set=name) for name, groups in both.items()])

    margins = [Margin("two", 2.0, "generations")]
    effect = effect_sizes(TABLE6).set_index("effect").loc["cohen_f", "value"]
    players = {name: {"name": name} for name in PLAYERS}
    intervals = {
        "median of umg": median_interval("value", U),
        "mean of log's best": mean_interval("value", LOG["best"]),
        "over eight, control less rmg": share_difference(
            "value", (int((C > 8).sum()), C.size), (int((R > 8).sum()), R.size)
        ),
    }
    return {
        "summaries": of_each(summaries),
        "anova": of_each(anova),
        "omnibus": of_each(omnibus),
        "effects": effect_sizes(TABLE6),
        "pairwise": of_each(lambda groups: pairwise(groups, resamples=RESAMPLES, rng=drawn(5))),
        "equivalence": equivalence(TABLE6, margins=margins),
        "spreads": spreads(TABLE6, resamples=RESAMPLES, rng=drawn(6)),
        "survival": survival(STOPPED),
        "ecdf": ecdf(STOPPED, CAP),
        "exceedances": exceedances(TABLE6, thresholds=[10]),
        "power": design_table(groups=3, per_group=30, observed_f=effect, alphas=[0.05, 0.1], power=0.8),
        "strong": design_table(groups=3, per_group=30, observed_f=0.3, alphas=[0.05], power=0.8),
        "intervals": pd.DataFrame([{"name": name, **found} for name, found in intervals.items()]),
        "ratings": ratings(games(), players),
        "rated": rating_differences(games(), players),
        "openings": openings(opened()),
        "laws": growth_laws(LOG.assign(series="log", x=LOG["gen"]), "time_s"),
        "counts": pd.DataFrame([place_of_count(np.repeat(np.arange(31), BINOMIAL), 12, most=30)]),
    }


BINOMIAL = np.round(stats.binom.pmf(np.arange(31), 30, 0.25) * 1e7).astype(int)
"""Documents of ten million that report each count."""
