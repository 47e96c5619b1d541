"""Gather stored batches: each run that is wanted once, in order."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.base.store import StoreError, read


def collect_runs(batches: Iterable[str | Path], *, wanted: dict[str, int], schema: str) -> pd.DataFrame:
    """A row per run of the first replicates of each treatment, whatever batches they lie in.

    Parameters
    ----------
    batches : files of runs.
    wanted : replicates per treatment, in the order that the table is to have.
    schema : of the files, a name in `base.schemas`.

    Raises
    ------
    StoreError
        If a file is damaged or of another kind, or a replicate is missing or there twice.
    """
    files = list(batches)
    runs = pd.concat([read(file, schema=schema) for file in files], ignore_index=True)
    parts = []
    for treatment, count in wanted.items():
        part = runs[(runs["treatment"] == treatment) & (runs["replicate"] < count)].sort_values("replicate")
        if not np.array_equal(part["replicate"], np.arange(count)):
            raise StoreError(
                f"{Path(files[0]).parents[1]}: replicates 0 to {count - 1} of {treatment} are not all there once; "
                "delete the treatment's folder and run again"
            )
        parts.append(part)
    return pd.concat(parts, ignore_index=True)
