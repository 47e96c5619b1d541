"""Refuse to replace results by those of fewer runs, as trying another scale would."""

from collections.abc import Mapping
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from tttcore.pipeline.messages import ConfigError


def check_not_fewer(file: str | Path, wanted: Mapping[str, int]) -> None:
    """Check that a study's collected runs hold no more of a treatment than are wanted.

    Parameters
    ----------
    file : table with a row for each run and the column ``treatment``; one that isn't there, or is damaged, holds none.
    wanted : number of runs by treatment; runs of other treatments don't count.

    Raises
    ------
    ConfigError
        Naming the first treatment of which there are more.
    """
    try:
        treatments = pq.read_table(file, columns=["treatment"])["treatment"]
    except (OSError, ValueError, KeyError):
        return
    counts = {row["values"]: row["counts"] for row in pc.value_counts(treatments).to_pylist()}
    for name, number in wanted.items():
        if counts.get(name, 0) > number:
            raise ConfigError(
                f"{file}: holds {counts[name]:,} runs of {name!r}, whose results {number:,} would replace; `make "
                "quick` tries things in a folder of its own; to go on here, remove this file (stored batches stay)"
            )
