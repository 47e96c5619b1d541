"""Two engines on the play page: steps, series with exact chances, reasons, and the keys with their help."""

import re

import pytest
from pages import Match

from tttcore.players.agent_schema import AGENTS
from tttcore.players.policy import game
from tttcore.report.play import play_context
from tttcore.report.site import write_page

REASONS = {
    "classic?opponent=house/random&seat=o": r"Why did X mark .+\? It follows a fixed rule, .+, and drew one of 9",
    "nine_board?opponent=h1-d2&seat=o": r"Why did X mark board \d, cell \d\? .+",
    "lattice?opponent=house/Wins%20or%20blocks%20where%20it%20can&seat=o": r"Why did X mark .+\? It added up",
}
"""Addresses of games that an engine opens, and what is said of its first mark."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The page without agents from runs."""
    file = tmp_path_factory.mktemp("watched") / "play.html"
    write_page(file, "play.html.j2", studies={}, **play_context(AGENTS.empty(), names={}, treatments={}))
    return file


def opened(page, address):
    name = address.partition("?")[0]
    page.go_to(address)
    page.wait_until(lambda: page.one(f"#{name}").is_displayed())
    page.wait()
    return Match(page.driver, f"#{name}")


@pytest.mark.parametrize("address", REASONS)
def test_the_reason_for_a_mark_stands_in_a_sentence(page, address):
    board = opened(page, address)
    board.wait_for("person")
    assert re.match(REASONS[address], board.one(".match-why").text)


def test_a_game_is_watched_step_by_step(page):
    board = opened(page, "classic?opponent=house/minimax-first&rival=house/minimax-random&seat=watch-x")
    board.one(".match-new").click()
    board.one(".match-pause").click()
    marked = 9 - board.signs().count("")
    for number in range(marked + 1, 10):
        board.one(".match-step").click()
        assert 9 - board.signs().count("") == number
    assert board.wait_for("over")


def test_a_series_has_the_exact_chances_beside_its_results(page):
    board = opened(page, "classic?opponent=house/random&rival=house/perfect&moves=5,1&at=0&seat=watch-x")
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


def test_keys_do_what_their_help_says(page):
    board = opened(page, "classic?opponent=house/minimax-first&seat=x")
    board.wait_for("person")
    board.place(4).send_keys("5")
    board.wait_for("person")
    assert board.signs()[4] == "X"
    board.place(4).send_keys("u")
    assert board.signs() == [""] * 9
    board.place(4).send_keys("h")
    board.wait_until(lambda: board.one(".match-best").text)
    help_ = board.one(".match-keys")
    assert not help_.get_attribute("open")
    board.place(4).send_keys("?")
    assert help_.get_attribute("open")
    assert {"H", "U", "N", "P", "S", "W", "?"} <= set(board.texts(".match-keys kbd"))
