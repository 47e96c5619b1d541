"""Null results: differences that a document did not find, re-examined by power and equivalence."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Self

import pandas as pd

from tttcore.pipeline.messages import ConfigError, check_known
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.stats.margins import unit_and_size

GRID, MARGINS = "power_grid", "equivalence"
"""Kinds of the table that the sliders show, and of the tables with equivalence margins."""


@dataclass(frozen=True)
class NullResult:
    """Section ``null_result`` of a study's file.

    Attributes
    ----------
    claim : id of the claim.
    grid : name of the table of power at the stops of the sliders.
    tables : names of the tables that the page shows.
    sets : sets of samples whose rows are shown; a comparison includes its first runs.
    """

    claim: str
    grid: str
    tables: list[str]
    sets: list[str]

    @classmethod
    def of(cls, study: Mapping[str, Any], claims: Collection[str], where: str) -> Self | None:
        """Read and check the null result of a study; None if it has none.

        Parameters
        ----------
        study : ``null_result``, ``tables`` and ``comparisons`` of its configuration.
        claims : ids of its claims.
        where : name of the study's file, for messages.

        Raises
        ------
        ConfigError
            If a claim, table or set is unknown or the grid is of another kind.
        """
        if not study["null_result"]:
            return None
        found = cls(**study["null_result"])
        place = f"{where}: null_result"
        check_known([found.claim], claims, f"{place}.claim", "claim")
        check_known([found.grid], study["tables"], f"{place}.grid", "table")
        check_known(found.tables, study["tables"], f"{place}.tables", "table")
        check_known(found.sets, [PUBLISHED, *study["comparisons"]], f"{place}.sets", "set")
        kind = study["tables"][found.grid]["name"]
        if kind != GRID:
            raise ConfigError(f"{place}.grid: {found.grid!r} is of the kind {kind!r}; needs one of the kind {GRID!r}")
        return found

    def rows(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the sets; all rows of a table without sets."""
        return table[table["set"].map(comparison_of).isin(self.sets)] if "set" in table else table


def margins(study: Mapping[str, Any], tables: list[str]) -> list[dict[str, Any]]:
    """Equivalence margins of a study's tables: ``name``, ``unit`` and ``size`` of each."""
    settings = [study["tables"][name] for name in tables]
    given = [margin for table in settings if table["name"] == MARGINS for margin in table["margins"]]
    return [
        {"name": margin["name"], **dict(zip(("unit", "size"), unit_and_size(margin), strict=True))} for margin in given
    ]
