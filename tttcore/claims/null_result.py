"""A difference that a document did not find: what its design could have shown, and what ours shows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Self

import pandas as pd

from tttcore.pipeline.registry import ConfigError, choices
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.stats.margins import unit_and_size

GRID, MARGINS = "power_grid", "equivalence"
"""Kinds of the table that the slider shows and of the one that has margins."""


@dataclass(frozen=True)
class NullResult:
    """What a study's file says of a null result, under the key of that name.

    Attributes
    ----------
    claim : the statement.
    grid : table of the power at which the slider stops.
    tables : of which rows are shown, by name.
    sets : whose rows these are, where a table has several; of a comparison the first runs too.
    """

    claim: str
    grid: str
    tables: list[str]
    sets: list[str]

    @classmethod
    def of(cls, study: Mapping[str, Any], claims: Collection[str], where: str) -> Self | None:
        """Null result of a study, None if it has none.

        Parameters
        ----------
        study : of its configuration ``null_result``, ``tables`` and ``comparisons``.
        claims : ids of its claims.
        where : the file, for messages.

        Raises
        ------
        ConfigError
            If a claim, table or set isn't there or the grid is of another kind.
        """
        if not study["null_result"]:
            return None
        found = cls(**study["null_result"])
        place = f"{where}: null_result"
        _known([found.claim], claims, f"{place}.claim", "claim")
        _known([found.grid], study["tables"], f"{place}.grid", "table")
        _known(found.tables, study["tables"], f"{place}.tables", "table")
        _known(found.sets, [PUBLISHED, *study["comparisons"]], f"{place}.sets", "set")
        kind = study["tables"][found.grid]["name"]
        if kind != GRID:
            raise ConfigError(f"{place}.grid: {found.grid!r} is of the kind {kind!r}; needs one of the kind {GRID!r}")
        return found

    def rows(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the sets, or all where a table has none."""
        return table[table["set"].map(comparison_of).isin(self.sets)] if "set" in table else table


def margins(study: Mapping[str, Any], tables: list[str]) -> list[dict[str, Any]]:
    """Margins that a study's tables of equivalence were given: ``name``, ``unit`` and ``size`` of each."""
    asked = [study["tables"][name] for name in tables]
    given = [margin for table in asked if table["name"] == MARGINS for margin in table["margins"]]
    return [
        {"name": margin["name"], **dict(zip(("unit", "size"), unit_and_size(margin), strict=True))} for margin in given
    ]


def _known(names: list[str], known: Collection[str], where: str, kind: str) -> None:
    for name in names:
        if name not in known:
            raise ConfigError(f"{where}: unknown {kind} {name!r}{choices(name, list(known))}")
