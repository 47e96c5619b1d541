"""Write the page that compares the learners of all documents: how many games each needs until nothing beats it."""

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.claims_file import planned_tables
from tttcore.claims.findings import check_selector, selectors
from tttcore.claims.formulas import check_formula, evaluate, written
from tttcore.claims.selectors import Columns
from tttcore.learning.captions import FIGURES, HEXAPAWN
from tttcore.learning.machine_tables import drawn_names
from tttcore.pipeline.messages import ConfigError, located
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACTS, Tables
from tttcore.players.behaviour import OPENINGS
from tttcore.plots.numbers import percent
from tttcore.report.images import pictures
from tttcore.report.listing import Listing, listed
from tttcore.report.site import Context, write_page
from tttcore.stats.games_needed import CURVES, GAMES_NEEDED, PAIRS, READING, READINGS
from tttcore.studies.tables import tables_of

FOLDER = "machines"
"""Folder of the results, and of the copies of the figures."""
SIDES = {"first": "X", "second": "O"}
"""Signs of the seats."""
LESSON_TABLES = {"games_needed": [*GAMES_NEEDED], "learnt": [*CURVES, READING]}
"""Columns of the tables that lessons can read, with rows of their own study; beside them the study's and the facts."""
TEXTS = ("title", "text", "mistake")
"""Keys of a lesson that may hold values."""
LESSON_KEYS = {"games_needed": ("treatment", "seat"), "learnt": ("treatment", "seat", READING)}
"""Columns whose values name one of their rows."""
DIGITS = 4
"""Digits of shares behind the slider."""


def machines_answer(
    tables: Tables, machines: Mapping[str, Mapping[str, Any]], games: Mapping[str, str]
) -> Context | None:
    """Answer on this and the first page; None without learners of 3x3.

    Parameters
    ----------
    machines : the key ``machine`` of each study's file.
    games : game that each study's learners learn; those of Hexapawn have a section of their own.

    Returns
    -------
    sentences : one for each seat.
    rows : for each learner that is drawn, those that need the fewest games first, its ``name``, ``study`` and
        ``treatment``, what it ``needs`` in each seat, and how many runs are unbeatable when they end, ``ends``.
    """
    if not tables:
        return None
    names = drawn_names({study: each for study, each in machines.items() if games[study] != HEXAPAWN})
    needed = {(row["study"], row["treatment"], row["seat"]): row for row in tables["games_needed"].to_dict("records")}
    rows: list[Context] = []
    for (study, treatment), name in names.items():
        found = {seat: needed[study, treatment, seat] for seat in SIDES if (study, treatment, seat) in needed}
        needs = {seat: _needs(found[seat]) if seat in found else "" for seat in SIDES}
        ends = {seat: _of(row, "at_end") for seat, row in found.items()}
        rows.append(
            {"name": name, "study": study, "treatment": treatment, "ends": ends, "found": found, "needs": needs}
        )
    rows.sort(key=lambda row: min(_first(each) for each in row["found"].values()))
    played = [seat for seat in SIDES if any(seat in row["found"] for row in rows)]
    return {"rows": rows, "sentences": [_sentence(rows, seat) for seat in played]} if rows else None


def _first(row: Mapping[Hashable, Any]) -> float:
    return math.inf if pd.isna(row["first"]) else float(row["first"])


def _needs(row: Mapping[Hashable, Any]) -> str:
    """Games until half of the runs have been unbeatable at least once, in words."""
    if row["ever"] == 0:
        return f"never in {about(row['games'])} {row['unit']}"
    if pd.isna(row["first"]):
        return f"{_of(row, 'ever')} runs in {about(row['games'])} {row['unit']}"
    return f"{'at most ' * (row['first_from'] == 0)}{about(row['first'])} {row['unit']}"


def _of(row: Mapping[Hashable, Any], share: str) -> str:
    return f"{row[share] * row['n']:.0f} of {row['n']}"


def _sentence(rows: Iterable[Mapping[str, Any]], seat: str) -> str:
    """Learners that need the fewest and the most games in a seat, by unit, and those that never get there."""
    own = sorted((row for row in rows if seat in row["found"]), key=lambda row: _first(row["found"][seat]))
    able: dict[str, list[Mapping[str, Any]]] = {}
    for row in own:
        if _first(row["found"][seat]) < math.inf:
            able.setdefault(row["found"][seat]["unit"], []).append(row)
    spans = [" to ".join(dict.fromkeys(f"{row['needs'][seat]} ({row['name']})" for row in (group[0], group[-1])))
             for group in able.values()]  # fmt: skip
    half = "half of the runs have been unbeatable at least once after"
    needs = f"{half} {', '.join(spans)}" if able else "few runs get there"
    never = [
        f"{row['name']} ({about(found['games'])} {found['unit']})"
        for row in own
        if (found := row["found"][seat])["ever"] == 0
    ]
    text = f"As {SIDES[seat]}, {needs}."
    return f"{text} Never: {', '.join(never)}." if never else text


