"""What figures ask of the tables they are given."""

import pandas as pd


def require(table: pd.DataFrame, *columns: str) -> None:
    """Refuse a table that is empty or lacks a column.

    Raises
    ------
    ValueError
        With the names of the missing columns and of those present.
    """
    missing = [name for name in columns if name not in table.columns]
    if missing:
        raise ValueError(f"missing {', '.join(missing)}; the table has {', '.join(map(str, table.columns))}")
    if table.empty:
        raise ValueError("the table has no rows to draw")


def in_order(labels: "pd.Series[str]") -> list[str]:
    """Different labels in the order in which they first appear."""
    return [str(label) for label in labels.unique()]
