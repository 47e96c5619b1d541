"""A study's configuration with a few of its treatments, and without what is said of the others."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pandas as pd

from tttcore.claims.findings import selectors
from tttcore.claims.readings import selected_names
from tttcore.claims.selectors import Selector
from tttcore.claims.targets import chain
from tttcore.pipeline.study import ALL, PUBLISHED, comparison_of
from tttcore.studies.figures import kinds as figures

OF_COMPARISONS = ("comparison", "comparisons", "set", "sets", "readings")
"""Options that name comparisons; those of others, and all keys that a user chooses, name treatments."""
OF_EITHER = ("reports",)
"""Options that name comparisons or treatments, as the kind of table does."""
ONE_EACH = ("labels", "within")
"""Options with an entry for each of the `treatments` beside them."""
SAID = ("name", "table", "title", "caption", "claims", "what")
"""Options that name neither, whatever they say."""

Settings = dict[str, Any]


def keep_treatments(settings: Settings, kept: Collection[str]) -> None:
    """Leave out the other treatments, comparisons of fewer than two, and all that can't be without them.

    An option that lists treatments, or has an entry for each, goes on with those that are left; what names a single
    one that is gone, or lists none that is left, goes with it. Figures go with their tables.
    """
    treatments, comparisons = settings["treatments"], settings["comparisons"]
    settings["treatments"] = {name: treatments[name] for name in treatments if name in kept}
    cut = {name: {label: each for label, each in comparisons[name].items() if each in kept} for name in comparisons}
    settings["comparisons"] = {name: members for name, members in cut.items() if len(members) > 1}
    gone = treatments.keys() - settings["treatments"], comparisons.keys() - settings["comparisons"]
    changed = {name for name in comparisons if cut[name] != comparisons[name]}
    for part in ("timings", "benchmarks", "tables", "figures"):
        whole = {name: _also(options, {*gone[0], *changed}) for name, options in settings.get(part, {}).items()}
        left = {name: _left(options, *gone) for name, options in whole.items()}
        settings[part] = {name: options for name, options in left.items() if options}
    settings["figures"] = {
        name: options
        for name, options in settings["figures"].items()
        if {*figures.build(options, name).drawn_tables} <= settings["tables"].keys()
    }
    if "repeated_by" in settings.get("published", {}):
        whole = [name for name in settings["published"]["repeated_by"] if cut[name] == comparisons[name]]
        settings["published"]["repeated_by"] = whole
    if "null_result" in settings:
        settings["null_result"]["sets"] = [name for name in settings["null_result"]["sets"] if name not in gone[1]]


def keep_claims(
    claims: pd.DataFrame, findings: pd.DataFrame, whole: Settings, cut: Settings
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Claims, and findings, that can still be measured where `keep_treatments` has made `cut` of the `whole` settings.

    Those go that are measured in a table or a set that is gone, or in rows of what the settings no longer name, and
    orders of what they no longer name. What is left repeats nothing that is gone.
    """
    names, stays = _gone_words(whole, cut), _can_be_read(whole, cut)

    def is_left(claim: Mapping[Any, str]) -> bool:
        places = [Selector.read(claim[column]) for column in ("measure", "seen") if claim[column]]
        ordered = chain(claim["target"]) if claim["asserts"] in ("order", "law") else []
        return all(map(stays, places)) and names.isdisjoint(ordered)

    kept = claims[[is_left(claim) for claim in claims.to_dict("records")]]
    told = [
        finding["claim"] in set(kept["id"]) and all(map(stays, selectors("".join(finding.values()))))
        for finding in findings.to_dict("records")
    ]
    return kept.assign(same_as=kept["same_as"].where(kept["same_as"].isin(kept["id"]), "")), findings[told]


def keep_exercises(worksheet: Settings, study: str, whole: Settings, cut: Settings) -> None:
    """Leave out a study's exercises whose values can't be read where `keep_treatments` made `cut` of the `whole`."""
    stays = _can_be_read(whole, cut)

    def is_left(exercise: Settings) -> bool:
        formulas = [*exercise.get("values", {}).values(), *exercise.get("holds", [])]
        texts = [exercise["task"], exercise["answer"]]
        read = [each for text in texts for each in selectors(text, exercise.get("values", {}))]
        return all(map(stays, [*read, *(each for formula in formulas for each in selectors(formula, ()))]))

    worksheet["exercises"] = [each for each in worksheet["exercises"] if each.get("study") != study or is_left(each)]