def about(games: float) -> str:
    """Number of games with two digits, as people say it.

    Examples
    --------
    >>> about(415_240), about(26_400_000), about(60)
    ('420,000', '26 million', '60')
    """
    rounded = float(f"{games:.2g}")
    for unit, size in (("billion", 1e9), ("million", 1e6)):
        if rounded >= size:
            return f"{rounded / size:g} {unit}"
    return f"{rounded:,.0f}"


def lessons(
    tables: Tables,
    facts: pd.DataFrame,
    statistics: Mapping[str, Tables],
    machines: Mapping[str, Mapping[str, Any]],
) -> tuple[list[Context], list[str]]:
    """Lessons that these runs bear out, each with its ``study``, ``title``, ``text`` and ``mistake``; titles of others.

    Parameters
    ----------
    tables : see `games_needed.machine_tables`.
    facts : exact facts of 3x3.
    statistics : tables of each study.
    """
    shown, missing = [], []
    for study, machine in machines.items():
        of_study = {name: tables[name][tables[name]["study"] == study] for name in LESSON_TABLES}
        own = {FACTS: facts, **statistics[study], **of_study}
        for lesson in machine["lessons"]:
            try:
                holds = all(_is_less(comparison, own) for comparison in lesson["holds"])
            except ConfigError:  # a median that isn't reached
                holds = False
            if not holds:
                missing.append(lesson["title"])
                continue
            with located(f"machine.lessons of {study}: {lesson['title']}"):
                shown.append({"study": study, **{key: written(lesson.get(key, ""), own) for key in TEXTS}})
    return shown, missing


def known_tables(studies: Iterable[Study]) -> dict[str, Columns]:
    """Columns of `LESSON_TABLES`, and what they can hold, before these studies' learners are followed."""
    followed = {study.name: study.followed for study in studies}
    treatments = [treatment for own in followed.values() for treatment in own]
    values = {"study": followed, "treatment": treatments, "seat": [*SIDES], READING: [*READINGS]}
    return {name: Columns(dict.fromkeys(columns), values) for name, columns in LESSON_TABLES.items()}


def check_lessons(study: Study) -> None:
    """Check that the values of a study's lessons can be read, each from one row; ConfigError if not."""
    known = {**planned_tables(study, tables_of(study.config, study.file)), **known_tables([study])}
    for place, lesson in enumerate((study.config.get("machine") or {"lessons": ()})["lessons"]):
        where = f"{study.file}: machine.lessons.{place}"
        for comparison in lesson["holds"]:
            for side in comparison.split(" < "):
                with located(f"{where}.holds"):
                    check_formula(side)
        if "mistake" in lesson and not re.fullmatch(r"\{learnt\.mistake\[[^{}]*\]\}", lesson["mistake"]):
            raise ConfigError(f"{where}.mistake: {lesson['mistake']!r}; allowed: {{learnt.mistake[...]}}")
        for key, text in [(key, lesson.get(key, "")) for key in TEXTS] + [("holds", each) for each in lesson["holds"]]:
            with located(f"{where}.{key}"):
                read = [*selectors(text, ())]
            for selector in read:
                check_selector(selector, known, f"{where}.{key}")
                missing = {*LESSON_KEYS.get(selector.table, ())} - {column for column, _ in selector.conditions}
                if missing:
                    raise ConfigError(f"{where}.{key}: {selector.text!r} needs {', '.join(sorted(missing))}")


def _is_less(comparison: str, tables: Tables) -> bool:
    lesser, greater = comparison.split(" < ")
    return evaluate(lesser, tables) < evaluate(greater, tables)


def write_machines_page(
    path: str | Path,
    *,
    tables: Tables,
    facts: pd.DataFrame,
    statistics: Mapping[str, Tables],
    figures: Sequence[str | Path],
    machines: Mapping[str, Mapping[str, Any]],
    games: Mapping[str, str],
    treatments: Mapping[str, Mapping[str, str]],
    watched: Collection[str],
    stored: Mapping[str, Sequence[int]],
    studies: Mapping[str, str],
    trial: bool = False,
) -> None:
    """Write the page; copies of the figures go beside it.

    Parameters
    ----------
    tables : of the folder ``results/machines``, see `games_needed.machine_tables`.
    facts, statistics : see `lessons`.
    figures : files of `FIGURES` in all formats.
    machines, games : see `machines_answer`.
    treatments : names of treatments by study and key.
    watched : studies whose runs the page to watch makes again.
    stored : numbers of games after which agents are stored, in ascending order, by agent.
    studies, trial : see `site.write_page`.
    """
    shown = {name: FIGURES[name] for name in FIGURES if any(Path(file).stem == name for file in figures)}
    drawn = pictures(shown, figures, page=path, folder=FOLDER)
    context: Context = {
        "answer": machines_answer(tables, machines, games),
        "figures": {picture.name: picture for picture in drawn},
        "machines": {study: each for study, each in machines.items() if games[study] != HEXAPAWN},
    }
    if tables:
        names = {(study, key): label for study, labels in treatments.items() for key, label in labels.items()}
        names |= drawn_names(machines)
        rows = context["answer"]["rows"] if context["answer"] else []
        classic = {(row["study"], row["treatment"]): row["name"] for row in rows}
        table = tables["games_needed"]
        told = ([], []) if trial else lessons(tables, facts, statistics, machines)
        context |= dict(zip(("lessons", "missing"), told, strict=True))
        context |= {
            "guesses": [
                {"name": row["name"], "needs": row["needs"]["first"]} for row in reversed(rows) if row["needs"]["first"]
            ],
            "moments": _moments(tables, classic, watched, stored),
            "strategies": _strategies(facts),
            "learnt": _openings(tables["learnt"], classic),
            "needed": {seat: needed_rows(table, names, studies, context["machines"], seat) for seat in SIDES},
            "needed_hexapawn": needed_rows(table, names, studies, {*games} - {*context["machines"]}, "second"),
            "pairs": [_pairs(tables, machines)],
        }
    write_page(path, "machines.html.j2", studies=studies, trial=trial, **context)


