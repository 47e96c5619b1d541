"""Tables of Ancheta et al. (2020), each the function of the name that its page and statements use."""

from collections.abc import Mapping

import pandas as pd

from tttcore.engines.genetic_algorithm.champions import CHAMPIONS, champions_of_runs
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import read_runs
from tttcore.stats import pairwise as pairs
from tttcore.stats import published_design, runtimes
from tttcore.stats.behaviour import BEHAVIOUR, behaviour_of_runs
from tttcore.stats.columns import OneOf, columns, of_treatments, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import mean_interval, share_difference
from tttcore.stats.pairwise import Margin
from tttcore.stats.reports import (
    DOCUMENTS,
    documents,
    each,
    pooled,
    statistic,
)
from tttcore.stats.tables import (  # noqa: F401 - tables of the page, too
    anova,
    ecdf,
    effect_sizes,
    omnibus,
    pairwise,
    spreads,
    summaries,
    survival,
)
from tttcore.studies.ancheta2020.trajectories import FIGURES, LISTED, course_reports, courses, read_trajectories  # noqa: F401 - here, too

REPORTS = {
    "medians": each("median"),
    "Bartlett's statistic": statistic("bartlett"),
    "F": statistic("anova"),
    "longest of ninety": pooled("maximum"),
}
"""Reports of the document about its ninety runs, as far as any number of thirty runs each could be a rare one."""
MARGINS = (Margin("one generation", 1.0, "generations"), Margin("a fifth of a standard deviation", 0.2, "sd"))
"""Equivalence margins; they are fixed beforehand, never fitted to what runs show."""
LEVELS = (0.05, 0.1)
"""Levels of significance of designs like the document's."""
PER_GROUP = (5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10000)
"""Runs per group at the stops of a slider of the audit page."""
EFFECTS = tuple(step / 100 for step in range(61))
"""Effects, Cohen's f, at the stops of another."""
COSTS = {
    "treatment": "Treatment",
    "n": "Runs",
    **with_interval("lines", "Lines of play"),
    **with_interval("games", "Games against opponents"),
    **with_interval("total", "Together"),
}
"""Columns of `costs`."""
THRESHOLDS = (10, 15, 499)
"""Generations; runs of more are counted."""
EXPLOITS = {"umg-listed": "control-listed", "umg-described": "control-described"}
"""Treatments whose champions have met the Unbeatable Move Generator, and those whose champions have not."""


@needs(comparisons=[LISTED], published=["data"])
@columns(DOCUMENTS | {"report": OneOf("Report", REPORTS)})
def reports(evidence: Evidence) -> pd.DataFrame:
    """Predictive p-values of what the document reports of its thirty runs, by reading."""
    labels = [*evidence.reference]
    readings = [name for name, members in evidence.comparisons.items() if [*members] == labels and name != LISTED]
    return documents(evidence, reports=REPORTS, sets=[LISTED, *readings])


@columns(pairs.EQUIVALENCE | {"margin_name": OneOf("Margin", (margin.name for margin in MARGINS))})
def equivalence(evidence: Evidence) -> pd.DataFrame:
    """Tests that the means of two groups of a set differ by less than the margins."""
    return evidence.per_set(lambda groups: pairs.equivalence(groups, margins=MARGINS))


@needs(published=["data"])
@columns(published_design.POWER | {"alpha": OneOf("Level", LEVELS)})
def power(evidence: Evidence) -> pd.DataFrame:
    """Effects that the document's design finds with a power of 0.8, and runs that it would need."""
    return published_design.power(evidence.reference, alphas=LEVELS)


