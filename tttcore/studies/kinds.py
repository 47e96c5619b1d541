"""Build the tables, figures or benchmarks that a study's file asks for, and check that they suit it."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import ENGINES, STUDIES, room_of
from tttcore.pipeline.study import ALL, PUBLISHED

T = TypeVar("T")


def build_kinds(
    registry: Registry[T],
    study: Mapping[str, Any],
    section: str,
    where: str,
    check: Callable[[T, Mapping[str, Any], str], None],
) -> dict[str, T]:
    """Build all kinds in a section of a study's file, by name.

    Parameters
    ----------
    study : configuration of the study.
    section : key of the kinds in it, such as ``figures``.
    where : name of the file, for messages.
    check : called with each kind, `study`, and the kind's place in the file.

    Raises
    ------
    ConfigError
        For the first that doesn't suit the study.
    """
    found = {}
    for name, asked in study[section].items():
        place = f"{where}: {section}.{name}"
        found[name] = registry.build(asked, place)
        check_room(found[name], study, asked["name"], place)
        check(found[name], study, place)
    return found


def check_room(kind: object, study: Mapping[str, Any], name: str, where: str) -> None:
    """Check that a kind suits a study: one in the package of an engine or of a study is for no other.

    Parameters
    ----------
    kind : kind of a table or figure, with its options.
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


def check_names(kind: Any, study: Mapping[str, Any], where: str) -> None:
    """Check the options that name treatments, comparisons, sets or series; ConfigError for an unknown name."""
    comparisons = list(study["comparisons"])
    sets = [*comparisons, ALL, *([PUBLISHED] if "data" in study["published"] else [])]
    known = {
        "treatment": list(study["treatments"]),
        "treatments": list(study["treatments"]),
        "comparisons": comparisons,
        "set": sets,
        "sets": sets,
        "series": [series for table in study["tables"].values() for series in (table or {}).get("sizes", [])],
    }
    for option in set(known) & {field.name for field in fields(kind)}:
        asked = getattr(kind, option)
        for name in [asked] if isinstance(asked, str) else asked:
            if name not in known[option]:
                raise ConfigError(f"{where}.{option}: unknown {name!r}{choices(name, known[option])}")