def _openings(table: pd.DataFrame, names: Mapping[tuple[str, str], str]) -> list[Context]:
    """First marks of the learners that are drawn as X at their first and their last reading, in percent."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for row in table[table["seat"] == "first"].to_dict("records"):
        rows.setdefault((row["study"], row["treatment"]), {})[row[READING]] = row
    return [
        {"name": name, "study": key[0]}
        | {kind: [f"{rows[key][reading][kind]:.0%}" for reading in READINGS] for kind in (*OPENINGS, "resigns")}
        for key, name in names.items()
        if key in rows
    ]


def _moments(
    tables: Tables,
    names: Mapping[tuple[str, str], str],
    watched: Collection[str],
    stored: Mapping[str, Sequence[int]],
) -> list[dict[Any, Any]]:
    """Curves of the learners that are drawn, for the slider; openings only where there are some."""
    units = tables["games_needed"].set_index(["study", "treatment", "seat"])["unit"]
    rows = dict(list(tables["curves"].groupby(["study", "treatment", "seat"], sort=False)))
    found = []
    for (study, treatment), name in names.items():
        for seat in SIDES:
            player = f"{study}/{treatment}/0"
            own = rows.get((study, treatment, seat), pd.DataFrame())
            if own.empty:
                continue
            shares = own[["unbeaten", "mistaken", *(OPENINGS if seat == "first" else ())]].round(DIGITS)
            found.append(
                {
                    "name": name,
                    "seat": seat,
                    "watch": f"{study}/{treatment}" if study in watched else "",
                    "player": player,
                    "stored": stored.get(player, ()),
                    "n": int(own["n"].iloc[0]),
                    "unit": units.loc[study, treatment, seat],
                    "games": own["games"].tolist(),
                    "mistake": own["mistake"].tolist(),
                    **shares.to_dict("list"),
                }
            )
    return found


def _strategies(facts: pd.DataFrame) -> dict[str, float]:
    """Number of strategies of the first player that never lose, by their first mark; none if they weren't counted."""
    values = facts.set_index("fact")["value"]
    return {kind: values[name] for kind in OPENINGS if (name := f"no_loss_strategies_first_{kind}") in values}


def needed_rows(
    table: pd.DataFrame,
    names: Mapping[tuple[str, str], str],
    studies: Mapping[str, str],
    kept: Collection[str],
    seat: str,
) -> list[dict[str, str]]:
    """Rows of `games_needed` in a seat of some studies as people read them, those that need the fewest games first."""
    table = table[(table["seat"] == seat) & table["study"].isin(list(kept))]
    return [
        {
            "machine": names.get((row["study"], row["treatment"]), row["treatment"]),
            "document": studies[row["study"]],
            "games": f"{about(row['games'])} {row['unit']}",
            **{key: _span(row, key) for key in ("first", "lasting", "nearly")},
            **{key: f"{_of(row, key)} ({_ends(row, key, percent)})" for key in ("ever", "lasts", "at_end")},
            "organisms": "–" if pd.isna(row["organisms"]) else about(row["organisms"]),
        }
        for row in table.sort_values("first", kind="stable", na_position="last").to_dict("records")
    ]


def _span(row: Mapping[Hashable, Any], key: str) -> str:
    """Median of numbers of games with its interval, which may have no end."""
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    within = "" if pd.isna(low) else f" ({about(low)} or more)" if pd.isna(high) else f" ({_ends(row, key, about)})"
    return ("–" if pd.isna(row[key]) else about(row[key])) + within


def _ends(row: Mapping[Hashable, Any], key: str, text: Callable[[float], str]) -> str:
    return f"{text(row[f'{key}_low'])} to {text(row[f'{key}_high'])}"


def _pairs(tables: Tables, machines: Mapping[str, Mapping[str, Any]]) -> Listing:
    named = {"/".join(pair): name for pair, name in drawn_names(machines).items()}
    table = tables["pairs"].replace({"a": named, "b": named, "seat": SIDES})
    return listed(table, PAIRS, caption="Every two machines of the figure", address=f"../{FOLDER}/tables/pairs.csv")
