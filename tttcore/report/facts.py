"""The page of exact facts: every number of 3x3, how it is counted, who quotes it, and the solution by plies."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd

from tttcore.claims.selectors import Selector
from tttcore.report.site import render

SHORT = 15
"""Digits of the longest exact number that stands in full; a longer one is rounded, and in full on demand."""
DRAWN_PLIES = 2
"""States with up to so many marks are drawn."""


def write_facts_page(
    path: str | Path,
    *,
    studies: Mapping[str, str],
    facts: pd.DataFrame,
    solution: pd.DataFrame,
    verdicts: Iterable[pd.DataFrame],
) -> None:
    """Write the page of exact facts.

    Parameters
    ----------
    studies : title of each study, by name.
    facts, solution : see `exact.facts`; digits of states as text.
    verdicts : tables of ``verdicts``, whose measures tell which statements rest on a fact.
    """
    render(
        path,
        "facts.html.j2",
        here="facts.html",
        studies=studies,
        facts=facts.fillna("").to_dict("records"),
        statements=statements(verdicts, facts),
        short=SHORT,
        plies=by_plies(solution).to_dict("records"),
        states=solution[solution["ply"] <= DRAWN_PLIES].to_dict("records"),
    )


def statements(verdicts: Iterable[pd.DataFrame], facts: pd.DataFrame) -> dict[str, list[str]]:
    """Ids of the statements that rest on each fact, by its name; those that rest on none are left out."""
    found = defaultdict(list)
    for table in verdicts:
        for ident, measure in zip(table["id"], table["measure"], strict=True):
            selector = Selector.read(measure) if measure else None
            if selector and selector.table == "facts":
                for fact in selector.rows({"facts": facts})["fact"]:
                    found[fact].append(ident)
    return dict(found)


def by_plies(solution: pd.DataFrame) -> pd.DataFrame:
    """States by number of marks: how many, how many are open, and how many X wins, nobody does or O does."""
    values = solution["value"]
    marked = solution.assign(
        states=1, open=solution["plies_left"] > 0, cross=values == 1, nobody=values == 0, nought=values == -1
    )
    return marked.groupby("ply")[["states", "open", "cross", "nobody", "nought"]].sum().reset_index()
