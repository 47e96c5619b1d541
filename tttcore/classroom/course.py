"""Course: lessons of slides with figures and numbers from results, to show in a classroom and to print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import pandas as pd
import segno
from markupsafe import Markup

from tttcore.claims.formulas import evaluated, written
from tttcore.pipeline.declaration import SOME, Matching, declared

MACHINES = "machines"
"""Folder of the figures of learners of all documents."""
PAGE = r"[a-z0-9_]+\.html(#[\w-]+)?", "a page of the report, such as facts.html#states"


def optional(form: str, text: str) -> Any:
    """Metadata of a text of some form, or of none."""
    return Matching(f"({form})?", text)


class SlideFigure(NamedTuple):
    """A figure on a slide: its address, its title, and its size in pixels."""

    image: str
    title: str
    width: int
    height: int


@declared
@dataclass(frozen=True)
class Slide:
    """Part of a lesson that a class sees at once. Braces in texts hold a selector of a table, as in an exercise."""

    title: str
    """Its heading."""
    text: str
    """Text; each line of it is a paragraph."""
    answer: str = ""
    """Text that stays hidden until somebody opens it, such as the answer to a guess."""
    figure: Annotated[
        str, optional("[a-z0-9]+/[a-z0-9-]+", "a study and one of its figures, or machines and one of theirs")
    ] = ""
    """Figure of the report, as study and name: ``gardner1962/learning``; of learners: ``machines/unbeaten``."""
    pages: list[Annotated[str, Matching(*PAGE)]] = field(default_factory=list)
    """Addresses of the pages to open."""
    exercises: list[str] = field(default_factory=list)
    """Titles of exercises to do."""
    study: str = ""
    """Study whose tables the texts use, beside those that all exercises can use."""
    values: dict[str, str] = field(default_factory=dict)
    """Values by name, as formulas of selectors in braces and of earlier names."""
    watched: ClassVar[Sequence[str]] = ()

    @property
    def texts(self) -> list[str]:
        """Texts with selectors."""
        return [self.text, self.answer]

    @property
    def formulas(self) -> list[str]:
        """Formulas of values."""
        return [*self.values.values()]

    @property
    def studies(self) -> set[str]:
        """Studies without which it isn't shown."""
        return {self.study, self.figure.partition("/")[0]} - {"", MACHINES}


@declared
@dataclass(frozen=True)
class CourseLesson:
    """An hour of the course."""

    title: str
    """Its subject in a word."""
    question: str
    """Question that it answers."""
    slides: Annotated[list[Slide], SOME]
    """Its slides in their order."""


def slide_context(
    slide: Slide, tables: Mapping[str, pd.DataFrame], exercises: Mapping[str, int], figures: Mapping[str, SlideFigure]
) -> dict[str, Any]:
    """Variables of a slide: texts with their values, numbers of the exercises on the worksheet, and its figure.

    Parameters
    ----------
    tables : tables that its texts may use, by name.
    exercises : numbers of the exercises that the worksheet has, by title.
    figures : figures as `Slide.figure` names them.

    Raises
    ------
    ConfigError
        If a value can't be read.
    """
    values = evaluated(slide.values, tables)
    return {
        "title": slide.title,
        "paragraphs": written(slide.text, tables, values).splitlines(),
        "answer": written(slide.answer, tables, values),
        "figure": slide.figure and figures[slide.figure],
        "pages": slide.pages,
        "exercises": {exercises[title]: title for title in slide.exercises if title in exercises},
    }


def slide_figures(titles: Mapping[str, str], pages: Path) -> dict[str, SlideFigure]:
    """Figures on slides by their names, with titles and sizes, from the copies beside the pages in a folder."""
    from PIL import Image  # noqa: PLC0415 - plans open none

    addresses = {name: f"figures/{name}.webp" for name in titles}
    return {name: SlideFigure(each, titles[name], *Image.open(pages / each).size) for name, each in addresses.items()}


def code_to_scan(address: str) -> Markup:
    """QR code of an address, as an SVG that is dark on white."""
    return Markup(segno.make(address, micro=False).svg_inline(light="#fff", omitsize=True))
