"""Tables at hand, whole or in parts, without files."""

import math
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa

from tttcore.claims.claims_file import sentence_of
from tttcore.claims.schemas import TYPES, VERDICTS
from tttcore.pipeline.store import Rows
from tttcore.plots.evidence import Files


@dataclass(frozen=True, eq=False)
class InMemory(Rows):
    """Rows of a table at hand."""

    table: pd.DataFrame

    @property
    def columns(self):
        return list(self.table.columns)

    def parts(self, columns=None):
        yield self.whole(columns)

    def whole(self, columns=None):
        return self.table if columns is None else self.table[list(columns)]


@dataclass(frozen=True, eq=False)
class Parted(InMemory):
    """A table at hand that comes in parts of a few runs of a treatment, in the order in which runs first appear."""

    runs: int = 1

    def parts(self, columns=None):
        keys = ["treatment", "replicate"]
        order = self.table[keys].drop_duplicates()
        for treatment in order["treatment"].unique():
            replicates = order.loc[order["treatment"] == treatment, "replicate"].to_numpy()
            own = self.table[self.table["treatment"] == treatment]
            for start in range(0, len(replicates), self.runs):
                part = own[own["replicate"].isin(replicates[start : start + self.runs])]
                yield part if columns is None else part[list(columns)]


def same_in_parts(make, table, **exactness):
    """True if `make` finds the same, however many runs come at a time."""
    whole = make(InMemory(table))
    for runs in (1, 3):
        pd.testing.assert_frame_equal(make(Parted(table, runs)), whole, **exactness)


NO_FILES = Files(runs=Path("no"), traces=Path("no"), tables=Path("no"), states=Path("no"), batches=[])


NUMBERS = [name for name, kind in TYPES.items() if kind == pa.float64()]
EMPTY = (
    dict.fromkeys(VERDICTS.names, "")
    | dict.fromkeys(NUMBERS, math.nan)
    | {"counted": True, "contrary": False, "changed": False, "verdict": "measured"}
    | {"parts": 1, "readings": 0, "agreeing": 0}
)


def verdict_row(ident, **given):
    """A claim with an exact basis; ids of the columns must be known."""
    assert set(given) <= set(VERDICTS.names)
    usual = {"sentence": sentence_of(ident), "where": "1", "kind": "claim", "basis": "exact", "statement": ident}
    return EMPTY | {"id": ident} | usual | given


def verdict_table(*rows):
    return pd.DataFrame(rows, columns=VERDICTS.names)
