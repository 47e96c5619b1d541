"""Learners of two small documents, made by hand, and the page that compares them."""

import pandas as pd
from PIL import Image

from tttcore.engines.learning import EXACT
from tttcore.learning.captions import figure_names
from tttcore.learning.machine_tables import machine_tables
from tttcore.players.behaviour import OPENINGS
from tttcore.report.machines import write_machines_page

GAMES = [0, 10, 1000]
LESSON = {
    "title": "It forgets", "text": "In {percent games_needed.at_end[treatment=a; seat=first]} of runs `not` <b>",
    "holds": ["{games_needed.at_end[treatment=a; seat=first]} < 1"],
    "mistake": "{learnt.mistake[treatment=a; seat=first; reading=last]}",
}  # fmt: skip
UNTRUE = LESSON | {"title": "Never", "holds": [*LESSON["holds"], "1 < {games_needed.ever[treatment=a; seat=first]}"]}
UNKNOWN = LESSON | {"title": "Unknown", "holds": ["{games_needed.first[treatment=b; seat=first]} < 5"]}
MACHINES = {
    "one": {"name": "learner", "knows": "rules & lines", "treatment": "a", "contrasts": {"other learner": "b"},
            "teachers": {}, "others": [], "lessons": [LESSON, UNTRUE, UNKNOWN]},
    "two": {"name": "boxes", "knows": "", "treatment": "c", "contrasts": {}, "teachers": {"it": "c"}, "others": [],
            "lessons": []},
}  # fmt: skip
PLAYED = {"one": "3x3", "two": "hexapawn"}
FACTS = pd.DataFrame(
    [(f"no_loss_strategies_first_{kind}", value) for kind, value in zip(OPENINGS, (1, 8, 1), strict=True)],
    columns=["fact", "value"],
)


def run(lost, study, treatment, replicate, seat):
    rows = pd.DataFrame(dict.fromkeys(EXACT, lost) | dict.fromkeys(OPENINGS, 0.25))
    return rows.assign(
        study=study, treatment=treatment, replicate=replicate, seat=seat, games=GAMES, in_seat=GAMES, organisms=1,
        centre=0.5, mistake=["X-x------" if chance else "" for chance in lost],
    )  # fmt: skip


def made_tables():
    """As X, a learner is unbeatable in two of three runs after 10 games, b never, and c, on Hexapawn, as O at once."""
    learning = pd.concat([
        run([1, 0, 0], "one", "a", 0, "first"), run([1, 0, 0.5], "one", "a", 1, "first"),
        run([1, 1, 1], "one", "a", 2, "first"), run([1, 1, 1], "one", "b", 0, "first"),
        run([1, 1, 0], "one", "b", 0, "second"), run([0, 0, 0], "two", "c", 0, "second"),
    ])  # fmt: skip
    return machine_tables(learning, MACHINES, PLAYED, {"one": "games", "two": "games"})


def write_page(folder, tables):
    """Write the page and blank figures; the file of the page."""
    files = [folder / f"{name}.png" for name in (figure_names(MACHINES, PLAYED) if tables else [])]
    for file in files:
        Image.new("RGB", (8, 6), "white").save(file)
    path = folder / "report" / "machines.html"
    write_machines_page(
        path, tables=tables, facts=FACTS, statistics={"one": {}, "two": {}}, figures=files, machines=MACHINES,
        games=PLAYED, treatments={"one": {"a": "A", "b": "B"}, "two": {"c": "C"}}, watched=["one"],
        stored={"one/a/0": [0, 10, 900]},
        studies={"one": "Study 1", "two": "Study 2"},
    )  # fmt: skip
    return path
