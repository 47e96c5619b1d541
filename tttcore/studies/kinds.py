"""Check that a kind of table, figure or chart suits a study."""

from collections.abc import Mapping
from typing import Any

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rooms import ENGINES, STUDIES, room_of


def check_room(kind: object, study: Mapping[str, Any], name: str, where: str) -> None:
    """Check that a kind suits a study: one in the package of an engine or of a study is for no other.

    Parameters
    ----------
    kind : kind of a table, figure or chart, with its options.
    study : ``study`` and ``engine`` of its configuration.
    name : name of the kind.
    where : place in the user's file, for messages.

    Raises
    ------
    ConfigError
        If it is for another engine or study.
    """
    for parent, word, own in ((ENGINES, "engine", study["engine"]), (STUDIES, "study", study["study"])):
        room = room_of(type(kind).__module__, parent)
        if room not in (None, own):
            what = "studies of the engine" if word == "engine" else "the study"
            raise ConfigError(f"{where}: kind {name!r} is for {what} {room!r}, and this one's is {own!r}")
