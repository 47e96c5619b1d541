"""Study as its file describes it: treatments, numbers of runs, and comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tttcore.pipeline.messages import ConfigError, check_known, located
from tttcore.pipeline.registry import merge
from tttcore.pipeline.table_files import read_csv

if TYPE_CHECKING:
    import pandas as pd

ALL = "all treatments"
"""Name of the set that holds every treatment."""
PUBLISHED = "published"
"""Name of the set that holds the document's own runs."""
QUICK = "quick"
"""Scale for trying the workflow."""
FIRST = ", first "
ALL_TREATMENTS = "all"
"""Text in the column ``treatment`` of a table's row over all treatments."""


@dataclass(frozen=True)
class Treatment:
    """One way to run a study.

    Attributes
    ----------
    name : names the random streams of its runs.
    protocol : reading of the document that it follows.
    recipe : its parameters, with those of its protocol and the study's defaults.
    replicates : runs at each scale.
    seconds : rough computing time of a run, in seconds.
    small : its recipe at the scale `QUICK`.
    """

    name: str
    protocol: str
    recipe: dict[str, Any]
    replicates: Mapping[str, int]
    seconds: float
    small: dict[str, Any] = field(default_factory=dict)

    def batch_size(self, batch_seconds: float) -> int:
        """Runs that one job takes so that it lasts about `batch_seconds`."""
        return max(1, round(batch_seconds / self.seconds))


@dataclass(frozen=True)
class Study:
    """A study as its file describes it.

    Attributes
    ----------
    file : where it was read, for messages.
    config : the whole file, defaults filled in.
    treatments : by name, in the file's order.
    """

    file: str
    config: dict[str, Any]
    treatments: dict[str, Treatment]

    @property
    def name(self) -> str:
        """Name of the study."""
        return self.config["study"]

    @property
    def engine(self) -> str:
        """Name of the engine that runs it."""
        return self.config["engine"]

    @property
    def comparisons(self) -> dict[str, dict[str, str]]:
        """Sets of treatments that are compared, as label and treatment; the last holds them all."""
        return {**self.config["comparisons"], ALL: {name: name for name in self.treatments}}

    @property
    def recipes(self) -> dict[str, dict[str, Any]]:
        """Parameters of each treatment."""
        return {name: treatment.recipe for name, treatment in self.treatments.items()}

    @property
    def followed(self) -> list[str]:
        """Treatments whose learners are followed while they learn; none without a ``machine``."""
        machine = self.config.get("machine")
        if not machine:
            return []
        named = [*machine["contrasts"].values(), *machine["teachers"].values(), *machine["others"]]
        return [*dict.fromkeys([machine["treatment"], *named])]

    @property
    def settings(self) -> dict[str, Any]:
        """Configuration of the study, with the set of all treatments in `comparisons`, and its `file`."""
        return {**self.config, "comparisons": self.comparisons, "file": self.file}

    @property
    def sets(self) -> dict[str, list[str]]:
        """Labels of every set of samples, by its name, see `stats.evidence.samples`."""
        published = self.config["published"]
        found: dict[str, list[str]] = {}
        if "data" in published:
            table = _data(published["data"], f"{self.file}: published.data")
            found[PUBLISHED] = [*table.columns.drop("run", errors="ignore")]
        for name, members in self.comparisons.items():
            if name in published["repeated_by"]:
                found[first_runs(name, published["replicates"])] = [*members]
            found[name] = [*members]
        return found

    def at(self, scale: str) -> "Study":
        """The study at a scale: at `QUICK` with smaller numbers in recipes."""
        if scale != QUICK:
            return self
        return replace(
            self, treatments={name: replace(each, recipe=each.small) for name, each in self.treatments.items()}
        )

    def as_run(self, recipes: Mapping[str, Any]) -> "Study":
        """The study at the scale at which runs have these `recipes`; not taken from these, whose order is lost."""
        small = self.at(QUICK)
        return small if small.recipes == recipes else self

    def with_replicates(self, number: int) -> "Study":
        """The study with these numbers of runs of treatments at any scale."""
        treatments = {
            name: replace(treatment, replicates=dict.fromkeys(treatment.replicates, number))
            for name, treatment in self.treatments.items()
        }
        return replace(self, treatments=treatments)

    @classmethod
    def of(cls, config: dict[str, Any], path: str | Path) -> "Study":
        """Study that a file describes whose content fits its engine's schema, see `engines.study_files.read_study`.

        Raises
        ------
        ConfigError
            For a protocol, treatment, comparison or figure that is referred to and not there, and a study not named
            like its file.
        """
        file = str(path)
        if config["study"] != Path(path).stem:
            raise ConfigError(f"{file}: study: {config['study']!r} is not the file's name {Path(path).stem!r}")
        treatments = {name: _treatment(name, entry, config, file) for name, entry in config["treatments"].items()}
        if ALL_TREATMENTS in treatments:
            raise ConfigError(
                f"{file}: treatments.{ALL_TREATMENTS}: the name is taken by rows over all of them; choose another"
            )
        for comparison, members in config["comparisons"].items():
            for label, treatment in members.items():
                check_known([treatment], treatments, f"{file}: comparisons.{comparison}.{label}", "treatment")
            if len(members) < 2:
                raise ConfigError(f"{file}: comparisons.{comparison}: {members} is too short; allowed: two or more")
            _check_name(comparison, file)
        for name, timing in config["timings"].items():
            if "treatment" in timing:
                check_known([timing["treatment"]], treatments, f"{file}: timings.{name}.treatment", "treatment")
        if machine := config.get("machine"):
            for key, names in (
                ("treatment", [machine["treatment"]]),
                ("contrasts", machine["contrasts"].values()),
                ("teachers", machine["teachers"].values()),
                ("others", machine["others"]),
            ):
                check_known(names, treatments, f"{file}: machine.{key}", "treatment")
            if machine["name"] in machine["contrasts"]:
                message = f"{machine['name']!r} is the machine's own name; choose another"
                raise ConfigError(f"{file}: machine.contrasts: {message}")
        check_known([config["cover"]], config["figures"], f"{file}: cover", "figure")
        for name in config["benchmarks"]:
            if name in config["figures"]:
                raise ConfigError(f"{file}: benchmarks.{name}: the name is taken by figures.{name}; choose another")
        _check_published(config, file)
        return cls(file, config, treatments)


