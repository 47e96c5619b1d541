"""Null results: differences that a document did not find, re-examined by power and equivalence."""

from collections.abc import Collection, Mapping
from typing import Any, Self

import pandas as pd

from tttcore.pipeline import settings
from tttcore.pipeline.messages import check_known
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.studies.functions import module_of


class NullResult(settings.NullResult):
    """Section ``null_result`` of a study's file."""

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
            If a claim, table or set is unknown.
        """
        if not study.get("null_result"):
            return None
        found = cls(**study["null_result"])
        place = f"{where}: null_result"
        check_known([found.claim], claims, f"{place}.claim", "claim")
        check_known([found.grid], study["tables"], f"{place}.grid", "table")
        check_known(found.tables, study["tables"], f"{place}.tables", "table")
        check_known(found.sets, [PUBLISHED, *study["comparisons"]], f"{place}.sets", "set")
        return found

    def rows(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the sets; all rows of a table without sets."""
        return table[table["set"].map(comparison_of).isin(self.sets)] if "set" in table else table


def margins(study: str) -> list[dict[str, Any]]:
    """Equivalence margins that a study's module of tables fixes: ``name``, ``unit`` and ``size`` of each."""
    return [margin._asdict() for margin in getattr(module_of(study, "tables"), "MARGINS", [])]
