"""A table's schema under the name that messages call it by."""

from typing import NamedTuple

import pandas as pd
import pyarrow as pa


class Schema(NamedTuple):
    """Columns of a stored table, declared once by whoever writes it.

    Attributes
    ----------
    name : kind of table, for messages.
    columns : names and types, in order.
    """

    name: str
    columns: pa.Schema

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return list(self.columns.names)

    def empty(self) -> pd.DataFrame:
        """Table without rows."""
        return self.columns.empty_table().to_pandas()