def check_labels(study: Study) -> None:
    """Check that labels are of names that the study has, and that no two treatments have the same; else ConfigError."""
    members = study.config["comparisons"]
    players = (player for recipe in study.recipes.values() for player in recipe.get("players", ()))
    within = (label for each in members.values() for label in each)
    known = dict.fromkeys([*members, *within, *study.treatments, *players])
    check_known(study.config["labels"], known, f"{study.file}: labels", "name")
    labels: dict[str, str] = {}
    for name, treatment in study.config["treatments"].items():
        place = f"{study.file}: treatments.{name}.label"
        if (label := treatment.get("label") or name) in labels:
            raise ConfigError(f"{place}: {labels[label]!r} has {label!r}, too; choose another")
        labels[label] = name


def first_runs(comparison: str, count: int) -> str:
    """Name of the set of a comparison's first `count` runs."""
    return f"{comparison}{FIRST}{count}"


def comparison_of(name: str) -> str:
    """Name of the comparison whose runs, all or the first, the set of this name holds."""
    return name.partition(FIRST)[0]


def _check_name(comparison: str, file: str) -> None:
    """Check that a comparison isn't called like one of the sets that studies have without asking; else ConfigError."""
    of_name = f"the first runs of the comparison {comparison_of(comparison)!r}" if FIRST in comparison else None
    taken = {ALL: "the set of every treatment", PUBLISHED: "the document's own runs"}.get(comparison, of_name)
    if taken:
        raise ConfigError(f"{file}: comparisons.{comparison}: the name is taken by {taken}; choose another")


def _treatment(name: str, entry: dict[str, Any], config: dict[str, Any], file: str) -> Treatment:
    if len(config["protocols"]) == 1:
        entry = {"protocol": next(iter(config["protocols"])), **entry}
    if "protocol" not in entry:
        raise ConfigError(f"{file}: treatments.{name}.protocol: needs a value")
    check_known([entry["protocol"]], config["protocols"], f"{file}: treatments.{name}.protocol", "protocol")
    shared = {key: config[key] for key in ("replicates", "seconds_per_replicate", "quick")}
    merged = merge(merge(merge(shared, config["defaults"]), config["protocols"][entry["protocol"]]), entry)
    largest = merged.pop(QUICK)
    for shown in ("label", "group"):
        merged.pop(shown, None)
    return Treatment(
        name=name,
        protocol=merged.pop("protocol"),
        replicates=_with_paper(merged.pop("replicates")),
        seconds=merged.pop("seconds_per_replicate"),
        recipe=merged,
        small=_at_most(largest, merged, f"{file}: treatments.{name}.{QUICK}"),
    )


def _with_paper(replicates: Mapping[str, int]) -> dict[str, int]:
    """Runs at each scale; those of the document are as many as decide, unless it is known."""
    return {"paper": replicates["decisive"], **replicates}


def _at_most(largest: Mapping[str, Any], recipe: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Recipe in which no number is greater than the one of `largest` in its place; keys that it lacks don't count.

    ConfigError for anything else than a number.
    """
    found = dict(recipe)
    for key, most in largest.items():
        own = recipe.get(key)
        if isinstance(own, Mapping) and isinstance(most, Mapping):
            found[key] = _at_most(most, own, f"{where}.{key}")
        elif type(own) in (int, float) and type(most) in (int, float):
            found[key] = min(own, most)
        elif key in recipe:
            raise ConfigError(f"{where}.{key}: {most!r} is not allowed; allowed: the largest number of a recipe")
    return found


def _check_published(config: dict[str, Any], file: str) -> None:
    """Check that the document's data have as many runs as it has, and the treatments of comparisons that repeat it."""
    published = config["published"]
    if "data" not in published:
        return
    table, replicates = _data(published["data"], f"{file}: published.data"), published["replicates"]
    if len(table) != replicates:
        raise ConfigError(f"{published['data']}: {len(table)} runs; published.replicates in {file} is {replicates}")
    if "run" in table and [*table["run"]] != [*map(str, range(1, replicates + 1))]:
        raise ConfigError(f"{published['data']}: run: not the numbers 1 to {replicates}, each once and in order")
    labels = [*table.columns.drop("run", errors="ignore")]
    for index, comparison in enumerate(published["repeated_by"]):
        where = f"{file}: published.repeated_by.{index}"
        check_known([comparison], config["comparisons"], where, "comparison")
        for label in labels:
            if label not in config["comparisons"][comparison]:
                raise ConfigError(f"{where}: {comparison!r} has no {label!r}, which {published['data']} has")
        for label in config["comparisons"][comparison]:
            if label not in labels:
                raise ConfigError(f"{where}: {published['data']} has no column {label!r}, which {comparison!r} has")


def _data(path: str, where: str) -> "pd.DataFrame":
    """The document's data, a column for each treatment beside the one that numbers the runs."""
    with located(where):
        return read_csv(path)