@needs(published=["data"])
@columns(published_design.POWER_CURVES)
def power_curves(evidence: Evidence) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group."""
    return published_design.power_curves(evidence.reference, alpha=0.05)


@needs(published=["data"])
@columns(
    published_design.POWER_GRID
    | {
        "alpha": OneOf("", LEVELS),
        "per_group": OneOf("", PER_GROUP),
        "f": OneOf("", (f"{effect:g}" for effect in EFFECTS)),
    }
)
def power_grid(evidence: Evidence) -> pd.DataFrame:
    """Power at each position of the sliders of the audit page."""
    return published_design.power_grid(evidence.reference, alphas=LEVELS, per_group=PER_GROUP, effects=EFFECTS)


@columns(BEHAVIOUR)
def behaviour(evidence: Evidence) -> pd.DataFrame:
    """Initial fitness, rises of the best fitness and diversity, by treatment."""
    return behaviour_of_runs(evidence.trace_rows, evidence.recipes)


@columns(COSTS)
def costs(evidence: Evidence) -> pd.DataFrame:
    """Lines of play in which organisms are judged, and games against opponents, until a run ends, by treatment."""
    found: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in evidence.run_rows.by_treatment("lines_first", "lines_second"):
        games = build_recipe(evidence.recipes[treatment], treatment).opponent_games
        lines = own["lines_first"].map(sum) + own["lines_second"].map(sum)
        part = pd.DataFrame({"lines": lines, "games": games * (own["lines_first"].map(len) - 1)})
        found.setdefault(treatment, []).append(part.assign(total=part["lines"] + part["games"]))
    rows = []
    for treatment, parts in found.items():
        counts = pd.concat(parts)
        row = {"treatment": treatment, "n": len(counts)}
        rows.append(
            row
            | {
                key: value
                for name in ("lines", "games", "total")
                for key, value in mean_interval(name, counts[name]).items()
            }
        )
    return pd.DataFrame(rows)[[*COSTS]]


@columns(CHAMPIONS)
def champions(evidence: Evidence) -> pd.DataFrame:
    """Diversity of the champions, and how many can beat the Unbeatable Move Generator, by treatment."""
    return evidence.once(_champions)


@needs(treatments=[*EXPLOITS, *EXPLOITS.values()])
@columns(
    {
        "a": OneOf("First", EXPLOITS),
        "b": OneOf("Second", EXPLOITS.values()),
        **with_interval("beat_umg", "UMG of the text, first minus second"),
        **with_interval("beat_listed_umg", "UMG of the authors' program"),
    }
)
def champion_contrasts(evidence: Evidence) -> pd.DataFrame:
    """Contrasts of champions evolved with and without the Unbeatable Move Generator: how often they beat it."""
    return contrasts_of(evidence.once(_champions), EXPLOITS)


@columns(runtimes.EXCEEDANCES | {"threshold": OneOf("", THRESHOLDS)})
def exceedances(evidence: Evidence) -> pd.DataFrame:
    """Runs of more than 10, 15 and 499 generations; the last need all 500."""
    return evidence.per_set(lambda groups: runtimes.exceedances(groups, thresholds=THRESHOLDS))


def check(study: Study) -> None:
    """Check that the document's trajectories can be read and have the groups of comparisons that repeat its design."""
    files = study.config["published"]["tables"]
    if FIGURES not in files:
        return
    found = read_trajectories(files[FIGURES])
    if "data" in study.config["published"]:
        printed = read_runs(study.config["published"]["data"])
        for label, own in found.items():
            if label in printed and [*own.steps + 1] != [*printed[label]]:
                raise ConfigError(f"tables.courses: runs of {label!r} in {FIGURES} don't end as published.data has it")
    for name in study.config["published"]["repeated_by"]:
        if missing := [label for label in study.comparisons[name] if label not in found]:
            raise ConfigError(f"tables.courses: {FIGURES} has no treatment {missing[0]!r}")


def contrasts_of(champions: pd.DataFrame, pairs: Mapping[str, str]) -> pd.DataFrame:
    """Differences between the proportions of champions that can beat the Unbeatable Move Generator, a row per pair.

    Intervals are Newcombe's (1998) from Wilson's of the two shares.

    Parameters
    ----------
    champions : table of `champions_of_runs`.
    pairs : second treatment by the first one.

    Raises
    ------
    ConfigError
        For a treatment without runs.
    """
    treatments = [*dict.fromkeys([*pairs, *pairs.values()])]
    table = of_treatments(champions, treatments).set_index("treatment").to_dict("index")
    rows = []
    for first, second in pairs.items():
        row: dict[str, float | str] = {"a": first, "b": second}
        for name in ("beat_umg", "beat_listed_umg"):
            beating = [_successes(table[each][name], table[each]["examined"]) for each in (first, second)]
            row |= share_difference(name, *beating)
        rows.append(row)
    return pd.DataFrame(rows)


def _successes(share: float, trials: int) -> tuple[int, int]:
    """Number of successes and of trials of a proportion, which is NaN without trials."""
    return (round(share * trials) if trials else 0), trials


def _champions(evidence: Evidence) -> pd.DataFrame:
    return champions_of_runs(evidence.run_rows, evidence.states)
