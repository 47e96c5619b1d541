"""Tables that may be too large for memory: rows read in parts or as a whole, from a file."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from tttcore.pipeline.schema import Schema
from tttcore.pipeline.store import read, read_parts


class Rows(ABC):
    """Rows of a table in order, which can be iterated repeatedly."""

    @property
    @abstractmethod
    def columns(self) -> list[str]:
        """Names of the columns."""

    @abstractmethod
    def parts(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Yield the rows in parts, restricted to `columns` if given; the rows of a run are in one part."""

    @abstractmethod
    def whole(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """All rows, restricted to `columns` if given."""

    def by_treatment(self, *columns: str) -> Iterator[tuple[str, pd.DataFrame]]:
        """Yield the name of a treatment and its rows, with some columns, for each treatment of each part."""
        for part in self.parts(["treatment", *columns]):
            for treatment, own in part.groupby("treatment", sort=False, observed=True):
                yield str(treatment), own


@dataclass(frozen=True)
class InFile(Rows):
    """Rows of a stored table.

    Attributes
    ----------
    path : its file; reading raises StoreError if it can't be used.
    schema : its columns.
    """

    path: str | Path
    schema: Schema

    @property
    def columns(self) -> list[str]:
        """See `Rows.columns`."""
        return self.schema.names

    def parts(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """See `Rows.parts`."""
        return read_parts(self.path, schema=self.schema, columns=columns)

    def whole(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """See `Rows.whole`."""
        return read(self.path, schema=self.schema, columns=columns)
