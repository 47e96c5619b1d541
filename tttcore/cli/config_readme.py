"""Tables of keys in config/README.md, written from the declarations of settings, recipes and operators."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tttcore.engines.engine import engine
from tttcore.pipeline.declaration import ALLOWED, WORDS, json_schema, values_of
from tttcore.pipeline.registry import NAME
from tttcore.pipeline.settings import ProjectSettings, StudySettings
from tttcore.pipeline.timing import NamedTiming, TimedWork

SETTINGS: dict[str, type] = {"project": ProjectSettings, "study": StudySettings}
KEYS = ("key", "allowed", "default", "meaning")
Rules = Mapping[str, Any]
"""Part of a JSON schema."""


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
        return _table([KEYS, *_rows(json_schema(SETTINGS[name]))])
    recipe, timing = json_schema(engine(name).RECIPE), json_schema(getattr(engine(name), "TIMING", NamedTiming))
    timed = set(_rows(timing, "timings.NAME.")) - set(_rows(json_schema(TimedWork), "timings.NAME."))
    return _table([KEYS, *_rows(recipe), *sorted(timed)]) + _operators(recipe)


def _rows(rules: Rules, place: str = "") -> Iterator[tuple[str, ...]]:
    """Rows of the keys of a dataclass, each followed by those of the part or the parts that it takes."""
    for key, each in rules["properties"].items():
        yield f"`{place}{key}`", _allowed(each), _default(each.get("default")), each.get("description", "")
        by_name = values_of(each) or {}
        if "properties" in by_name or "properties" in each:
            yield from _rows(by_name or each, f"{place}{key}.{'NAME.' if by_name else ''}")
        if "properties" in each.get("items", {}):
            yield from _rows(each["items"], f"{place}{key}[].")


def _operators(rules: Any) -> str:
    """Table of the choices for keys, empty if there are none."""
    found = {registry[ALLOWED]: registry for registry in _registries(rules)}
    rows = [(kind, *row) for kind, registry in found.items() for row in _choices(registry)]
    return "\n" + _table([("choice", "name", "meaning", "keys"), *rows]) if rows else ""


def _registries(rules: Any) -> Iterator[Rules]:
    """Schemas of registries in a schema, at any depth."""
    if isinstance(rules, dict) and {ALLOWED, "anyOf"} <= rules.keys():
        yield rules
    if isinstance(rules, dict | list):
        for each in rules.values() if isinstance(rules, dict) else rules:
            yield from _registries(each)


def _choices(registry: Rules) -> Iterator[tuple[str, str, str]]:
    """Rows of the registered choices: name, meaning and keys."""
    for each in (rules for rules in registry["anyOf"] if "description" in rules):
        yield f"`{each['properties'][NAME]['const']}`", each["description"], ". ".join(_options(each))


def _options(rules: Rules) -> Iterator[str]:
    """Keys of a choice."""
    for key, each in rules["properties"].items():
        limits = [_allowed(each)] if _allowed(each) not in ("text", "list: text", "") else []
        if key not in rules["required"]:
            default = _default(each.get("default"))
            limits.append(f"default {default}" if default else "optional")
        meaning = f": {each['description'].removesuffix('.')}" if "description" in each else ""
        if key != NAME:
            yield f"`{key}`" + (f" ({'; '.join(limits)})" if limits else "") + meaning


def _allowed(rules: Rules) -> str:
    """Values that a schema allows, in words."""
    if ALLOWED in rules:
        return rules[ALLOWED]
    if "enum" in rules:
        return ", ".join(f"`{choice}`" for choice in rules["enum"])
    if "anyOf" in rules:
        return " or ".join(map(_allowed, rules["anyOf"]))
    if rules.get("type") == "array":
        return f"list: {_allowed(rules['items'])}".removesuffix(": ")
    if (values := values_of(rules)) is not None:
        return f"by name: {_allowed(values)}".removesuffix(": ").removesuffix(": by name")
    return WORDS.get(rules.get("type", ""), "")


def _default(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_default, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each or each == 0)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(rows: Sequence[Sequence[str]]) -> str:
    header, *body = ([cell.replace("``", "`").replace("|", "\\|") for cell in row] for row in rows)
    return "".join(f"| {' | '.join(row)} |\n" for row in [header, ["---"] * len(header), *body])
