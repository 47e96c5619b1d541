"""Names for people of treatments, sets of samples and labels; keys are for what is typed."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tttcore.pipeline.study import ALL, comparison_of
from tttcore.players.baselines import BASELINE_GROUP, BASELINES

_KEY = re.compile(r"\w+(-\w+)*")
_JOINED = re.compile(r"(?<=[a-z])_(?=[a-z0-9])")
TESTS = {
    "bartlett": "Bartlett",
    "brown_forsythe": "Brown-Forsythe",
    "fligner": "Fligner-Killeen",
    "anova": "analysis of variance",
    "welch_anova": "Welch's analysis of variance",
    "kruskal_wallis": "Kruskal-Wallis",
    "logrank": "log-rank",
}
"""Names of the tests over all groups."""
Row = Mapping[Hashable, Any]


class CellNames(Protocol):
    """Names of what cells of a table hold."""

    def cell(self, row: Row, column: str) -> Any:
        """Value of a cell as people read it; the value itself if the column names nothing."""


def readable(key: str) -> str:
    """Readable form of a key without a name: hyphens and underscores between words are spaces; other texts stay."""
    return key.replace("-", " ").replace("_", " ") if _KEY.fullmatch(key) else key


@dataclass(frozen=True)
class Names:
    """Names of a document's treatments, sets and labels, by key.

    Attributes
    ----------
    treatments : a treatment without a name has its key in a readable form.
    sets : sets of samples, which are comparisons, `ALL`, or the document's own; one without a name keeps its own.
    labels : labels of treatments within comparisons; one without a name is a text for people already.
    players : players of a recipe; one without a name keeps its own.
    """

    treatments: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)

    def treatment(self, key: str) -> str:
        """Name of a treatment."""
        return self.treatments.get(key, readable(key))

    def set(self, key: str) -> str:
        """Name of a set of samples, such as of the first runs of a comparison."""
        whole = comparison_of(key)
        return self.sets.get(whole, whole) + key.removeprefix(whole)

    def label(self, label: str, of_set: str = "") -> str:
        """Name of a label, or of a key of a treatment in its place, as in the set of all treatments."""
        if of_set == ALL:
            return self.treatment(label)
        return self.labels.get(label) or self.treatments.get(label, label)

    def player(self, key: str) -> str:
        """Name of a player of a recipe."""
        return self.players.get(key, key)

    def cell(self, row: Row, column: str) -> Any:
        """Value of a cell as people read it: columns of treatments, sets, groups, players and tests have names.

        So have lists of treatments with what was counted, in columns such as ``contained_by``. Other keys are words.
        """
        value = row[column]
        if not isinstance(value, str):
            return value
        named = {"treatment": self.treatment, "set": self.set, "protocol": self.set}
        named |= dict.fromkeys(("player", "opponent"), self.player)
        if column in named:
            return named[column](value)
        if column in ("test", "fact", "effect", "quantity"):
            return TESTS.get(value) or _JOINED.sub(" ", readable(value))
        if column in ("group", "a", "b"):
            return self.label(value, str(row.get("set", "")))
        if column.endswith("_by"):
            return "; ".join(map(self._beginning, value.split("; ")))
        return _JOINED.sub(" ", value)

    def _beginning(self, text: str) -> str:
        """Text that may begin with the key of a treatment, before a comma."""
        key, comma, rest = text.partition(", ")
        return self.treatments.get(key, key) + comma + rest


def names_of(study: Mapping[str, Any]) -> Names:
    """Names that a study's file gives: ``label`` of each of its ``treatments``, and its ``labels`` of all else."""
    labels = study.get("labels") or {}
    return Names(_labels(study), labels, labels, labels)


def player_names(study: Mapping[str, Any]) -> dict[str, str]:
    """Names of the treatments of a study's file, by key, beside players of other documents."""
    pattern = study.get("player", "{label}")
    return {key: pattern.format(label=label) for key, label in _labels(study).items()}


def groups_of(study: Mapping[str, Any]) -> dict[str, str]:
    """Groups in which long lists show treatments of a study's file, by key; those of its first one have none."""
    return {key: each["group"] for key, each in study["treatments"].items() if each.get("group")}


def _labels(study: Mapping[str, Any]) -> dict[str, str]:
    return {key: each["label"] for key, each in study["treatments"].items() if each.get("label")}


@dataclass(frozen=True)
class PlayerNames:
    """Names of players of leagues and of their groups, from keys such as ``study/treatment/replicate``.

    Attributes
    ----------
    studies : documents as pages cite them, by study.
    treatments : names of treatments by study and key.
    players : names of players of recipes, which belong to no run.
    """

    studies: Mapping[str, str] = field(default_factory=dict)
    treatments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)

    def study(self, key: str) -> str:
        """Name of a document, or of the baselines, which don't learn."""
        return "fixed rules" if key == BASELINE_GROUP else self.studies.get(key, key)

    def group(self, key: str) -> str:
        """Name of a group or player without its document, which a figure tells by its colour; else the key."""
        study, _, rest = key.partition("/")
        if not (rest and _KEY.fullmatch(study)):
            return self.players.get(key, key)
        treatment, _, replicate = rest.rpartition("/")
        if not (treatment and replicate.isdecimal()):
            treatment, replicate = rest, ""
        known = BASELINES if study == BASELINE_GROUP else self.treatments.get(study, {})
        name = known.get(treatment, readable(treatment))
        return f"{name}, run {replicate}" if replicate and study != BASELINE_GROUP else name

    def cell(self, row: Row, column: str) -> Any:
        """Value of a cell as people read it: players and groups with their documents."""
        value = row[column]
        if not isinstance(value, str):
            return value
        if column == "study":
            return self.study(value)
        if column == "treatment" and "study" in row:
            return self.group(f"{row['study']}/{value}")
        if column in ("group", "opponent", "player", "agent", "a", "b", "first", "second"):
            name = self.group(value)
            return f"{self.study(value.partition('/')[0])}: {name}" if "/" in value and name != value else name
        return value


UNNAMED = PlayerNames()
"""Names of players where no document has any."""
