"""Null results: differences that a document did not find, re-examined by power and equivalence."""

from collections.abc import Collection, Mapping
from typing import Any, Self

import pandas as pd

from tttcore.pipeline import settings
from tttcore.pipeline.messages import check_known
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.stats.published_design import POWER_GRID
from tttcore.studies.functions import module_of
from tttcore.studies.tables import Table


class NullResult(settings.NullResult):
    """Section ``null_result`` of a study's file."""

    @classmethod
    def of(
        cls, study: Mapping[str, Any], tables: Mapping[str, Table], claims: Collection[str], where: str
    ) -> Self | None:
        """Read and check the null result of a study; None if it has none.

        Parameters
        ----------
        study : ``null_result`` and ``comparisons`` of its configuration.
        tables : its tables, by name.
        claims : ids of its claims.
        where : name of the study's file, for messages.

        Raises
        ------
        ConfigError
            If a claim, table or set is unknown, or the grid is another table.
        """
        if not study.get("null_result"):
            return None
        found = cls(**study["null_result"])
        place = f"{where}: null_result"
        check_known([found.claim], claims, f"{place}.claim", "claim")
        grids = [name for name, table in tables.items() if {*table.columns} >= {*POWER_GRID}]
        check_known([found.grid], grids, f"{place}.grid", "grid of power")
        check_known(found.tables, tables, f"{place}.tables", "table")
        check_known(found.sets, [PUBLISHED, *study["comparisons"]], f"{place}.sets", "set")
        return found

    def rows(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the sets; all rows of a table without sets."""
        return table[table["set"].map(comparison_of).isin(self.sets)] if "set" in table else table


def margins(study: str) -> list[dict[str, Any]]:
    """Equivalence margins that a study's module of tables fixes: ``name``, ``unit`` and ``size`` of each."""
    return [margin._asdict() for margin in getattr(module_of(study, "tables"), "MARGINS", [])]