def _can_be_read(whole: Settings, cut: Settings) -> Callable[[Selector], bool]:
    """Function that tells whether what a selector reads is still there."""
    tables, treatments = (whole[part].keys() - cut[part].keys() for part in ("tables", "treatments"))
    names, sets = _gone_words(whole, cut), [*cut["comparisons"], ALL, PUBLISHED]

    def stays(place: Selector) -> bool:
        asked = dict(place.conditions)
        return (
            place.table not in tables
            and asked.get("treatment") not in treatments
            and comparison_of(asked.get("set", ALL)) in sets
            and names.isdisjoint(asked.values())
        )

    return stays


def _gone_words(whole: Settings, cut: Settings) -> set[str]:
    return _words(whole) - _words({key: value for key, value in cut.items() if key != "readings"})


def keep_readings(settings: Settings, claims: pd.DataFrame, whole: Settings) -> None:
    """Leave out readings by what is gone of the `whole` settings, or in place of what no statement selects."""
    gone = {name for part in ("treatments", "comparisons", "tables") for name in whole[part].keys() - settings[part]}
    selected = selected_names(claims)
    settings["readings"] = {
        choice: left
        for choice, readings in settings.get("readings", {}).items()
        if (left := {name: kept for name, each in readings.items() if (kept := _replaced(each, selected, gone))})
    }


def _replaced(instead: Mapping[str, str], selected: Collection[str], gone: Collection[str]) -> dict[str, str]:
    return {old: new for old, new in instead.items() if old in selected and new not in gone}


def cite_only(settings: Settings, claims: Collection[str]) -> None:
    """Leave out of figures and times the statements that are gone."""
    for part in ("figures", "benchmarks"):
        for options in settings.get(part, {}).values():
            left = [claim for claim in options.pop("claims", []) if claim in claims]
            if left:
                options["claims"] = left


def _left(options: Settings, treatments: Collection[str], comparisons: Collection[str]) -> Settings | None:
    """Options without what is gone; None if one of them is."""
    listed = options.get("treatments", [])
    labels = {label for label, name in zip(options.get("labels", []), listed, strict=False) if name in treatments}
    left = {}
    for key, value in options.items():
        if key in SAID:
            left[key] = value
        elif key in ONE_EACH and listed:
            left[key] = [each for each, name in zip(value, listed, strict=True) if name not in treatments]
        else:
            either = {*treatments, *comparisons} if key in OF_EITHER else treatments
            names = comparisons if key in OF_COMPARISONS else either
            left[key] = _without(value, names, keys={*treatments, *labels})
    return None if None in left.values() else left


def _also(options: Settings, gone: Collection[str]) -> Settings:
    """Options whose `also` says nothing of what is gone; without it if nothing is left."""
    if "also" not in options:
        return options
    left = {name: [each for each in names if each not in gone] for name, names in options["also"].items()}
    kept = {name: names for name, names in left.items() if names and name not in gone}
    return {key: value for key, value in options.items() if key != "also"} | ({"also": kept} if kept else {})


def _without(value: Any, names: Collection[str], *, keys: Collection[str]) -> Any:
    """A value without the names and keys that are gone; None if nothing is left of it."""
    if isinstance(value, str):
        return None if value in names else value
    if isinstance(value, list):
        left = [each for each in value if not _names(each, names)]
    elif isinstance(value, Mapping):
        left = {key: each for key, each in value.items() if key not in keys and not _names(each, names)}
    else:
        return value
    return left if left or not value else None


def _names(entry: Any, names: Collection[str]) -> bool:
    """True if an entry is one of the names, or has one of them."""
    named = entry.values() if isinstance(entry, Mapping) else [entry]
    return any(isinstance(each, str) and each in names for each in named)


def _words(value: Any) -> set[str]:
    """All text among keys and values, at any depth."""
    if isinstance(value, Mapping):
        return {str(key) for key in value}.union(*map(_words, value.values()))
    if isinstance(value, list):
        return set().union(*map(_words, value))
    return {value} if isinstance(value, str) else set()
