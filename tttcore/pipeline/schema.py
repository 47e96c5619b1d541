"""Schema of a stored table: its columns, and a name for messages."""

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    import pandas as pd


class Schema(NamedTuple):
    """Columns of a stored table, declared once by the package that writes it.

    Attributes
    ----------
    name : name of this kind of table in messages.
    columns : names and types, in order.
    """

    name: str
    columns: pa.Schema

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return list(self.columns.names)

    def empty(self) -> "pd.DataFrame":
        """Table without rows."""
        return self.columns.empty_table().to_pandas()
