"""Sets of samples that a study compares: the document's runs, as many of ours, and all of ours."""

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
    """Samples of every set, by its name.

    ``published`` holds the document's runs, if their data are given; a comparison that repeats the document's
    design has two sets, one with as many runs as the document and one with all; others have one, with all runs.

    Parameters
    ----------
    runs : a row per run, with treatment, replicate in rising order, and what the next two name.
    comparisons : treatments by label, for each comparison.
    published : the section ``published`` of the study's file.
    length, unfinished : columns of the run lengths and of the marks of censoring.
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
    """Samples of the document's runs.

    See `pipeline.published_data.read_runs`.
    """
    return {str(column): Sample.of(lengths) for column, lengths in read_runs(path).items()}


def labelled(table: pd.DataFrame, members: Mapping[str, str]) -> pd.DataFrame:
    """Rows of a comparison's treatments, with the column ``treatment`` replaced by their labels as ``group``."""
    own = table[table["treatment"].isin(list(members.values()))]
    labels = {treatment: label for label, treatment in members.items()}
    return own.assign(treatment=own["treatment"].map(labels)).rename(columns={"treatment": "group"})


def _samples(runs: Rows, length: str, unfinished: str) -> dict[str, Sample]:
    """Sample of all runs of each treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in runs.by_treatment(length, unfinished):
        parts.setdefault(treatment, []).append(own[[length, unfinished]])
    whole = {treatment: pd.concat(own) for treatment, own in parts.items()}
    return {treatment: Sample.of(own[length], own[unfinished]) for treatment, own in whole.items()}
