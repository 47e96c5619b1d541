"""A series of games of two players: results, exact chances beside them, and the tally."""

import re

import pytest
from pages import RIVALS, opened

from tttcore.players.policy import game


@pytest.fixture(scope="module")
def path(bare_page):
    return bare_page


def test_a_series_has_the_exact_chances_beside_its_results(page):
    board = opened(page, "classic", opponent="house/random", rival="house/perfect", moves="5,1", seat="watch-x")
    board.one(".match-series-toggle").click()
    told = board.one(".match-series-told")
    page.wait_until(lambda: "games" in told.text)
    opponents = game(dead=False).opponents
    _, ends = game(dead=False).propagate(opponents["random"], opponents["perfect"])
    shares = [f"{100 * share:.1f}%" for share in ends]
    assert f"Exactly: X wins {shares[0]}, {shares[1]} are drawn, O wins {shares[2]}." in told.text
    counts = [int(number) for number in re.findall(r"(?:won|drawn) (\d+)", told.text)]
    assert told.text.startswith("100 games")
    assert sum(counts) == 100
    assert tallied(board) == tuple(counts)
    board.all(".match-series .match-actions button")[0].click()
    assert sum(tallied(board)) == 100, "a game of the series counts once"
    board.choice("Series").select_by_value("10")
    board.one(".match-series-toggle").click()
    page.wait_until(lambda: told.text.startswith("10 games"))
    assert sum(tallied(board)) == 110


def test_games_of_a_series_that_are_all_the_same_are_called_so(page):
    board = opened(page, "classic", opponent="house/minimax-first", rival="house/umg", seat="watch-x")
    board.one(".match-series-toggle").click()
    page.wait_until(lambda: board.one(".match-series-told").text.startswith("100 games, all the same: "))
    assert sorted(tallied(board)) == [0, 0, 100]


@pytest.mark.parametrize("name", RIVALS)
def test_a_series_begins_from_the_empty_board_whatever_is_shown(page, name):
    """Games of a series go on from no mark of the game that is shown, and show their players from the first mark on."""
    opponent, rival = RIVALS[name]
    board = opened(page, name, opponent=opponent, rival=rival, seat="watch-x")
    board.one(".match-step").click()
    board.one(".match-step").click()
    assert len([sign for sign in board.signs() if sign]) >= 2
    kind = board.choice("Series")
    assert [option.text for option in kind.options if option.text.endswith("games from the empty board")]
    kind.select_by_value("10")
    board.one(".match-series-toggle").click()
    told = board.one(".match-series-told")
    page.wait_until(lambda: told.text.startswith("10 games"))
    board.all(".match-series .match-actions button")[0].click()
    assert board.one(".match").get_attribute("data-turn") == "replay"
    assert not any(board.signs())


def test_a_series_is_added_to_the_tally_of_its_players(page):
    board = opened(page, "classic", opponent="house/minimax-first", rival="house/umg", seat="watch-x")
    board.wait_for("over")
    assert board.one(".match-pause").get_attribute("aria-disabled") == "true"
    before = tallied(board)
    assert sum(before) == 1
    board.one(".match-series-toggle").click()
    page.wait_until(lambda: sum(tallied(board)) == 101)
    assert tallied(board) == tuple(101 * number for number in before)
    board.choice("Second player").select_by_value("house/perfect")
    assert sum(tallied(board)) == 0, "others have played no game"


def tallied(board):
    """Games won by X, drawn and won by O in the tally of two players."""
    return tuple(map(int, re.findall(r"(?:X won|drawn|O won) (\d+)", board.tally())))
