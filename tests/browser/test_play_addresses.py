"""Addresses of games on the play page: cut, unknown or hostile ones are ignored with a notice."""

import pytest
from pages import Match

from tttcore.players.agent_schema import AGENTS
from tttcore.report.play import play_context
from tttcore.report.site import write_page

GAME = "classic?opponent=house/minimax-first&moves=5,1,9,3,2,8&seat=x"
FAULTS = {
    "classic?opponent=house/minimax-first&moves=5,1,5,9&seat=x": "move 3",
    "classic?opponent=house/minimax-first&moves=9,5,8&seat=o": "never makes",
    "classic?opponent=house/minimax-first&moves=5,1,9,3": "doesn't end with a seat",
    "classic?opponent=nobody&seat=x": "nobody",
    "classic?opponent=house/perfect&seat=nowhere": "nowhere",
    "classic?opponent=house/perfect&rival=house/umg&seat=x": "second player",
    "classic?opponent=house/perfect&moves=5&at=7&seat=x": "looks at move",
    "classic?seat=x&colour=red": "colour",
    "nine_board?opponent=h1-d3&moves=%3Cscript%3Eawake()%3C/script%3E&seat=x": "<script>awake()</script>",
    "%3Cimg%20src=x%20onerror=awake()%3E": "img",
    "classic?opponent=%E2%80%AE%00&seat=x": "opponent",
}
"""Addresses that can't be read whole, and what the notice says of each."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The page without agents from runs."""
    file = tmp_path_factory.mktemp("addresses") / "play.html"
    write_page(file, "play.html.j2", studies={}, **play_context(AGENTS.empty(), names={}, treatments={}))
    return file


@pytest.mark.parametrize("address", FAULTS)
def test_an_address_that_cannot_be_read_whole_changes_nothing(page, address):
    page.run("window.awake = () => { window.woken = true; }")
    page.go_to(GAME)
    page.wait()
    board = Match(page.driver, "#classic")
    signs = board.signs()
    page.go_to(address)
    page.wait_until(lambda: page.one(".play-notice").text)
    notice = page.one(".play-notice").text
    assert notice.startswith("This address was ignored, and no game has changed.")
    assert FAULTS[address] in notice
    assert board.signs() == signs
    assert len(signs) - signs.count("") == 6
    assert page.all(".play-notice :is(script, img)") == []
    assert not page.run("return window.woken")


def test_a_notice_goes_when_it_is_closed_or_an_address_can_be_read(page):
    for end in (lambda: page.one(".play-notice button").click(), lambda: page.go_to(GAME)):
        page.go_to("classic?seat=nowhere")
        page.wait_until(lambda: page.one(".play-notice").text)
        end()
        page.wait_until(lambda: not page.one(".play-notice").text)


def test_an_address_can_look_at_an_earlier_move(page):
    page.go_to(GAME.replace("&seat", "&at=2&seat"))
    page.wait()
    board = Match(page.driver, "#classic")
    assert [sign for sign in board.signs() if sign] == ["O", "X"]
    assert board.one(".match").get_attribute("data-turn") == "replay"
