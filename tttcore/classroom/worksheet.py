"""Worksheet: exercises for a course, whose numbers come from tables and whose arithmetic is checked, and its lessons.

Arithmetic is on values of tables, such as ``{facts.value[fact=positions]} / 3 ** 9``, and equations between them.
"""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pandas as pd

from tttcore.claims.claims_file import of_facts, planned_tables
from tttcore.claims.findings import check_selector, selectors
from tttcore.claims.formulas import evaluate, evaluated, written
from tttcore.claims.selectors import Columns, Known, Selector
from tttcore.classroom.course import MACHINES as OF_MACHINES
from tttcore.classroom.course import PAGE, CourseLesson, Slide, SlideFigure, code_to_scan, optional, slide_context
from tttcore.learning.captions import FIGURES
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.declaration import SOME, Matching, build, declared
from tttcore.pipeline.messages import ConfigError, check_known, located
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACT_COLUMNS, FACTS
from tttcore.report.machines import known_tables
from tttcore.report.site import Context
from tttcore.studies.tables import tables_of

LEAGUE = "league_"
"""Beginning of the names of tables of the league of 3x3."""
MACHINES = "machines_"
"""Beginning of the names of tables of the learners of all documents."""
RECIPES = "recipes"
"""Table of the parameters of a study's treatments that are numbers or words."""

WATCH = "learn.html"
"""Page on which runs are made again."""
PLACE_TO_WATCH = r"[a-z0-9-]+/[a-z0-9-]+(\?[a-z]+=[a-z0-9._-]+(&[a-z]+=[a-z0-9._-]+)*)?"
"""Form of a study, a treatment and settings in the address of the page to watch."""

RUNS_TO_WATCH = PLACE_TO_WATCH, "a study, a treatment and settings, such as ancheta2020/umg?runs=10"
TOLERANCE = 1e-6
"""Greatest relative difference of the sides of an equation: values in tables have eight digits."""
_EQUATION = re.compile(r"((?:\{[^{}]*\}|[^{}=])+)=((?:\{[^{}]*\}|[^{}=])+)")


@declared
@dataclass(frozen=True)
class Experiment:
    """Runs to watch for an exercise, with which the page to watch can begin."""

    title: str
    """Name of the runs for people, in a few words."""
    watch: Annotated[str, Matching(*RUNS_TO_WATCH)]
    """Study, treatment and settings, as in the address of the page to watch: ``ancheta2020/umg-listed?runs=10``."""
    task: str
    """Text of what to look for; braces as in an exercise."""
    expected: str
    """Text of what is known of such runs, and what to look for; stands with the answer."""
    beside: Annotated[str, optional(*RUNS_TO_WATCH)] = ""
    """Runs to compare with, as in `watch`."""


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
    evidence: Annotated[str, Matching(*PAGE)]
    """Address of the page with the numbers, such as ``facts.html#states``."""
    level: str
    """For whom it is, such as ``first year``."""
    minutes: int
    """Time that it takes, with its experiment."""
    needs: str
    """Text of what one has to know."""
    see: Annotated[str, optional(*PAGE)] = ""
    """Address of a page that helps."""
    boards: list[Annotated[str, Matching("[XO-]{9}", "nine of X, O and -, row by row")]] = field(default_factory=list)
    """Boards to look at, each as nine signs row by row, with - for free cells."""
    experiment: Experiment | None = None
    """Runs to watch; it is left out if their study isn't made."""
    study: str = ""
    """Study whose tables it uses; the facts of 3x3 and the league's tables can be used by all."""
    values: dict[str, str] = field(default_factory=dict)
    """Values by name, as formulas of selectors in braces and of earlier names."""
    holds: list[str] = field(default_factory=list)
    """Equations between formulas that have to hold."""
    figure: ClassVar[str] = ""

    @property
    def texts(self) -> list[str]:
        """Texts with selectors."""
        watched = [self.experiment.task, self.experiment.expected] if self.experiment else []
        return [self.task, self.answer, *watched]

    @property
    def formulas(self) -> list[str]:
        """Formulas of values, and equations."""
        return [*self.values.values(), *self.holds]

    @property
    def watched(self) -> list[str]:
        """Runs to watch."""
        return [*filter(None, (self.experiment.watch, self.experiment.beside))] if self.experiment else []

    @property
    def studies(self) -> set[str]:
        """Studies without which it isn't shown."""
        return {self.study} - {""}


