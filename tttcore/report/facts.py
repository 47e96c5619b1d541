"""Page of exact facts of 3x3: numbers, how they are counted, the claims on them, the solution by ply."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import pandas as pd

from tttcore.claims.selectors import Selector
from tttcore.report.site import Context

SHORT = 15
"""Most digits of an exact number shown in full; longer ones are rounded, and shown in full on demand."""
DRAWN_PLIES = 2
"""Most marks of the states that are drawn."""


def facts_context(
    *, facts: pd.DataFrame, solution: pd.DataFrame, verdicts: Iterable[pd.DataFrame], studies: Mapping[str, str]
) -> Context:
    """Context of the page of exact facts.

    Parameters
    ----------
    facts, solution : see `exact.facts`; digits of states as text.
    verdicts : tables in the schema ``verdicts``, whose selectors name facts.
    studies : documents as pages cite them, by the names of their studies, which facts have.
    """
    known = facts.fillna("")
    return {
        "facts": known.assign(quoted=[_cited(quoted, studies) for quoted in known["quoted"]]).to_dict("records"),
        "statements": statements(verdicts, facts),
        "short": SHORT,
        "plies": by_plies(solution).to_dict("records"),
        "states": solution[solution["ply"] <= DRAWN_PLIES].to_dict("records"),
    }


def _cited(quoted: str, studies: Mapping[str, str]) -> str:
    """Text on who quotes a fact, with documents instead of the names of studies."""
    for name, document in studies.items():
        quoted = quoted.replace(name, document)
    return quoted


def statements(verdicts: Iterable[pd.DataFrame], facts: pd.DataFrame) -> dict[str, list[str]]:
    """Ids of the claims that are judged by each fact, by its name; facts without claims are left out."""
    found = defaultdict(list)
    for table in verdicts:
        for ident, measure in zip(table["id"], table["measure"], strict=True):
            selector = Selector.read(measure) if measure else None
            if selector and selector.table == "facts":
                for fact in selector.rows({"facts": facts})["fact"]:
                    found[fact].append(ident)
    return dict(found)


def by_plies(solution: pd.DataFrame) -> pd.DataFrame:
    """Number of states by marks on the board: all, open ones, won by X, drawn and won by O under best play."""
    values = solution["value"]
    marked = solution.assign(
        states=1, open=solution["plies_left"] > 0, cross=values == 1, nobody=values == 0, nought=values == -1
    )
    return marked.groupby("ply")[["states", "open", "cross", "nobody", "nought"]].sum().reset_index()
