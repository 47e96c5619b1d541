"""Sessions of tabular learning as they are stored, made up for tests of their tables."""

from itertools import pairwise

import numpy as np
import pandas as pd

from tttcore.engines.tabular.engine import summarise
from tttcore.engines.tabular.schemas import MATCHES, OPPONENTS, QUALITY, TRACES
from tttcore.pipeline.rng import stream

SHARED = {"step": 0.1, "exploration": 0.3, "key": "owned"}
CLASSIC = {**SHARED, "board": {"name": "finite", "size": 3, "tie": "full"}, "need": 3, "games": 50_000}
RECIPES = {
    "3x3": CLASSIC,
    "3x3-fixed": {**CLASSIC, "target": "fixed"},
    "3x3-canonical": {**CLASSIC, "key": "canonical"},
    "infinite": {**SHARED, "board": {"name": "infinite", "limiter": 5}, "need": 5, "games": 30_000},
    "smarter": {**SHARED, "board": {"name": "smarter", "limiter": 2}, "need": 3, "games": 40_000},
}
SESSIONS = 6


def of_treatment(table, treatment, replicate=None):
    """Rows of a treatment, or of one of its sessions."""
    own = table[table["treatment"] == treatment]
    return own if replicate is None else own[own["replicate"] == replicate]


def points(recipe):
    """Ends of windows: twice per decade from 1,000, at nine tenths and at the end."""
    games = recipe["games"]
    curve = [round(1000 * 10 ** (step / 2)) for step in range(9)]
    return sorted({*(point for point in curve if point < games), games * 9 // 10, games})


def traces():
    """Table of ``tabular_traces``: rising shares, and policies that are best at the end of two sessions of three."""
    rng = stream(1, "tests", "made up sessions")
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
                row |= {"entries": int(200 * end**0.5) + replicate} | dict.fromkeys(QUALITY, np.nan)
                for match in MATCHES:
                    known = classic or not match.endswith(OPPONENTS[-1])
                    shares = rng.dirichlet([6, 2 * classic + 0.01, 3]) if known else [np.nan] * 3
                    row |= {f"{match}_{name}": of for name, of in zip(("won", "drawn", "lost"), shares, strict=True)}
                for seat in ("first", "second") if classic else ():
                    row |= {f"{seat}_worst": best - 1.0, f"{seat}_decisions": 90.0}
                    row |= {f"{seat}_mistakes": 0 if best else int(rng.integers(1, 20))}
                rows.append(row)
    return pd.DataFrame(rows)[TRACES.names]


def runs(windows):
    """Table of ``tabular_runs`` of the sessions whose windows these are."""
    sessions = windows.groupby(["treatment", "replicate"], sort=False).agg(list).reset_index()
    replicates, games = sessions["replicate"], sessions["games"].map(max)
    grown = (replicates / 100 * games).where(sessions["treatment"] == "infinite", 0)
    collisions = (3 * replicates).where(sessions["treatment"] == "3x3-fixed", 0)
    stored = sessions.assign(seed=1, champion="", grown=grown, collisions=collisions)
    stored = stored.assign(marks=(7 + replicates / 10) * games)
    return summarise(stored, {name: {**recipe, "draws": "apart"} for name, recipe in RECIPES.items()}).runs


def spread(values):
    """The lower of six values' medians, with the least and the greatest."""
    ordered = sorted(values)
    return [ordered[2], ordered[0], ordered[5]]