@declared
@dataclass(frozen=True)
class Worksheet:
    """All exercises in their order, and the lessons of the course in which they are done."""

    exercises: Annotated[list[Exercise], SOME]
    """The exercises."""
    lessons: list[CourseLesson] = field(default_factory=list)
    """Lessons of the course."""

    @property
    def slides(self) -> list[Slide]:
        """Slides of all lessons."""
        return [slide for lesson in self.lessons for slide in lesson.slides]

    @property
    def tasks(self) -> list[Exercise | Slide]:
        """Exercises, then slides."""
        return [*self.exercises, *self.slides]

    def shown(self, is_shown: Callable[[Exercise | Slide], bool]) -> "Worksheet":
        """The exercises and slides that are shown, and lessons that have some."""
        lessons = [replace(lesson, slides=[*filter(is_shown, lesson.slides)]) for lesson in self.lessons]
        return Worksheet([*filter(is_shown, self.exercises)], [lesson for lesson in lessons if lesson.slides])


def read_worksheet(path: str | Path) -> Worksheet:
    """Read exercises and lessons of a file; ConfigError for a mistake in it, in one line."""
    content = read_yaml(path)
    if not isinstance(content, Mapping):
        raise ConfigError(f"{path}: is no mapping; allowed: exercises, lessons")
    try:
        worksheet = build(Worksheet, content, "")
        for task in worksheet.tasks:
            [*used_selectors(task)]
        titles = [exercise.title for exercise in worksheet.exercises]
        for slide in worksheet.slides:
            check_known(slide.exercises, titles, slide.title, "exercise")
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return worksheet


def used_selectors(task: Exercise | Slide) -> Iterator[Selector]:
    """Yield the selectors of the values that an exercise or a slide reads."""
    for text in task.texts:
        yield from selectors(text, task.values)
    for formula in task.formulas:
        yield from selectors(formula, ())


def check_worksheet(worksheet: Worksheet, studies: Mapping[str, Study], where: str) -> None:
    """Check values, as far as tables are known before anything runs, treatments to watch, and figures.

    Parameters
    ----------
    worksheet : exercises and slides that are shown.
    studies : those that are made, by name.
    where : name of the worksheet's file, for messages.

    Raises
    ------
    ConfigError
        If a value can't be read, or a study that is made has no such treatment or figure.
    """
    for task in worksheet.tasks:
        known: dict[str, Known] = {FACTS: of_facts(FACT_COLUMNS)}
        known |= {f"{MACHINES}{name}": table for name, table in known_tables(studies.values()).items()}
        if task.study:
            study = studies[task.study]
            known |= planned_tables(study, tables_of(study.config, study.file))
            known[RECIPES] = of_recipes(study)
        for address in task.watched:
            watched, treatment = _watched(address)
            if watched in studies:
                check_known([treatment], studies[watched].treatments, f"{where}: {task.title}: {watched}", "treatment")
        for selector in used_selectors(task):
            if not selector.table.startswith(LEAGUE):
                check_selector(selector, known, f"{where}: {task.title}")
    drawn = {OF_MACHINES: FIGURES} | {name: study.config["figures"] for name, study in studies.items()}
    for slide in worksheet.slides:
        name, _, figure = slide.figure.partition("/")
        if name in drawn:
            check_known([figure], drawn[name], f"{where}: {slide.title}: {name}", "figure")


