"""Gather stored batches into one table of runs and one of traces."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.base.store import StoreError, read


def collect_runs(batches: Iterable[str | Path], *, wanted: dict[str, int]) -> pd.DataFrame:
    """Table of ``runs`` of the first replicates of each treatment, whatever batches they lie in.

    Parameters
    ----------
    batches : files of runs.
    wanted : replicates per treatment, in the order that the table is to have.

    Raises
    ------
    StoreError
        If a file is damaged or not a table of runs, or a replicate is missing or there twice.
    """
    files = list(batches)
    runs = pd.concat([read(file, schema="runs") for file in files], ignore_index=True)
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


CHAMPIONS = 100
"""No-loss players of each treatment that are handed out."""


def champions_of(runs: pd.DataFrame) -> pd.DataFrame:
    """Treatment, replicate, generations and genome of the first no-loss players of each treatment."""
    solved = runs[~runs["censored"]].groupby("treatment", sort=False).head(CHAMPIONS)
    return solved[["treatment", "replicate", "generations", "champion"]].rename(columns={"champion": "genome"})


def traces_of(runs: pd.DataFrame) -> pd.DataFrame:
    """A row per generation of every run: treatment, replicate, generation, best, mean, distinct.

    Each run's last generation has the number that the run ended with.
    """
    lengths = runs["best"].str.len().to_numpy()
    ends = np.cumsum(lengths)
    last = runs["generations"].to_numpy()
    return pd.DataFrame(
        {
            "treatment": np.repeat(runs["treatment"].to_numpy(), lengths),
            "replicate": np.repeat(runs["replicate"].to_numpy(), lengths),
            "generation": (np.arange(lengths.sum()) - np.repeat(ends - 1 - last, lengths)).astype(np.int32),
            "best": np.concatenate(runs["best"].to_list()),
            "mean": np.concatenate(runs["mean"].to_list()),
            "distinct": np.concatenate(runs["distinct"].to_list()).astype(np.int32),
        }
    )
