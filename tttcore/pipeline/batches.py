"""Plan of batches: replicates are split into files so that no replicate is computed twice."""

import re
from bisect import bisect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.compute as pc

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError, read_arrow
from tttcore.pipeline.study import QUICK, Study

LONGEST = 3600
"""Most seconds that a job of runs is planned for, unless one replicate takes longer or the user asks for more."""
_NAME = re.compile(r"(\d+)-(\d+)\.parquet")


class Batch(NamedTuple):
    """Replicates `start` to `stop` - 1 of a treatment, stored in one file."""

    start: int
    stop: int

    def __str__(self) -> str:
        return f"{self.start}-{self.stop}"


def plan(wanted: int, *, size: int, stored: Iterable[Batch] = ()) -> list[Batch]:
    """Batches that cover replicates 0 to `wanted` - 1, using stored batches where they fit.

    Gaps between stored batches are cut at multiples of `size`, so that the plan stays the same
    while its batches are being computed. The last batch may hold more replicates than wanted.

    Parameters
    ----------
    wanted : replicates, 1 or more.
    size : replicates in a new batch, 1 or more.
    stored : existing batches in any order; the longest of those with the same start is used.
    """
    longest = {batch.start: batch for batch in sorted(stored)}
    starts = [*longest, wanted]
    batches = []
    place = 0
    while place < wanted:
        if place in longest:
            batch = longest[place]
        else:
            next_start = starts[bisect(starts, place, hi=len(longest))]
            next_cut = (place // size + 1) * size
            batch = Batch(place, min(next_cut, next_start, wanted))
        batches.append(batch)
        place = batch.stop
    return batches


def plan_study(study: Study, settings: Mapping[str, Any], folder: str | Path) -> dict[str, list[Batch]]:
    """Batches of each treatment: stored ones, and new ones for missing replicates; one of all at the scale `QUICK`.

    Parameters
    ----------
    settings : of the project: ``scale``, ``batch_seconds`` and ``most_batches``.
    folder : where the stored batches of each treatment have a folder.
    """
    scale = settings["scale"]
    work = sum(each.replicates[scale] * each.seconds for each in study.treatments.values())
    seconds = job_seconds(work, least=settings["batch_seconds"], most=settings["most_batches"])
    found = {}
    for name, treatment in study.treatments.items():
        wanted = treatment.replicates[scale]
        size = wanted if scale == QUICK else treatment.batch_size(seconds)
        found[name] = plan(wanted, size=size, stored=stored_batches(Path(folder) / name))
    return found


def job_seconds(work: float, *, least: float, most: int) -> float:
    """Computing time per job: at least `least` seconds, and enough that `work` seconds make about `most` jobs.

    But no more than `LONGEST` for that: then there are more jobs.
    """
    return max(least, min(work / most, LONGEST))


def stored_batches(folder: str | Path) -> list[Batch]:
    """Batches that have a file in `folder`."""
    found = (batch_of(path) for path in Path(folder).glob("*.parquet"))
    return [batch for batch in found if batch and batch.start < batch.stop]


def batch_of(file: Path) -> Batch | None:
    """Batch that a file's name stands for; None if it is another file."""
    name = _NAME.fullmatch(file.name)
    return Batch(int(name[1]), int(name[2])) if name else None


def check_not_fewer(file: str | Path, wanted: Mapping[str, int]) -> None:
    """Check that a study's collected runs hold no more of a treatment than are wanted.

    Parameters
    ----------
    file : table with a row for each run and the column ``treatment``; one that isn't there, or is damaged, holds none.
    wanted : number of runs by treatment; runs of other treatments don't count.

    Raises
    ------
    ConfigError
        Naming the first treatment with more runs.
    OSError
        If the system refuses to read it, as without rights.
    """
    try:
        treatments = read_arrow(file, columns=["treatment"])["treatment"]
    except (StoreError, KeyError):
        return
    counts = {row["values"]: row["counts"] for row in pc.value_counts(treatments).to_pylist()}
    for name, number in wanted.items():
        if counts.get(name, 0) > number:
            raise ConfigError(
                f"{file}: holds {counts[name]:,} runs of {name!r}, whose results {number:,} would replace; `make "
                "quick` tries things in a folder of its own; to go on here, remove this file (stored batches stay)"
            )
