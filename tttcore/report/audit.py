"""Audit page: every claim of every document, and null results re-examined."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.audit import records
from tttcore.claims.error_rates import COLUMNS as ERROR_RATES
from tttcore.claims.outcomes import CHOICE_OUTCOMES, DIFFERS, REPRODUCED, REPRODUCTIONS, STATEMENTS
from tttcore.claims.replicability import replicability
from tttcore.claims.sentences import SENTENCE_OUTCOMES, count_sentences
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.plots.names import Names, names_of
from tttcore.plots.numbers import p_equals, percent
from tttcore.report.keys import words_of
from tttcore.report.listing import Listing, listed
from tttcore.report.site import Context
from tttcore.report.statements import by_sentence, false_alarms
from tttcore.stats.comparison import cohen_f
from tttcore.stats.intervals import LEVEL, share_interval
from tttcore.stats.published_design import WANTED_POWER
from tttcore.studies.functions import module_of
from tttcore.studies.tables import tables_of


def audit_context(
    settings: Mapping[str, Mapping[str, Any]],
    *,
    audit: pd.DataFrame,
    choices: pd.DataFrame,
    tables: Mapping[str, Mapping[str, pd.DataFrame]],
    error_rates: pd.DataFrame,
    by_seed: pd.DataFrame | None = None,
) -> Context:
    """Context of the audit page.

    Parameters
    ----------
    settings : configuration of each study, by name.
    audit : statements of all documents, a table in the schema ``audit``.
    choices : choices of ours, likewise.
    tables : tables of statistics of the studies with a null result, by study and name.
    error_rates : see `claims.error_rates.simulated_error_rates`.
    by_seed : see `claims.replicability.verdicts_by_seed`, if such verdicts are stored.
    """
    by_study = {name: audit[audit["study"] == name] for name in settings}
    null_results = {study["null_result"]["claim"]: name for name, study in settings.items() if study.get("null_result")}
    examined = audit[audit["id"].isin([*null_results])]
    documents = {name: _rows(rows, settings[name]) for name, rows in by_study.items()}
    return {
        "documents": documents,
        "example": next((row for rows in documents.values() for row in rows if _is_plain(row)), None),
        "choices_made": {name: _rows(choices[choices["study"] == name], study) for name, study in settings.items()},
        "choice_outcomes": CHOICE_OUTCOMES,
        "counts": {name: count_sentences(rows) for name, rows in by_study.items()},
        "totals": count_sentences(audit),
        "outcomes": SENTENCE_OUTCOMES,
        "reproductions": REPRODUCTIONS,
        "assertions": {
            name: (assertion, int((audit["counted"] & (audit["asserts"] == name)).sum()))
            for name, assertion in ASSERTIONS.items()
        },
        "false_alarms": false_alarms(audit),
        "error_rates": [_listed_worst(error_rates)],
        "rates_kept": rates_kept(error_rates),
        "replicated": "" if by_seed is None else replicated(by_seed, audit),
        "filters": {
            key: _values(audit[key]) for key in ("study", "sentence_verdict", "reproduction", "asserts", "kind")
        },
        "published": PUBLISHED,
        "benchmarks": {name: list(study["benchmarks"]) for name, study in settings.items()},
        "titles": {name: _titles(study) for name, study in settings.items()},
        "null_results": [
            reexamined(settings[row["study"]], row, tables[row["study"]]) for row in examined.to_dict("records")
        ],
    }


def _listed_worst(error_rates: pd.DataFrame) -> Listing:
    return listed(
        _worst(error_rates),
        ERROR_RATES,
        caption="Rates of error where the truth is known by simulation: the worst case of each estimate",
        address="error_rates.csv",
    )


def rates_kept(error_rates: pd.DataFrame) -> str:
    """Say in how many simulated cases the printed rate is exceeded by more than chance, and name the farthest.

    Intervals are corrected for all rates of the table (Bonferroni).
    """
    promised = error_rates.dropna(subset="printed").reset_index(drop=True)
    level = LEVEL / promised["rates"].sum()
    counts = (promised["measured"] * promised["simulations"]).round().astype(int)
    pairs = zip(counts, promised["simulations"], strict=True)
    found = promised.join(pd.DataFrame([share_interval("rate", *pair, level=level) for pair in pairs]))
    beyond = found[found["rate_low"] > found["printed"]]
    if beyond.empty:
        return (
            f"In none of {len(found)} cases do the simulations exclude the printed rate, by intervals corrected for "
            "all of these together."
        )
    far = max(beyond.to_dict("records"), key=lambda row: row["rate_low"] - row["printed"])
    return (
        f"Not everywhere: in {len(beyond)} of {len(found)} cases the interval of the measured rate lies above the "
        "printed one; if all rates were as printed, one table in twenty would have any such case. The farthest is "
        f"{far['estimate']} under the rule {far['assertion']}: {percent(far['measured'])} of {far['simulations']} "
        f"simulations ({percent(far['rate_low'])} to {percent(far['rate_high'])}), {percent(far['printed'])} printed."
    )


def replicated(by_seed: pd.DataFrame, audit: pd.DataFrame) -> str:
    """Say how many verdicts of the audit other seeds agree in, and name the others; empty if its seed isn't stored."""
    seed = f"{audit['seed'].dropna().max():.0f}"
    if seed not in by_seed:
        return ""
    judged = audit.set_index("id")["verdict"].reindex(by_seed.index)
    known = by_seed[[seed, *by_seed.columns.drop(seed)]][judged == by_seed[seed]]
    decided, others = replicability(known)
    told = f"Of {decided} decided verdicts, all {len(known.columns)} seeds agree in {decided - len(others)}."
    listed = [f"{name} ({', '.join(map(str, known.loc[name].fillna('missing')))})" for name in others]
    return " ".join([told, *([f"The others: {'; '.join(listed)}."] if listed else [])])


