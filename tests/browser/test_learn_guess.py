"""The page on which players learn, in a lesson: a guess before the answer, stories to begin with, two machines."""

import pytest
from helpers.live import STORY
from learn_pages import NOW, VERDICT, button, finish, go

PAGE = "learn_page"

ASKED = ".learn-guess"
QUESTIONS = {
    "ancheta2020/control-described?replicate=1": "In which generation will it find a player that loses no game?",
    "michie1963/person?against=random": "How often will it lose to random moves after 220 games?",
    "mrugala2020/3x3?against=second_perfect":
        "How many of its games will the second lose to perfect play after 3,000 games, without exploration?",
    "post1999/square3": "Which score will the family have after 80 generations, from 0% (all lost) to 100% (all won)?",
    "mrugala2020/3x3?against=training": "How many of all 3,000 games will the first player win?",
}  # fmt: skip


def key(live):
    return " ".join(live.texts(".learn-key li"))


def button_of_guess(live, text):
    return next(one for one in live.all(f"{ASKED} button") if one.text == text)


@pytest.mark.parametrize("place", QUESTIONS)
def test_stored_runs_are_hidden_until_a_guess_which_the_end_of_the_run_answers(live, place):
    go(live, place)
    assert live.texts(f"{ASKED} label > span")[0] == QUESTIONS[place]
    assert "stored" not in key(live)
    assert "published" not in key(live)
    live.one(f"{ASKED} input").send_keys("7")
    button_of_guess(live, "Guess").click()
    live.wait_until(lambda: "your guess" in key(live))
    assert ("stored" in key(live)) == ("training" not in place)
    assert not live.one(ASKED).is_displayed()
    said = finish(live, place)
    assert f"You guessed {7 if 'In which' in QUESTIONS[place] else '7.0%'}; it is " in said


def test_what_is_out_of_range_is_no_guess(live):
    go(live, "michie1963/person")
    live.one(f"{ASKED} input").send_keys("101")
    button_of_guess(live, "Guess").click()
    live.wait(100)
    assert live.one(ASKED).is_displayed()
    assert "stored" not in key(live)


def test_one_may_pass_and_who_has_seen_the_end_is_not_asked(live):
    go(live, "michie1963/person")
    button_of_guess(live, "Show without a guess").click()
    live.wait_until(lambda: "stored" in key(live))
    assert "guess" not in key(live)
    assert "guessed" not in finish(live, "gardner1962/random")
    live.wait_until(lambda: "stored" in key(live))
    go(live, "gardner1962/random?replicate=1")
    assert not live.one(ASKED).is_displayed()
    go(live, "gardner1962/as-menace")
    assert live.one(ASKED).is_displayed()


def test_the_page_begins_with_a_story(live):
    assert live.chosen("Begin with") == STORY["watch"]
    assert live.run("return location.hash") == f"#{STORY['watch']}"
    live.choice("Treatment").select_by_value("mrugala2020/3x3-hash")
    assert live.choice("Begin with").first_selected_option.text == "my own choice"
    live.choice("Begin with").select_by_visible_text(STORY["title"])
    assert live.run("return location.hash") == f"#{STORY['watch']}"


def test_two_machines_run_side_by_side(live):
    button(live, "Watch another beside it").click()
    live.wait_until(lambda: len([text for text in live.texts(NOW) if text]) == 2)
    pair = ["michie1963/person?speed=fastest", "gardner1962/random?speed=fastest"]
    go(live, "+".join(pair))
    live.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))")
    live.wait_until(lambda: all(live.texts(VERDICT)))
    assert all(text.startswith("✓ ") for text in live.texts(VERDICT))
    assert live.run("return location.hash") == f"#{'+'.join(pair)}"
    button(live, "Watch one alone").click()
    live.wait_until(lambda: len(live.texts(NOW)) == 1 and live.texts(NOW)[0])
    assert live.run("return location.hash") == f"#{pair[0]}"
