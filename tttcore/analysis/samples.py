"""The sets of samples that a study compares: the document's, ours of the same size, all of ours."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.analysis.compare import Groups, Sample
from tttcore.analysis.published_files import read_runs
from tttcore.studies.study import PUBLISHED, first_runs


def samples(
    runs: pd.DataFrame,
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
    runs : a row per run, with treatment, replicate, and what the next two name.
    comparisons : sets of treatments, as label and treatment.
    published : the study's setting of that name.
    length, unfinished : columns that say how long runs took, and which are censored.
    """
    known = runs.rename(columns={length: "length", unfinished: "unfinished"})
    sets: dict[str, Groups] = {}
    if "data" in published:
        sets[PUBLISHED] = published_sample(published["data"])
    for comparison, members in comparisons.items():
        if comparison in published["repeated_by"]:
            count = published["replicates"]
            sets[first_runs(comparison, count)] = _groups(known[known["replicate"] < count], members)
        sets[comparison] = _groups(known, members)
    return sets


def published_sample(path: str | Path) -> Groups:
    """The document's runs, see `published_files.read_runs`."""
    return {str(column): Sample.of(lengths) for column, lengths in read_runs(path).items()}


def labelled(table: pd.DataFrame, members: Mapping[str, str]) -> pd.DataFrame:
    """Rows of a comparison's treatments, with their labels as ``group`` in place of ``treatment``."""
    own = table[table["treatment"].isin(list(members.values()))]
    labels = {treatment: label for label, treatment in members.items()}
    return own.assign(treatment=own["treatment"].map(labels)).rename(columns={"treatment": "group"})


def _groups(runs: pd.DataFrame, members: Mapping[str, str]) -> Groups:
    groups = {}
    for label, treatment in members.items():
        own = runs[runs["treatment"] == treatment]
        groups[label] = Sample.of(own["length"].to_numpy(np.float64), own["unfinished"].to_numpy())
    return groups
