"""Sessions of tabular learning as they are stored, made up for tests of their tables."""

from itertools import pairwise
from types import MappingProxyType

import numpy as np
import pandas as pd
from helpers.tables import InMemory
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.engines.tabular.engine import STORED, summarise
from tttcore.engines.tabular.schemas import MATCHES, OPPONENTS, QUALITY, TRACES
from tttcore.pipeline.rng import stream
from tttcore.stats.evidence import Evidence

SHARED = {"step": 0.1, "exploration": 0.3, "key": "owned"}
CLASSIC = {**SHARED, "board": {"name": "finite", "size": 3, "tie": "full"}, "need": 3, "games": 50_000}
RECIPES = MappingProxyType(
    {
        "3x3": CLASSIC,
        "3x3-fixed": {**CLASSIC, "target": "fixed"},
        "3x3-canonical": {**CLASSIC, "key": "canonical"},
        "infinite": {**SHARED, "board": {"name": "infinite", "limiter": 5}, "need": 5, "games": 30_000},
        "smarter": {**SHARED, "board": {"name": "smarter", "limiter": 2}, "need": 3, "games": 40_000},
    }
)
SESSIONS = 6


def mean(values):
    """Mean and its 95% interval by another package."""
    values = [*values]
    return [np.mean(values), *DescrStatsW(values).tconfint_mean()]


def columns(row, name):
    """A value of a row and its interval."""
    return [row[f"{name}{end}"] for end in ("", "_low", "_high")]


def of_treatment(table, treatment, replicate=None):
    """Rows of a treatment, or of one of its sessions."""
    own = table[table["treatment"] == treatment]
    return own if replicate is None else own[own["replicate"] == replicate]


def points(recipe):
    """Ends of windows: twice per decade from 1,000, at nine tenths and at the end."""
    games = recipe["games"]
    curve = [round(1000 * 10 ** (step / 2)) for step in range(9)]
    return sorted({*(point for point in curve if point < games), games * 9 // 10, games})


def traces(*, seed=1):
    """Table of ``tabular_traces``: rising shares, and policies that are best at the end of two sessions of three."""
    rng = stream(seed, "tests", "made up sessions")
    rows = []
    for treatment, recipe in RECIPES.items():
        classic = recipe["board"]["name"] == "finite"
        ends = points(recipe)
        for replicate in range(SESSIONS):
            for place, (start, end) in enumerate(pairwise([0, *ends])):
                share = 0.5 + 0.03 * place + rng.normal(0, 0.01)
                chances = [0.9 * share, 0.1 * classic, 1 - 0.9 * share - 0.1 * classic]
                won = rng.multinomial(end - start, chances)
                best = classic and replicate % 3 < 2 and place >= len(ends) - 1 - replicate % 2
                row = {"treatment": treatment, "replicate": replicate, "games": end}
                row |= dict(zip(("first", "drawn", "second"), won.tolist(), strict=True))
                row |= {"entries": int(200 * end**0.5) + replicate}
                rows.append(row | matches(rng, classic=classic) | quality(rng, classic=classic, best=best))
    return pd.DataFrame(rows)[TRACES.names]


def matches(rng, *, classic):
    found = {}
    for match in MATCHES:
        known = classic or not match.endswith(OPPONENTS[-1])
        won = rng.dirichlet([6, 2 * classic + 0.01, 3]) if known else [np.nan] * 3
        found |= {f"{match}_{name}": share for name, share in zip(("won", "drawn", "lost"), won, strict=True)}
    return found


def quality(rng, *, classic, best):
    if not classic:
        return dict.fromkeys(QUALITY, np.nan)
    found = {}
    for seat in ("first", "second"):
        mistakes = 0 if best else int(rng.integers(1, 20))
        found |= {f"{seat}_worst": 0.0 if best else -1.0, f"{seat}_mistakes": mistakes, f"{seat}_decisions": 90.0}
    return found


def runs(windows):
    """Table of ``tabular_runs`` of the sessions whose windows these are."""
    sessions = windows.groupby(["treatment", "replicate"], sort=False).agg(list).reset_index()
    replicates, games = sessions["replicate"], sessions["games"].map(max)
    stored = sessions.assign(
        seed=1,
        collisions=(3 * replicates).where(sessions["treatment"] == "3x3-fixed", 0),
        marks=(7 + replicates / 10) * games,
        grown=(replicates / 100 * games).where(sessions["treatment"] == "infinite", 0),
        champion="",
    )
    return summarise(stored, {name: {**recipe, "draws": "apart"} for name, recipe in RECIPES.items()}).runs


def evidence(states=None, *, seed=1):
    """A study of these sessions."""
    windows = traces(seed=seed)
    return Evidence(
        study="made-up",
        comparisons={},
        published={"replicates": 2, "repeated_by": [], "tables": {}},
        recipes=RECIPES,
        run_rows=InMemory(runs(windows)),
        trace_rows=InMemory(windows),
        states=states,
        seed=seed,
        stored=STORED,
    )
