"""A chart of every kind, of small tables."""

import math

import pandas as pd

from tttcore.plots.charts.chart import Chart
from tttcore.studies.charts import charts_of

KINDS = {
    "ecdf": "ecdf",
    "survival": "survival",
    "traces": "trajectories",
    "genes": "gene_quantiles",
    "alleles": "alleles",
}
"""Table of each kind."""

_TWO = {"treatments": ["a", "b"], "labels": ["first", "</script>"]}
_OPTIONS = {
    "ecdf": {"set": "listed"},
    "survival": {"set": "listed"},
    "traces": {"table": "trajectories", "xlabel": "Game", "ylabel": "Value", **_TWO},
    "genes": _TWO,
    "alleles": _TWO,
}
CHARTS = {
    kind: {"name": kind, "title": f"Title of {kind}", "caption": "Caption", **options}
    for kind, options in _OPTIONS.items()
}
STUDY = {
    "study": "made-up",
    "engine": "genies",
    "treatments": {"a": {}, "b": {}},
    "comparisons": {"listed": {"control": "a", "umg": "b"}},
    "published": {},
    "tables": {name: {"name": name} for name in KINDS.values()},
}
_REACHED = {
    "control": [0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1],
    "umg": [0, 0, 0, 0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.4],
}
_ECDF = [
    {"set": name, "group": group, "generation": at, "fraction": share}
    for name in ("listed", "all treatments")
    for group, shares in _REACHED.items()
    for at, share in enumerate(shares)
]
_SURVIVAL = [
    {"set": "listed", "group": group, "generation": at, "survival": left, "low": low, "high": high, "at_risk": risk}
    for group, at, left, low, high, risk in [
        ("control", 0, 1.0, 1.0, 1.0, 8),
        ("control", 2, 0.75, 0.31, 0.93, 8),
        ("control", 8, 0.123456, 0.01, 0.4, 3),
        ("umg", 0, 1.0, 1.0, 1.0, 8),
        ("umg", 3, 0.8, 0.5, 0.95, 8),
        ("umg", 9, 0.6, 0.2, 0.8, 3),
    ]
]
_TRAJECTORIES = [
    {"treatment": treatment, "step": step, "going": 9, "median": step / 2, "low": step / 2 - 1, "high": step / 2 + 1}
    for treatment in ("b", "a")
    for step in range(10)
]
_GENES = [
    {"treatment": treatment, "gene": gene, "place": place, "n": 9, "median": place, "lower": place - 0.5,
     "upper": place + 1 / 3, "low": place - 2, "high": place + 3}
    for treatment in ("a", "b")
    for place, gene in enumerate(("-1", "0", "+1"))
]  # fmt: skip
_ALLELES = [
    {"treatment": treatment, "board": "000000012", "cell": cell, "n": n, "champions": count,
     "share": share, "share_low": share - 0.1, "share_high": share + 0.1}
    for treatment, cell, n, count, share in [
        ("a", 1, 4, 1, 0.25), ("a", 5, 4, 3, 0.75), ("b", 1, 0, 0, math.nan), ("b", 5, 0, 0, math.nan),
    ]
]  # fmt: skip
TABLES = {
    "ecdf": pd.DataFrame(_ECDF),
    "survival": pd.DataFrame(_SURVIVAL),
    "trajectories": pd.DataFrame(_TRAJECTORIES),
    "gene_quantiles": pd.DataFrame(_GENES),
    "alleles": pd.DataFrame(_ALLELES),
}


def drawn(kind: str, **options: object) -> Chart:
    """A chart of a kind, named by it."""
    engine = "genetic_algorithm" if kind == "alleles" else "genies"
    (chart,) = charts_of({**STUDY, "engine": engine, "charts": {kind: {**CHARTS[kind], **options}}}, TABLES)
    return chart
