"""Engines: modules that make the runs of studies and say how these are stored."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import pandas as pd

from tttcore.base.registry import ConfigError

Recipes = Mapping[str, Mapping[str, Any]]
"""Parameters of treatments, by name."""


class Objective(NamedTuple):
    """What runs optimise: its name, the column of the traces that holds it, and whether more of it is better."""

    name: str
    column: str
    maximised: bool


class Stored(NamedTuple):
    """What an engine's studies store: schemas by their names in `base.schemas`, and what statistics find in them.

    Attributes
    ----------
    batches : a row per run, as `run_replicates` makes it; treatment and replicate are in every schema.
    runs : a row per run.
    traces : a row per run and step of it.
    length : column of the runs that says how long each took, which samples are made of.
    unfinished : column that says whether it ended without what it was after.
    cap : key of recipes that says how long a run can take.
    longest : how long it can take, where recipes don't say so.
    objective : what a run optimises generation by generation, None if it does no such thing.
    part : runs that are held at once.
    large : columns of the runs that are too large to be held for all of them.
    champions : players of each treatment that are handed out; None for all.
    """

    batches: str
    runs: str
    traces: str
    length: str = "generations"
    unfinished: str = "censored"
    cap: str = "generations"
    longest: int | None = None
    objective: Objective | None = None
    part: int = 2000
    large: tuple[str, ...] = ()
    champions: int | None = None


class Summary(NamedTuple):
    """Some runs of a treatment, from its batches.

    Attributes
    ----------
    runs, traces : of the schemas that the engine stores.
    champions : players that can be handed out, each with its treatment and replicate and how it plays.
    """

    runs: pd.DataFrame
    traces: pd.DataFrame
    champions: pd.DataFrame


def engine(name: str) -> ModuleType:
    """Module that makes runs.

    It has `STORED`, `check`, `warm_up`, `run_replicates`, `summarise` and, if a document timed something,
    `timed_work`; see `studies.genetic_algorithm`.
    """
    return import_module(f"{__package__}.{name}")


def check_engine(wanted: str | None, study: Mapping[str, Any], kind: str, where: str) -> None:
    """Whether a kind of table or figure suits a study.

    Parameters
    ----------
    wanted : the engine whose studies the kind is for, None for any.
    study : its ``engine``.
    kind : the kind's name.
    where : place in the user's file, for messages.

    Raises
    ------
    ConfigError
        If it doesn't.
    """
    own = study["engine"]
    if wanted not in (None, own):
        raise ConfigError(f"{where}: kind {kind!r} is for studies of the engine {wanted!r}, and this one's is {own!r}")
