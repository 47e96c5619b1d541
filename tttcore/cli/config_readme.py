"""Tables of keys in config/README.md, written from the declarations of settings, recipes and operators."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from typing import Annotated, Any, Literal, Union

from tttcore.engines.engine import engine
from tttcore.pipeline.declaration import WHOLE, Between, Matching, defaults, described, key_types, split, summary
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.settings import NamedTiming, ProjectSettings, StudySettings, Timing

SETTINGS: dict[str, type] = {"project": ProjectSettings, "study": StudySettings}
KEYS = ("key", "allowed", "default", "meaning")
WORDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}


def with_tables(guide: str) -> str:
    """Text of a guide with what stands between ``<!-- keys of NAME -->`` and ``<!-- end -->`` written anew."""
    return re.sub(
        r"(<!-- keys of (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{_tables(found[2])}\n{found[3]}",
        guide,
        flags=re.DOTALL,
    )


def _tables(name: str) -> str:
    """Tables of the keys of the project's or a study's settings, or of an engine's recipe."""
    if name in SETTINGS:
        return _table([KEYS, *_rows(SETTINGS[name])])
    recipe, timing = engine(name).RECIPE, getattr(engine(name), "TIMING", NamedTiming)
    timed = set(_rows(timing, "timings.NAME.")) - set(_rows(Timing, "timings.NAME."))
    return _table([KEYS, *_rows(recipe), *sorted(timed)]) + _operators(recipe)


def _rows(kind: type, place: str = "") -> Iterator[tuple[str, ...]]:
    """Rows of the keys of a dataclass, each followed by those of the part or the parts that it takes."""
    told, given = described(kind), defaults(kind)
    for key, hint in key_types(kind).items():
        yield f"`{place}{key}`", _allowed(hint), _default(given.get(key, "")), told.get(key, "")
        part, origin, inner, limits = split(hint)
        if origin is dict and inner:
            part, _, _, limits = split(inner[1])
        if is_dataclass(part) and limits in (None, WHOLE):
            yield from _rows(part, f"{place}{key}.{'NAME.' if inner else ''}")  # type: ignore[arg-type]


def _operators(*hints: Any) -> str:
    """Table of the choices for keys of some types, empty if there are none."""
    found = dict.fromkeys(_registries(*hints))
    rows = [(registry.kind, *row) for registry in found for row in _choices(registry)]
    return "\n" + _table([("choice", "name", "meaning", "keys"), *rows]) if rows else ""


def _registries(*hints: Any) -> Iterator[Registry]:
    """Registries of the choices in some types, at any depth."""
    for hint, _, inner, limits in map(split, hints):
        if isinstance(limits, Registry):
            yield limits
            yield from _registries(*(limits[name] for name in limits.names()))
        else:
            yield from _registries(*(key_types(hint).values() if is_dataclass(hint) else inner))  # type: ignore[arg-type]


def _choices(registry: Registry) -> Iterator[tuple[str, str, str]]:
    """Rows of choices: name, meaning and keys."""
    for name in registry.names():
        yield f"`{name}`", summary(registry[name]), ". ".join(_options(registry[name]))


def _options(kind: type) -> Iterator[str]:
    """Keys of a choice but those of all kinds, with the descriptions that it doesn't share with others."""
    told, given = described(kind), defaults(kind)
    shared = {text for base in kind.__bases__ for text in described(base).values()}
    for key, hint in key_types(kind).items():
        limits = [_allowed(hint)] if _allowed(hint) not in ("text", "list: text", "") else []
        if key in given:
            limits.append(f"default {_default(given[key])}" if _default(given[key]) else "optional")
        meaning = f": {told[key].removesuffix('.')}" if key in told and told[key] not in shared else ""
        yield f"`{key}`" + (f" ({'; '.join(limits)})" if limits else "") + meaning


def _allowed(hint: Any) -> str:
    """Values that a type allows, in words."""
    hint, origin, inner, limits = split(hint)
    words = WORDS.get(origin, "")
    if isinstance(limits, Registry):
        words = limits.kind
    elif origin is Literal:
        words = ", ".join(f"`{choice}`" for choice in inner)
    elif origin is Union:
        words = " or ".join(map(_allowed, inner))
    elif origin in (list, tuple):
        words = f"list: {_allowed(Annotated[inner[0], limits])}".removesuffix(": ") if inner else "list"
    elif origin is dict and inner:
        words = f"by name: {_allowed(inner[1])}".removesuffix(": ").removesuffix(": by name")
    elif isinstance(limits, Between):
        words = str(limits)
    elif isinstance(limits, Matching):
        words = limits.words
    return words


def _default(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_default, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each or each == 0)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(rows: Sequence[Sequence[str]]) -> str:
    header, *body = ([cell.replace("``", "`").replace("|", "\\|") for cell in row] for row in rows)
    return "".join(f"| {' | '.join(row)} |\n" for row in [header, ["---"] * len(header), *body])
