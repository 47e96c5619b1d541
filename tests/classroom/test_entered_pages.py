"""Pages of entered players and class leagues as files: complete, without scripts, escaped, the same each time."""

import re

import pytest
from entered_pages import pages
from hostile_texts import harmless, hostile
from html_pages import Page, check, check_alone

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
    told = re.search(r"<p>([\d,]+) moves give away", harmless_pages["player"])[1]
    boards = [attributes for attributes in page.of("figure") if attributes["class"] == "board drawn"]
    moves = re.search(r'class="boards line">(.*?)</div>', harmless_pages["player"], re.DOTALL)[1].count("<figure")
    assert len(boards) - moves == int(told.replace(",", "")) > 24
