"""The page of machines in a browser: a guess hides the answer until it is made; the slider tells what learners do."""

import pytest
from helpers.machines import made_tables, write_page
from pages import add_assets


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("machines")
    page = write_page(folder, made_tables())
    add_assets(page.parent)
    return page


def test_a_guess_comes_before_the_answer(page):
    """With the keyboard, from "never" down; then the measured number stands beside it."""
    answer, begin = page.one("#answer"), page.one("[name=begin]")
    assert answer.is_displayed()
    begin.click()
    assert not any(one.is_displayed() for one in (answer, *page.all("#answer ~ section")))
    first, second = page.all(".guess input[type=range]")
    assert (first.get_attribute("aria-valuetext"), second.get_attribute("aria-valuetext")) == ("10,000", "10,000")
    page.run("const [one] = arguments; one.value = one.max; one.dispatchEvent(new Event('input'));", first)
    page.one("[name=end]").click()
    assert all(one.is_displayed() for one in (answer, *page.all("#answer ~ section")))
    assert [said.text for said in page.all(".guess output")] == [
        "you: never; measured: at most 10 games",
        "you: 10,000; measured: never in 1,000 games",
    ]


def test_the_slider_tells_what_learners_do_after_some_games(page):
    def rows():
        return [
            [cell.text for cell in row.find_elements("css selector", "th, td")] for row in page.all(".moment tbody tr")
        ]

    def move(games):
        page.run("const [one, at] = arguments; one.value = at; one.dispatchEvent(new Event('input', {bubbles: true}));",
                 page.one("[name=games]"), games)  # fmt: skip

    move(0)
    assert [row[:3] for row in rows()] == [
        ["learner play", "0 of 3", "centre 50%, corner 25%, side 25%"],
        ["other learner", "0 of 1", "centre 50%, corner 25%, side 25%"],
    ]
    assert page.all(".moment td.board svg")[0].get_attribute("aria-label").startswith("X, free, X by mistake")
    watch, play = (link.get_attribute("href") for link in page.all(".moment tr:first-child a"))
    assert (watch.rpartition("/")[2], play.rpartition("#")[2]) == ("a", "classic?opponent=one/a/0@0")
    move(10)
    assert page.all(".moment tr:first-child a")[1].get_attribute("href").endswith("@10")
    assert [row[1] for row in rows()] == ["2 of 3", "0 of 1"]
    move(90)
    assert rows()[0][1] == "1 of 3 (its runs end at 1,000)"
    page.one(".moment [value=second]").click()
    assert [row[0] for row in rows()] == ["other learner"]
    assert rows()[0][2:] == ["none"]
