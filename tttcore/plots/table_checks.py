"""Check the tables that figures draw, and list their labels."""

import pandas as pd


def require(table: pd.DataFrame, *columns: str) -> None:
    """Check that a table has rows and the given columns.

    Raises
    ------
    ValueError
        If it is empty, or lacks columns: with the names of those that are missing and those present.
    """
    missing = [name for name in columns if name not in table.columns]
    if missing:
        raise ValueError(f"missing {', '.join(missing)}; the table has {', '.join(map(str, table.columns))}")
    if table.empty:
        raise ValueError("the table has no rows to draw")


def in_order(labels: "pd.Series[str]") -> list[str]:
    """Distinct labels in order of first appearance."""
    return [str(label) for label in labels.unique()]
