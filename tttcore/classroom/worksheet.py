"""Worksheet: exercises for a course, whose numbers come from tables and whose arithmetic is checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import pandas as pd

from tttcore.claims.findings import FORMATS, Place, parts, selectors
from tttcore.classroom.arithmetic import check_equation, evaluate
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.declaration import SOME, Matching, build, declared
from tttcore.pipeline.messages import ConfigError
from tttcore.report.site import Context

LEAGUE = "league_"
"""Beginning of the names of tables of the league of 3x3."""
RECIPES = "recipes"
"""Table of the parameters of a study's treatments that are numbers or words."""


@declared
@dataclass(frozen=True)
class Exercise:
    """Task with its answer. Braces in texts hold a selector or the name of a value: ``{percent chance}``."""

    title: str
    """Its title."""
    task: str
    """Text of the task."""
    answer: str
    """Text of the answer."""
    evidence: Annotated[str, Matching(r"[a-z0-9_]+\.html(#[\w-]+)?", "a page of the report, such as facts.html#states")]
    """Address of the page with the numbers, such as ``facts.html#states``."""
    study: str = ""
    """Study whose tables it uses; the facts of 3x3 and the league's tables can be used by all."""
    values: dict[str, str] = field(default_factory=dict)
    """Values by name, as formulas of selectors in braces and of earlier names."""
    holds: list[str] = field(default_factory=list)
    """Equations between formulas that have to hold."""


@declared
@dataclass(frozen=True)
class Worksheet:
    """All exercises in their order."""

    exercises: Annotated[list[Exercise], SOME]
    """The exercises."""


def read_worksheet(path: str | Path) -> list[Exercise]:
    """Read the exercises of a file; ConfigError for a mistake in it, in one line."""
    content = read_yaml(path)
    if not isinstance(content, Mapping):
        raise ConfigError(f"{path}: is no mapping; allowed: exercises")
    try:
        exercises = build(Worksheet, content, "").exercises
        for exercise in exercises:
            [*used_tables(exercise)]
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return exercises


def used_tables(exercise: Exercise) -> Iterator[str]:
    """Yield the names of the tables that an exercise reads, some of them repeatedly."""
    for text in (exercise.task, exercise.answer):
        for selector in selectors(text, exercise.values):
            yield selector.table
    for formula in (*exercise.values.values(), *exercise.holds):
        for selector in selectors(formula, ()):
            yield selector.table


def worksheet_context(
    exercises: Sequence[Exercise],
    shared: Mapping[str, pd.DataFrame],
    own: Mapping[str, Mapping[str, pd.DataFrame]],
    *,
    where: str,
) -> Context:
    """Context of the page.

    Parameters
    ----------
    exercises : those whose tables are there.
    shared : tables that all exercises can use, by name: the facts, and those of the league after `LEAGUE`.
    own : tables of each study, by the study's name.
    where : name of the exercises' file, for messages.

    Raises
    ------
    ConfigError
        If a value can't be read, or an equation doesn't hold.
    """
    solved = []
    for exercise in exercises:
        tables = {**shared, **own.get(exercise.study, {})}
        try:
            solved.append(_solved(exercise, tables))
        except ConfigError as error:
            raise ConfigError(f"{where}: {exercise.title}: {error}") from None
    return {"exercises": solved}


def recipe_table(recipes: Mapping[str, Mapping[str, object]]) -> pd.DataFrame:
    """Parameters of treatments that are numbers or words: a row for each treatment, a column for each parameter."""
    plain = {
        name: {key: value for key, value in recipe.items() if isinstance(value, int | float | str)}
        for name, recipe in recipes.items()
    }
    return pd.DataFrame([{"treatment": name, **recipe} for name, recipe in plain.items()])


def _solved(exercise: Exercise, tables: Mapping[str, pd.DataFrame]) -> dict[str, str]:
    values: dict[str, float] = {}
    for name, formula in exercise.values.items():
        values[name] = evaluate(formula, tables, values)
    for equation in exercise.holds:
        check_equation(equation, tables, values)
    texts = {name: _written(getattr(exercise, name), tables, values) for name in ("task", "answer")}
    return {"title": exercise.title, "evidence": exercise.evidence, **texts}


def _written(text: str, tables: Mapping[str, pd.DataFrame], values: Mapping[str, float]) -> str:
    """Text with its values as people write them."""
    return "".join(_place(part, tables, values) if isinstance(part, Place) else part for part in parts(text))


def _place(place: Place, tables: Mapping[str, pd.DataFrame], values: Mapping[str, float]) -> str:
    if place.value in values:
        return FORMATS[place.format](values[place.value])
    return place.written({}, tables)
