"""Rows of verdicts made up by tests: whatever isn't given is empty."""

import math

import pandas as pd
import pyarrow as pa

from tttcore.claims.claims_file import sentence_of
from tttcore.claims.schemas import TYPES, VERDICTS

NUMBERS = [name for name, kind in TYPES.items() if kind == pa.float64()]
EMPTY = (
    dict.fromkeys(VERDICTS.names, "")
    | dict.fromkeys(NUMBERS, math.nan)
    | {"counted": True, "parts": 1, "readings": 0, "agreeing": 0, "verdict": "measured"}
)


def verdict_row(ident, **given):
    """A claim with an exact basis; ids of the columns must be known."""
    assert set(given) <= set(VERDICTS.names)
    usual = {"sentence": sentence_of(ident), "where": "1", "kind": "claim", "basis": "exact", "statement": ident}
    return EMPTY | {"id": ident} | usual | given


def verdict_table(*rows):
    return pd.DataFrame(rows, columns=VERDICTS.names)
