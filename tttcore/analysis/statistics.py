"""Every table of statistics of a study, by name."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.analysis import compare, pairwise, power, reference, runtimes
from tttcore.analysis.behaviour import behaviour, by_set, champions, exceedances
from tttcore.analysis.compare import Groups
from tttcore.analysis.samples import group_traces, samples
from tttcore.analysis.tables import Tables
from tttcore.base.rng import stream
from tttcore.games.classic import StateTables
from tttcore.studies.study import PUBLISHED

PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
PERMUTATIONS = 999


def statistics(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    *,
    study: str,
    settings: Mapping[str, Any],
    recipes: Mapping[str, Mapping[str, Any]],
    tables: StateTables,
    seed: int,
) -> Tables:
    """All statistics of a study; tables that cover several sets name them in the column ``set``.

    Parameters
    ----------
    runs, traces : the study's tables.
    study : its name, which names the random streams of the resampling.
    settings : its ``comparisons``, ``published`` and ``statistics``.
    recipes : its treatments' parameters.
    tables : the game's states.
    seed : the project's seed.
    """
    chosen = settings["statistics"]
    sets = samples(runs, settings)
    values = {name: {group: sample.values for group, sample in groups.items()} for name, groups in sets.items()}
    populations = {name: recipe["population"] for name, recipe in recipes.items()}
    behaved = behaviour(traces, populations=populations)
    cap = max(recipe["generations"] for recipe in recipes.values())
    found: Tables = {
        "summaries": _per_set(sets, compare.summaries),
        "anova": _per_set(sets, compare.anova_table),
        "omnibus": _per_set(sets, compare.omnibus),
        "effect_sizes": _per_set(sets, compare.effect_sizes),
        "pairwise": pd.concat(
            [
                pairwise.pairwise(
                    groups, resamples=chosen["resamples"], rng=stream(seed, study, "statistics", "pairwise", name)
                ).assign(set=name)
                for name, groups in sets.items()
            ]
        ),
        "equivalence": _per_set(sets, lambda groups: pairwise.equivalence(groups, margins=chosen["margins"])),
        "survival": _per_set(sets, runtimes.survival),
        "ecdf": _per_set(sets, lambda groups: runtimes.ecdf(groups, range(cap + 1))),
        "fixed_targets": pd.concat(
            [
                runtimes.fixed_target(group_traces(traces, members), chosen["targets"], cap).assign(set=name)
                for name, members in settings["comparisons"].items()
            ]
        ),
        "exceedances": exceedances(values, chosen["exceedances"]),
        "behaviour": behaved,
        "behaviour_by_set": by_set(behaved, settings["comparisons"]),
        "champions": champions(runs, tables),
        **_power(sets[PUBLISHED], chosen),
        **_against_published(sets, settings, seed=seed, study=study),
    }
    return {name: _set_first(table) for name, table in found.items()}


def _per_set(sets: Mapping[str, Groups], table: Callable[[Groups], pd.DataFrame]) -> pd.DataFrame:
    return pd.concat([table(groups).assign(set=name) for name, groups in sets.items()])


def _power(published: Groups, chosen: Mapping[str, Any]) -> Tables:
    effects = compare.effect_sizes(published).set_index("effect")["value"]
    per_group = min(sample.values.size for sample in published.values())
    alpha = chosen["alphas"][0]
    return {
        "power": power.design_table(
            groups=len(published),
            per_group=per_group,
            observed_f=float(effects["cohen_f"]),
            alphas=chosen["alphas"],
            power=chosen["power"],
        ),
        "power_curves": power.power_curve(groups=len(published), per_group=PER_GROUP, f=EFFECTS, alpha=alpha),
    }


def _against_published(sets: Mapping[str, Groups], settings: Mapping[str, Any], *, seed: int, study: str) -> Tables:
    table = reference.compare_with_reference(
        sets[PUBLISHED],
        {name: sets[name] for name in settings["published"]["repeated_by"]},
        resamples=PERMUTATIONS,
        rng=stream(seed, study, "statistics", "against published"),
    )
    return {"against_published": table, "likelihood": reference.likelihood_ratio(table)}


def _set_first(table: pd.DataFrame) -> pd.DataFrame:
    columns = [*(["set"] if "set" in table else []), *(column for column in table if column != "set")]
    return table[columns].reset_index(drop=True)
