"""The page of machines: its answer, lessons that runs bear out, data of the slider; a page without learners."""

import json
import re

import pandas as pd
import pytest
from PIL import Image

from tttcore.engines.learning import EXACT
from tttcore.learning.captions import figure_names
from tttcore.learning.games_needed import machine_tables
from tttcore.players.behaviour import OPENINGS
from tttcore.report.machines import about, lessons, machines_answer, write_machines_page

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


@pytest.fixture(scope="module")
def tables():
    """As X, a learner is unbeatable in two of three runs after 10 games, b never, and c, on Hexapawn, as O at once."""
    learning = pd.concat([
        run([1, 0, 0], "one", "a", 0, "first"), run([1, 0, 0.5], "one", "a", 1, "first"),
        run([1, 1, 1], "one", "a", 2, "first"), run([1, 1, 1], "one", "b", 0, "first"),
        run([1, 1, 0], "one", "b", 0, "second"), run([0, 0, 0], "two", "c", 0, "second"),
    ])  # fmt: skip
    return machine_tables(learning, MACHINES, PLAYED, {"one": "games", "two": "games"})


@pytest.fixture
def page(tmp_path):
    def made(tables):
        names = figure_names(MACHINES, PLAYED) if tables else []
        files = [tmp_path / f"{name}.png" for name in names]
        for file in files:
            Image.new("RGB", (8, 6), "white").save(file)
        path = tmp_path / "report" / "machines.html"
        write_machines_page(
            path, tables=tables, facts=FACTS, statistics={"one": {}, "two": {}}, figures=files, machines=MACHINES,
            games=PLAYED,
            treatments={"one": {"a": "A", "b": "B"}, "two": {"c": "C"}}, studies={"one": "Study 1", "two": "Study 2"},
            watched=["one"],
        )  # fmt: skip
        return path.read_text(encoding="utf-8")

    return made


def test_the_answer_names_who_needs_fewest_and_who_never_gets_there(tables):
    answer = machines_answer(tables, MACHINES, PLAYED)
    assert answer["sentences"] == [
        "As X, half of the runs never lose after at most 10 games (learner); none ever does of other learner.",
        "As O, half of the runs never lose after 1,000 games (other learner).",
    ]
    assert [(row["name"], row["needs"]) for row in answer["rows"]] == [
        ("learner", {"first": "at most 10 games", "second": ""}),
        ("other learner", {"first": "never in 1,000 games", "second": "1,000 games"}),
    ]
    assert machines_answer({}, MACHINES, PLAYED) is None


def test_numbers_of_games_are_said_with_two_digits():
    assert [about(games) for games in (0, 7, 999, 123_456, 999_999, 1_049_000_000)] == [
        "0", "7", "1,000", "120,000", "1 million", "1 billion",
    ]  # fmt: skip


def test_lessons_are_told_if_the_runs_bear_them_out(tables):
    told, missing = lessons(tables, FACTS, {"one": {}, "two": {}}, MACHINES)
    assert told == [
        {"study": "one", "title": "It forgets", "text": "In 33.3% of runs `not` <b>", "mistake": "X-x------"}
    ]
    assert missing == ["Never", "Unknown"]


def test_the_page_shows_answer_lessons_strategies_and_data(page, tables):
    text = page(tables)
    assert "In 33.3% of runs <code>not</code> &lt;b&gt;" in text
    assert "These runs don't show: Never; Unknown." in text
    assert 'aria-label="X, free, X by mistake, free' in text
    assert "rules &amp; lines" in text
    guesses, moments = (json.loads(found) for found in re.findall(r'json">(.*?)</script>', text))
    assert guesses == [
        {"name": "other learner", "needs": "never in 1,000 games"},
        {"name": "learner", "needs": "at most 10 games"},
    ]
    first = next(line for line in moments if (line["name"], line["seat"]) == ("learner", "first"))
    assert (first["games"][0], first["games"][-1], first["unbeaten"][-1]) == (0, 1000, 0.3333)
    assert {line["name"] for line in moments} == {"learner", "other learner"}
    assert re.search(r'<a href="facts.html#no_loss_strategies_first_corner">8</a>', text)


def test_without_learners_the_page_says_so(page):
    assert "No study of this project follows its learners." in page({})
