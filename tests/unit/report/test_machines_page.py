"""The page of machines: its answer, lessons that runs bear out, data of the slider; a page without learners."""

import json
import re

import pytest
from helpers.machines import FACTS, MACHINES, PLAYED, made_tables, write_page

from tttcore.report.machines import about, lessons, machines_answer


@pytest.fixture(scope="module")
def tables():
    return made_tables()


@pytest.fixture
def page(tmp_path):
    return lambda tables: write_page(tmp_path, tables).read_text(encoding="utf-8")


def test_the_answer_names_who_needs_fewest_and_who_never_gets_there(tables):
    answer = machines_answer(tables, MACHINES, PLAYED)
    assert answer["sentences"] == [
        "As X, half of the runs have been unbeatable at least once after at most 10 games (learner). "
        "Never: other learner (1,000 games).",
        "As O, half of the runs have been unbeatable at least once after 1,000 games (other learner).",
    ]
    assert [(row["name"], row["needs"], row["ends"]) for row in answer["rows"]] == [
        ("learner", {"first": "at most 10 games", "second": ""}, {"first": "1 of 3"}),
        ("other learner", {"first": "never in 1,000 games", "second": "1,000 games"},
         {"first": "0 of 1", "second": "1 of 1"}),
    ]  # fmt: skip
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
    assert "Left out, since not everything in the explanation holds in these runs: Never; Unknown." in text
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
