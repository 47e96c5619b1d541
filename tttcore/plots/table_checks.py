"""Check and select the rows of tables that figures draw."""

from collections.abc import Sequence

import pandas as pd

from tttcore.pipeline.messages import ConfigError, enumerated


def require(table: pd.DataFrame, *columns: str) -> None:
    """Check that a table has rows and the given columns.

    Raises
    ------
    ConfigError
        If it is empty, or lacks columns: with the names of those that are missing and those present.
    """
    missing = [name for name in columns if name not in table.columns]
    if missing:
        raise ConfigError(f"missing {', '.join(missing)}; the table has {', '.join(map(str, table.columns))}")
    if table.empty:
        raise ConfigError("the table has no rows to draw")


def in_order(labels: "pd.Series[str]") -> list[str]:
    """Distinct labels in order of first appearance."""
    return [str(label) for label in labels.unique()]


def grouped(table: pd.DataFrame, treatments: Sequence[str], labels: Sequence[str] = ()) -> pd.DataFrame:
    """Select the rows of treatments in order, with labels as ``group``; ConfigError for one without rows."""
    require(table, "treatment")
    present = table["treatment"].unique().tolist()
    for treatment in treatments:
        if treatment not in present:
            known = enumerated(present)
            raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {known}")
    named = zip(treatments, labels or treatments, strict=True)
    return pd.concat([table[table["treatment"] == treatment].assign(group=label) for treatment, label in named])
