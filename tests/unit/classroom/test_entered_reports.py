"""Texts with whole names below their headings, and pages in one file: complete, without scripts, escaped."""

import re
from dataclasses import replace

import numpy as np
import pytest
from helpers.entrants import made_up, pages, small_field
from helpers.hostile import harmless, hostile
from helpers.pages import Page, check, check_alone

from tttcore.classroom.advice import advice
from tttcore.classroom.board_games import Played, evaluate_games
from tttcore.classroom.class_league import class_report
from tttcore.classroom.entrant import NOT_ASKED, exact_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.reports import class_page, class_text, games_text, player_page, player_text
from tttcore.games.position import CROSS_WON
from tttcore.pipeline.rng import stream
from tttcore.players.policy import game
from tttcore.plots.names import PlayerNames

LONG = "a name with which nobody has reckoned, longer than every column of a table that is printed on a terminal"


def assert_points_stand_below_their_heading(text, name):
    """In the line of a name, and in that of the nearest heading before it."""
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if name in line and re.search(r"\d\.\d{3}", line))
    head = next(line for line in reversed(lines[:at]) if " points" in line)
    assert re.search(r"\d\.\d{3}", lines[at]).end() == head.index(" points") + len(" points")


def league():
    rng = stream(1, "entered", "texts")
    return class_text(class_report("league", [made_up(LONG, rng), made_up("b", rng)], [], small_field()))


def evaluation():
    names = PlayerNames(treatments={"rules": {"first": LONG}})
    return player_text(evaluate(made_up("own", stream(2, "entered", "texts"), seats=(0,)), small_field()), names)


def games():
    return games_text(evaluate_games("own", "3x3x3", [Played(LONG, 0, CROSS_WON, (), None)] * 2, 2))


@pytest.mark.parametrize(("tell", "other"), [(league, " b "), (evaluation, "rules: any"), (games, "all ")])
def test_names_are_whole(tell, other):
    text = tell()
    for name in (LONG, other):
        assert_points_stand_below_their_heading(text, name)


def test_the_first_sentence_says_what_to_improve():
    evaluated = evaluate(made_up("own", stream(2, "entered", "texts")), small_field())
    assert player_text(evaluated).splitlines()[1] == advice(evaluated)
    assert f"<strong>{advice(evaluated)}</strong>" in player_page(evaluated)


def test_a_league_tells_who_plays_one_seat_alone():
    rng = stream(3, "entered", "texts")
    report = class_report("league", [made_up("a", rng), made_up("b", rng, seats=(1,))], [], small_field())
    lines = class_text(report).splitlines()
    assert lines[0] == "2 players, every pair in the seats that they play, exactly"
    assert [line.split()[1] for line in lines if line.endswith("  moves second alone")] == ["b"]
    assert sum("alone" in line for line in lines) == 1


def test_a_league_tells_whose_time_was_over():
    """No result is told as exact that isn't, neither in text nor on the page."""
    rng = stream(4, "entered", "texts")
    player = made_up("a", rng, cells=1)
    unasked = dict.fromkeys(range(len(player.policy)), NOT_ASKED)
    never = replace(exact_entrant("never", "Python file", (0, 1), 0 * player.policy, unasked), time_over=True)
    report = class_report("league", [player, never], [], small_field())
    text, page = class_text(report), class_page(report)
    first = "every pair in both seats; results have intervals, since these were not asked often enough: never"
    assert text.startswith(f"2 players, {first}")
    assert first in page
    assert "exactly" not in text + page
    assert text.count("(0.000 to 1.000)  rank 1 to 2") == 2
    assert (
        "no cycles: nobody beats somebody who, by way of others, beats them, as far as results with intervals" in text
    )
    assert "<td data-tenths" not in page
    assert "Too slow: it was not asked often enough in " in text
    assert "Too slow: it was not asked often enough in " in page
    alone = evaluate(never, small_field())
    assert "alike against all 2 treatments: 0.000 points (0.000 to 1.000)" in player_text(alone)
    assert "decides like nobody: no legal move of it with a choice is known" in player_text(alone)
    assert "&gt; 99.9%" not in player_page(alone)


def test_who_makes_no_legal_move_is_compared_with_nobody():
    policy = np.zeros(game(dead=False).successors.shape)
    found = evaluate(exact_entrant("own", "table", (0,), policy, {0: "says nothing"}), small_field())
    assert player_text(found).splitlines()[1] == "Never makes a legal move: as X on .../.../...: says nothing."
    assert "seat" not in player_text(found)
    assert "Decides most like" not in player_page(found)


def test_who_is_not_asked_is_compared_with_nobody():
    policy = np.zeros(game(dead=False).successors.shape)
    found = evaluate(exact_entrant("own", "table", (0,), policy, {0: NOT_ASKED}), small_field())
    text = player_text(found)
    assert "alike against all 2 treatments: 0.000 points" in text
    assert "decides like nobody: no legal move of it with a choice is known" in text
    assert "common states" not in text
    told = "<dt>Decides most like</dt><dd>nobody: no legal move of it with a choice is known</dd>"
    assert told in player_page(found)


NAMES = ("player", "estimated", "league", "games")


@pytest.fixture(scope="module")
def harmless_pages():
    return pages(harmless)


@pytest.mark.parametrize("name", NAMES)
def test_one_file_that_everybody_can_read_and_that_may_do_nothing(harmless_pages, name):
    page = check(harmless_pages[name])
    assert not page.of("script")
    assert "script-src 'none';" in check_alone(harmless_pages[name])


def test_same_players_same_bytes(harmless_pages):
    assert pages(harmless) == harmless_pages


@pytest.mark.parametrize("name", NAMES)
def test_hostile_texts_are_texts(harmless_pages, name):
    """The same tags with the same names of attributes, and every text as it is."""
    page = Page.read(pages(hostile)[name])
    expected = Page.read(harmless_pages[name])
    structure = [[(tag, sorted(attributes)) for tag, attributes in each.tags] for each in (page, expected)]
    assert structure[0] == structure[1]
    shown = " ".join(page.words)
    for place in re.findall("⟦(.*?)⟧", " ".join(expected.words)):
        assert hostile(place) in shown


def test_every_blunder_is_drawn(harmless_pages):
    page = Page.read(harmless_pages["player"])
    told, shown = re.search(r"<p>([\d,]+) moves give away.*?which leaves ([\d,]+)\.", harmless_pages["player"]).groups()
    alike = re.findall(r"with (\d+) rotated or mirrored board", harmless_pages["player"])
    boards = [attributes for attributes in page.of("figure") if attributes["class"] == "board drawn"]
    moves = re.search(r'class="boards line">(.*?)</div>', harmless_pages["player"], re.DOTALL)[1].count("<figure")
    assert len(boards) - moves == int(shown.replace(",", "")) > 24
    assert int(shown) + sum(map(int, alike)) == int(told)