def of_recipes(study: Study) -> Columns:
    """Columns of the table of a study's recipes, and its treatments."""
    columns = Columns.of(recipe_table(study.recipes))
    return Columns(columns.numeric, {"treatment": [*study.treatments]})


def worksheet_context(
    worksheet: Worksheet,
    shared: Mapping[str, pd.DataFrame],
    own: Mapping[str, Mapping[str, pd.DataFrame]],
    *,
    watched: Collection[str],
    figures: Mapping[str, SlideFigure],
    base_url: str,
    where: str,
) -> Context:
    """Context of the pages of exercises and of the course.

    Parameters
    ----------
    worksheet : exercises and lessons whose tables are there.
    shared : tables that all exercises can use, by name: the facts, those of the league after `LEAGUE`, and those of
        machines after `MACHINES`.
    own : tables of each study, by the study's name.
    watched : studies whose runs the page to watch makes again.
    figures : the figures on slides, as these name them.
    base_url : address of the report, or none.
    where : name of the worksheet's file, for messages.

    Raises
    ------
    ConfigError
        If a value can't be read, or an equation doesn't hold.
    """
    numbers = {exercise.title: number for number, exercise in enumerate(worksheet.exercises, 1)}

    def context(task: Exercise | Slide) -> dict[str, Any]:
        tables = {**shared, **own.get(task.study, {})}
        with located(f"{where}: {task.title}"):
            return (
                slide_context(task, tables, numbers, figures)
                if isinstance(task, Slide)
                else _solved(task, tables, watched)
            )

    return {
        "exercises": [context(exercise) for exercise in worksheet.exercises],
        "lessons": [
            {"title": lesson.title, "question": lesson.question, "slides": [*map(context, lesson.slides)]}
            for lesson in worksheet.lessons
        ],
        "base_url": base_url,
        "code_to_scan": code_to_scan,
    }


def recipe_table(recipes: Mapping[str, Mapping[str, object]]) -> pd.DataFrame:
    """Parameters of treatments that are numbers or words: a row for each treatment, a column for each parameter."""
    return pd.DataFrame(
        [
            {"treatment": name, **{key: value for key, value in recipe.items() if isinstance(value, int | float | str)}}
            for name, recipe in recipes.items()
        ]
    )


def _watched(address: str) -> list[str]:
    """Study and treatment of runs to watch."""
    return address.partition("?")[0].split("/")


def _solved(exercise: Exercise, tables: Mapping[str, pd.DataFrame], watched: Collection[str]) -> dict[str, Any]:
    values = evaluated(exercise.values, tables)
    for equation in exercise.holds:
        check_equation(equation, tables, values)
    texts = {name: written(getattr(exercise, name), tables, values) for name in ("task", "answer")}
    experiment = None
    if (told := exercise.experiment) and _watched(told.watch)[0] in watched:
        beside = told.beside if told.beside and _watched(told.beside)[0] in watched else ""
        experiment = {
            "watch": f"{WATCH}#{told.watch}",
            "beside": beside and f"{WATCH}#{told.watch}+{beside}",
            "task": written(told.task, tables, values),
            "expected": written(told.expected, tables, values),
        }
    shown = ("title", "evidence", "level", "minutes", "needs", "see", "boards")
    kept = {name: getattr(exercise, name) for name in shown}
    return {**kept, "experiment": experiment, **texts}


def check_equation(equation: str, tables: Mapping[str, pd.DataFrame], names: Mapping[str, float] = {}) -> None:
    """Check that the sides of an equation differ by at most `TOLERANCE`; ConfigError, with both, if they don't."""
    match = _EQUATION.fullmatch(equation)
    if not match:
        raise ConfigError(f"{equation!r} is no equation; written: formula = formula")
    sides = [evaluate(side.strip(), tables, names) for side in match.groups()]
    if not math.isclose(*sides, rel_tol=TOLERANCE):
        raise ConfigError(f"{equation!r} doesn't hold: {sides[0]:.10g} and {sides[1]:.10g}")
