"""Report of a user's learner: its curves, the games that it needs, its mistakes, and its place among all machines."""

import base64
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pandas as pd

from tttcore.classroom.assets import asset, content_policy
from tttcore.engines.learning import EXACT
from tttcore.engines.study_files import read_study
from tttcore.learning.captions import AXES, FIGURES
from tttcore.learning.figure import lines_of
from tttcore.learning.machine_tables import drawn_names
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.files import workflow_files
from tttcore.pipeline.store import read
from tttcore.plots.style import save
from tttcore.plots.success_curves import UNITS, learning_figure
from tttcore.report.machines import SIDES, needed_rows
from tttcore.report.site import cited, rendered
from tttcore.stats.games_needed import DOCUMENTS, curves, games_needed, successes

FORMAT = 1
OWN, TREATMENT = "", "learner"
"""Study and treatment of the user's learner in tables."""
MISTAKES = 6
"""Mistakes that are drawn of a seat."""


class Machines(NamedTuple):
    """Learners of the documents, as far as they are stored: see `games_needed.machine_tables`, and their documents."""

    needed: pd.DataFrame
    curves: pd.DataFrame
    machines: Mapping[str, Mapping[str, Any]]
    studies: Mapping[str, str]


def stored_machines(results: Path) -> Machines:
    """Learners of 3x3 in a folder of results; without their tables there, those of the documents."""
    folder = results / "machines" / "tables"
    if not (folder / "curves.parquet").is_file():
        folder = DOCUMENTS
    needed, drawn = read(folder / "games_needed.parquet"), read(folder / "curves.parquet")
    machines, studies = {}, {}
    for name in needed["study"].unique():
        own, documents = (root / "config" / "studies" / f"{name}.yaml" for root in (Path(), workflow_files()))
        config = read_study(own).config if own.is_file() else read_yaml(documents) if documents.is_file() else {}
        if config.get("machine") and config["defaults"].get("game", "3x3") == "3x3":
            machines[name], studies[name] = {"contrasts": {}} | config["machine"], cited(config)
    return Machines(needed, drawn, machines, studies)


def learner_report(
    learning: pd.DataFrame, name: str, about: Mapping[str, Any], errors: Sequence[str], machines: Machines
) -> dict[str, Any]:
    """Everything that reports tell, as an object that JSON can hold.

    Parameters
    ----------
    learning : table `engines.learning.LEARNING` of its runs.
    about : how it was trained.
    errors : runs that have ended early, or could not be made.

    Returns
    -------
    format, learner, errors, and what `about` has.
    never_loses : a row of `games_needed.GAMES_NEEDED` for each seat.
    rows : by seat, the learner among the documents' machines, those that need the fewest games first.
    curves : by seat, a row of `games_needed.CURVES` for each number of games.
    mistakes : by seat, at the end: the mistake on the line that loses most, and the number of runs that make it.
    runs : each run with its points.
    """
    own = learning.assign(study=OWN)
    needed, drawn = games_needed(successes(own), {OWN: "games"}), curves(own)
    ends = own.groupby(["replicate", "seat"], sort=False).tail(1)
    names = {(OWN, TREATMENT): name} | drawn_names(machines.machines)
    both = pd.concat([needed, machines.needed], ignore_index=True)
    both = both[[pair in names for pair in zip(both["study"], both["treatment"], strict=True)]]
    return {
        "format": FORMAT,
        **about,
        "learner": name,
        "errors": [*errors],
        "never_loses": _rows(needed),
        "rows": {
            seat: needed_rows(both, names, {OWN: "yours", **machines.studies}, {OWN, *machines.studies}, seat)
            for seat in needed["seat"]
        },
        "curves": {seat: _rows(table) for seat, table in drawn.groupby("seat", sort=False)},
        "mistakes": {
            seat: Counter(filter(None, table["mistake"])).most_common(MISTAKES)
            for seat, table in ends.groupby("seat", sort=False)
        },
        "runs": [
            {"run": number, "points": _rows(run[["games", "in_seat", "seat", *EXACT, "mistake"]])}
            for number, run in own.astype({"replicate": object}).groupby("replicate")
        ],
    }


def _rows(table: pd.DataFrame) -> list[dict[Hashable, Any]]:
    """Rows as JSON holds them, None for what there is not."""
    plain = table.drop(columns=[name for name in ("study", "treatment") if name in table]).astype(object)
    return plain.where(table.notna(), None).to_dict("records")


def learner_text(found: Mapping[str, Any]) -> str:
    """Text for a terminal."""
    by_games: dict[int, dict[str, Any]] = {}
    for seat, table in found["curves"].items():
        for row in table:
            by_games.setdefault(row["games"], {})[seat] = row
    lines = sorted(by_games.items())
    return rendered("learner.txt.j2", **found, sides=SIDES, lines=lines).removesuffix("\n")


def learner_page(found: Mapping[str, Any], learning: pd.DataFrame, machines: Machines) -> str:
    """Page: one HTML file without scripts that needs no network."""
    styles, here = [asset(name) for name in ("style.css", "entered/entered.css")], "#content"
    own = {"name": found["learner"], "treatment": TREATMENT, "contrasts": {}}
    table = pd.concat([curves(learning.assign(study=OWN)), machines.curves], ignore_index=True)
    lines = lines_of(table, {OWN: own, **machines.machines})
    with TemporaryDirectory() as folder:
        file = Path(folder) / "unbeaten.png"
        save(learning_figure(table, lines, measure="unbeaten", label=AXES["unbeaten"], unit=UNITS), [file])
        image = base64.b64encode(file.read_bytes()).decode()
    return rendered(
        "learner.html.j2",
        **found,
        sides=SIDES,
        figure={"image": f"data:image/png;base64,{image}", **FIGURES["unbeaten"]},
        styles=styles,
        policy=content_policy(styles=styles),
        navigation={here: found["learner"]},
        here=here,
    )