def _worst(error_rates: pd.DataFrame) -> pd.DataFrame:
    """For each assertion and estimate, the row farthest above the printed rate; and the worst where none is printed."""
    beyond = error_rates.assign(beyond=(error_rates["measured"] - error_rates["printed"]).fillna(-1))
    worst = beyond.sort_values("beyond", kind="stable").groupby(["assertion", "estimate"], sort=False).tail(1)
    unpromised = beyond[beyond["printed"].isna()].sort_values("measured").tail(1)
    return error_rates.loc[worst.index.union(unpromised.index)]


def _rows(rows: pd.DataFrame, study: Mapping[str, Any]) -> list[dict[Hashable, Any]]:
    """Rows of a study as pages show them, with names of the treatments that they rest on."""
    names, words = names_of(study), words_of(study)
    as_json = {record["id"]: record for record in records(rows)}
    return [
        {
            **row,
            **{key: as_json[row["id"]][key] for key in ("figures", "seed")},
            "reading": [names.treatment(key) for key in as_json[row["id"]]["reading"]],
        }
        for row in by_sentence(rows, names, words)
    ]


def _is_plain(row: Mapping[Hashable, Any]) -> bool:
    """True for a statement of one part, counted and decided, whose interval decides: it can stand for the others."""
    decided = row["asserts"] == "range" and row["verdict"] in (REPRODUCED, DIFFERS)
    return decided and row["counted"] and row["parts"] == 1 and bool(row["interval"] and row["reason"])


def _titles(study: Mapping[str, Any]) -> dict[str, str]:
    """Titles of a study's figures by name."""
    return {name: each["title"] for name, each in {**study["benchmarks"], **study["figures"]}.items()}


def _values(values: pd.Series) -> list[str]:
    """Values that rows have, those of which there is an order in it."""
    order = [*SENTENCE_OUTCOMES, *REPRODUCTIONS, *ASSERTIONS, *STATEMENTS]
    found = [value for value in values.unique().tolist() if value]
    return sorted(found, key=lambda value: order.index(value) if value in order else -1)


