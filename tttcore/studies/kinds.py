"""Discovery of kinds of tables, figures and charts, and which studies each is for."""

from collections.abc import Mapping
from typing import Any

from tttcore.engines.engine import ENGINES
from tttcore.pipeline.registry import ConfigError
from tttcore.pipeline.rooms import import_all, import_tree, room_of
from tttcore.studies.method import STUDIES

SHARED = {"tables": "tttcore.stats.tables", "figures": "tttcore.plots.figures", "charts": "tttcore.plots.charts"}
"""Packages of the kinds that are for any study."""


def discover(what: str) -> None:
    """Import everything that registers kinds of `what`: ``tables``, ``figures`` or ``charts``.

    Kinds of an engine or a study alone lie in a module or package of that name in its room.
    """
    import_tree(SHARED[what])
    import_all(ENGINES, what)
    import_all(STUDIES, what)


def check_room(kind: object, study: Mapping[str, Any], name: str, where: str) -> None:
    """Check that a kind suits a study; those that lie in an engine's or a study's room are for no other.

    Parameters
    ----------
    kind : of a table, figure or chart, with its options.
    study : its name as ``study``, and its ``engine``.
    name : what the kind is called.
    where : place in the user's file, for messages.

    Raises
    ------
    ConfigError
        If it doesn't.
    """
    for parent, word, own in ((ENGINES, "engine", study["engine"]), (STUDIES, "study", study["study"])):
        room = room_of(type(kind).__module__, parent)
        if room not in (None, own):
            what = "studies of the engine" if word == "engine" else "the study"
            raise ConfigError(f"{where}: kind {name!r} is for {what} {room!r}, and this one's is {own!r}")
