"""Description of what an engine stores of its runs, for whoever reads them without knowing the engine."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pandas as pd

from tttcore.pipeline.schema import Schema

Recipes = Mapping[str, Mapping[str, Any]]
"""Parameters of treatments, by name."""


class Objective(NamedTuple):
    """What runs optimise: its name, the column of the traces that holds it, and whether more of it is better."""

    name: str
    column: str
    maximised: bool


class Stored(NamedTuple):
    """Schemas of an engine's tables, and the columns in them that statistics look for.

    Attributes
    ----------
    batches : a row per run, as `run_replicates` makes it; treatment and replicate are in every schema.
    runs : a row per run.
    traces : a row per run and step of it; the third column is the step.
    length : column of the runs that says how long each took, which samples are made of.
    unfinished : column that says whether it ended without what it was after.
    cap : key of recipes that says how long a run can take.
    longest : how long it can take, where recipes don't say so.
    objective : what a run optimises generation by generation, None if it does no such thing.
    part : runs that are held at once.
    large : columns of the runs that are too large to be held for all of them.
    champions : players of each treatment that are handed out; None for all.
    genomes : whether the column ``champion`` of the runs holds players of 3x3, a digit for each state.
    """

    batches: Schema
    runs: Schema
    traces: Schema
    length: str = "generations"
    unfinished: str = "censored"
    cap: str = "generations"
    longest: int | None = None
    objective: Objective | None = None
    part: int = 2000
    large: tuple[str, ...] = ()
    champions: int | None = None
    genomes: bool = False


class Summary(NamedTuple):
    """Runs of a treatment, from its batches.

    Attributes
    ----------
    runs, traces : of the schemas that the engine stores.
    champions : players that can be handed out, each with its treatment and replicate and how it plays.
    """

    runs: pd.DataFrame
    traces: pd.DataFrame
    champions: pd.DataFrame