def reexamined(study: Mapping[str, Any], claim: Mapping[Any, Any], tables: Mapping[str, pd.DataFrame]) -> Context:
    """Re-examine the null result of a study, from its configuration, the statement's row and its tables by name."""
    name, per_group = study["study"], study["published"]["replicates"]
    asked, known = study["null_result"], tables_of(study, name)
    return {
        "study": name,
        "claim": claim,
        "per_group": per_group,
        "margins": [margin._asdict() for margin in getattr(module_of(name, "tables"), "MARGINS", [])],
        "tables": [
            listed(
                _of_sets(tables[table], asked["sets"]),
                known[table].shown,
                caption=known[table].caption,
                address=f"../{name}/tables/{table}.csv",
                names=names_of(study),
            )
            for table in asked["tables"]
        ],
        "slider": slider(tables[asked["grid"]], per_group=per_group),
        "answers": null_answers(tables, asked["sets"], names_of(study)) if {*ANSWERING} <= {*asked["tables"]} else [],
    }


ANSWERING = ("power", "anova", "equivalence")
"""Tables from which the questions about a null result are answered in sentences; without one the tables stand alone."""


def null_answers(tables: Mapping[str, pd.DataFrame], sets: Sequence[str], names: Names) -> list[str]:
    """Sentences on what the document's runs could detect, what all of ours find, and whether it is small.

    Parameters
    ----------
    tables : of the study, those of `ANSWERING` among them.
    sets : comparisons; those that aren't the document's own are of our runs.
    """
    design = tables["power"].iloc[0]
    sentences = [
        f"{design['per_group']:.0f} runs of each treatment detect an effect of f = {design['detectable_f']:.2f} "
        f"or more with a power of {WANTED_POWER:.0%} (level {design['alpha']:.0%})."
    ]
    known = {*tables["anova"]["set"]}
    for own in [name for name in sets if name in known and name != PUBLISHED]:
        rows = tables["anova"]
        between = rows[(rows["set"] == own) & (rows["source"] == "treatments")].iloc[0]
        pairs = tables["equivalence"][tables["equivalence"]["set"] == own]
        close = ", ".join(
            f"{(rows['tost_p_holm'] < LEVEL).sum()} of {len(rows)} pairs are equivalent within {margin}"
            for margin, rows in pairs.groupby("margin_name", sort=False)
        )
        sentences.append(
            f"All our runs, {names.set(own)}: f is {cohen_f(between['eta_squared']):.3f} "
            f"({p_equals(between['p'])}); {close}."
        )
    return sentences


def _of_sets(table: pd.DataFrame, sets: Sequence[str]) -> pd.DataFrame:
    """Rows of comparisons and of their first runs; all rows of a table without sets."""
    return table[table["set"].map(comparison_of).isin(sets)] if "set" in table else table


def slider(grid: pd.DataFrame, *, per_group: int) -> dict[str, Any]:
    """Prepare the stops and values of the sliders from a grid of power, see `published_design.power_grid`.

    Parameters
    ----------
    grid : alpha, per_group, f, difference and power of every point.
    per_group : runs per group of the document; the first stop is the nearest design, at the smallest effect with a
        power of at least `WANTED_POWER`.

    Returns
    -------
    dict
        ``alphas``, ``per_group``, ``f`` and ``difference``: stops; ``power``: by level, runs and effect, rounded
        to four decimals; ``start``: indices of the first two stops to show.
    """
    alphas, sizes, effects = (grid[name].drop_duplicates().tolist() for name in ("alpha", "per_group", "f"))
    power = grid["power"].to_numpy().reshape(len(alphas), len(sizes), len(effects))
    size = min(range(len(sizes)), key=lambda index: abs(sizes[index] - per_group))
    enough = [index for index, found in enumerate(power[0, size]) if found >= WANTED_POWER]
    return {
        "alphas": alphas,
        "per_group": sizes,
        "f": [round(effect, 6) for effect in effects],
        "difference": grid["difference"].iloc[: len(effects)].round(6).tolist(),
        "power": power.round(4).tolist(),
        "start": {"per_group": size, "f": enough[0] if enough else len(effects) - 1},
    }
