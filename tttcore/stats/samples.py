"""The sets of samples that a study compares: the document's, ours of the same size, all of ours."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline.published_data import read_runs
from tttcore.pipeline.rows import Rows
from tttcore.pipeline.study import PUBLISHED, first_runs
from tttcore.stats.comparison import Groups, Sample


def samples(
    runs: Rows,
    comparisons: Mapping[str, Mapping[str, str]],
    published: Mapping[str, Any],
    *,
    length: str = "generations",
    unfinished: str = "censored",
) -> dict[str, Groups]:
    """Every set that is analysed, by name.

    ``published`` holds the document's runs, if their data are given; each comparison that repeats
    its design comes once with as many runs as the document has and once with all; other
    comparisons with all.

    Parameters
    ----------
    runs : a row per run, with treatment, replicate in rising order, and what the next two name.
    comparisons : sets of treatments, as label and treatment.
    published : the study's setting of that name.
    length, unfinished : columns that say how long runs took, and which are censored.
    """
    known = _samples(runs, length, unfinished)
    sets: dict[str, Groups] = {}
    if "data" in published:
        sets[PUBLISHED] = published_sample(published["data"])
    for comparison, members in comparisons.items():
        if comparison in published["repeated_by"]:
            count = published["replicates"]
            sets[first_runs(comparison, count)] = {
                label: Sample.of(known[treatment].values[:count], known[treatment].censored[:count])
                for label, treatment in members.items()
            }
        sets[comparison] = {label: known[treatment] for label, treatment in members.items()}
    return sets


def published_sample(path: str | Path) -> Groups:
    """The document's runs, see `published_files.read_runs`."""
    return {str(column): Sample.of(lengths) for column, lengths in read_runs(path).items()}


def labelled(table: pd.DataFrame, members: Mapping[str, str]) -> pd.DataFrame:
    """Rows of a comparison's treatments, with their labels as ``group`` in place of ``treatment``."""
    own = table[table["treatment"].isin(list(members.values()))]
    labels = {treatment: label for label, treatment in members.items()}
    return own.assign(treatment=own["treatment"].map(labels)).rename(columns={"treatment": "group"})


def _samples(runs: Rows, length: str, unfinished: str) -> dict[str, Sample]:
    """All runs of each treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in runs.by_treatment(length, unfinished):
        parts.setdefault(treatment, []).append(own[[length, unfinished]])
    whole = {treatment: pd.concat(own) for treatment, own in parts.items()}
    return {treatment: Sample.of(own[length], own[unfinished]) for treatment, own in whole.items()}
