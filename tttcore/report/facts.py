"""Facts page: perfect play of 3x3, and exact numbers about the game by subject."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pandas as pd

from tttcore.claims.selectors import Selector
from tttcore.plots.numbers import number
from tttcore.report.site import Context


class Section(NamedTuple):
    """Heading of facts on a subject, and a paragraph below it."""

    heading: str
    about: str = ""


SECTIONS = {
    "lines": Section("Boards and positions"),
    "states": Section("States, and boxes of MENACE (Michie 1963)"),
    "games": Section("Games"),
    "game_value": Section("Who wins, and best moves"),
    "no_loss_strategies_second": Section(
        "Strategies that never lose",
        "A strategy has a cell for every state that it can meet. States are counted up to symmetry, and cells that "
        "lead to the same state as one.",
    ),
    "rmg_loses_to_random": Section("Opponents by rule: RMG and UMG of Ancheta et al. (2020)"),
}
"""Sections by the fact that begins them."""
SHORT = 15
"""Most characters of an exact number shown in full; longer ones are rounded, and shown in full on demand."""
DRAWN_PLIES = 2
"""Most marks of the states that are drawn."""
Fact = dict[Hashable, Any]


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
    rows = known.assign(quoted=[_cited(quoted, studies) for quoted in known["quoted"]]).to_dict("records")
    return {
        "sections": by_section(rows),
        "statements": claims_on_facts(verdicts, facts),
        "plies": by_plies(solution).to_dict("records"),
        "states": solution[solution["ply"] <= DRAWN_PLIES].to_dict("records"),
    }


def by_section(rows: Iterable[Fact]) -> dict[Section, list[Fact]]:
    """Exact facts by `SECTIONS`, in their order, each with its texts and its ``estimates``.

    ``shown`` is the number, with ≈ before what is rounded; ``in_full`` the exact one where that is too long to show.
    Facts that are known only as estimates from samples belong to the exact one before them.
    """
    found: dict[Section, list[Fact]] = {}
    section = Section("")
    for fact in rows:
        section = SECTIONS.get(str(fact["fact"]), section)
        if not fact["exact"]:
            found[section][-1]["estimates"].append(fact)
        else:
            found.setdefault(section, []).append({**fact, **_texts(fact), "estimates": []})
    return found


def _texts(fact: Fact) -> Fact:
    """Number for people, and the exact one if that is left out of it."""
    exact, rounded = fact["exact"], number(fact["value"])
    if len(exact) > SHORT:
        return {"shown": f"≈ {rounded}", "in_full": exact}
    if "/" not in exact:
        return {"shown": number(exact), "in_full": ""}
    sign = "=" if Fraction(exact) == Fraction(f"{fact['value']:.4g}") else "≈"
    return {"shown": f"{exact} {sign} {rounded}", "in_full": ""}


def _cited(quoted: str, studies: Mapping[str, str]) -> str:
    """Text on who quotes a fact, with documents instead of the names of studies."""
    for name, document in studies.items():
        quoted = quoted.replace(name, document)
    return quoted


def claims_on_facts(verdicts: Iterable[pd.DataFrame], facts: pd.DataFrame) -> dict[str, list[str]]:
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
