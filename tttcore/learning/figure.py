"""Figures of the learning curves of all documents."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from tttcore.learning.captions import AXES, HEXAPAWN, PHONE, TEACHERS, figure_names
from tttcore.plots.line_styles import DASHES, PALETTE, Style
from tttcore.plots.success_curves import NARROW, UNITS, Line, learning_figure


def draw_figures(
    table: pd.DataFrame, machines: Mapping[str, Mapping[str, Any]], games: Mapping[str, str]
) -> Iterator[tuple[str, Figure]]:
    """Figures of the page by name: those of `figure_names`.

    Parameters
    ----------
    table : see `games_needed.curves`.
    machines, games : see `games_needed.machine_tables`.
    """
    for name in figure_names(machines, games):
        own = {study: each for study, each in machines.items() if (games[study] == HEXAPAWN) == (name == HEXAPAWN)}
        lines = (name in (TEACHERS, HEXAPAWN) and _taught(own)) or lines_of(table, own)
        measure = {TEACHERS: "reply_lost"}.get(name, name if name in AXES else "unbeaten")
        unit = {HEXAPAWN: "games played", TEACHERS: "games played", PHONE: "games or lines of play"}.get(name, UNITS)
        others: dict[str, Any] = {"width": NARROW} if name == PHONE else {}
        if name == HEXAPAWN:
            others = {"titles": {"second": "Playing black, second"}}
        yield name, learning_figure(table, lines, measure=measure, label=AXES[measure], unit=unit, **others)


def lines_of(table: pd.DataFrame, machines: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """Lines of documents, each in a colour; a contrast in the same seat has another one, as long as there are some."""
    seats = table.groupby(["study", "treatment"])["seat"].agg(set)
    free = count(len(machines))
    lines = []
    for place, (study, machine) in enumerate(machines.items()):
        own = seats.get((study, machine["treatment"]), set())
        lines.append(Line(study, machine["treatment"], machine["name"], _style(place)))
        for dash, (name, treatment) in enumerate(machine["contrasts"].items(), start=1):
            at = next(free) if own & seats.get((study, treatment), set()) else place
            lines.append(Line(study, treatment, name, _style(at, dash)))
    return lines


def _style(place: int, dash: int = 0) -> Style:
    return Style(PALETTE[place % len(PALETTE)], (dash + place // len(PALETTE)) % len(DASHES), "o")


def _taught(machines: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """Lines of a document's learners by teacher, each in a colour."""
    return [
        Line(study, treatment, name, _style(place, place))
        for study, machine in machines.items()
        for place, (name, treatment) in enumerate(machine["teachers"].items())
    ]
