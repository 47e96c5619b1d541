"""Settings of the page on which players learn: in its address, in its fields, explained, and restored."""

import re

import page_checks as checks
import pytest
from learn_pages import NOTICE, NOW, RECIPES, button, finish, generation, go, page_recipe
from pages import Match
from selenium.webdriver.common.keys import Keys

PAGE = "learn_page"

CONTROL = "ancheta2020/control-described"
ADDRESSES = [
    f"{CONTROL}?replicate=-1&population=1e9&elite=<img src=x onerror=alert(1)>",
    f"{CONTROL}?population=3&sites=766&select=best2&slope=NaN&replicate=0.5",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "ancheta2020/nothing?runs=10",
    "michie1963/person?win=21&ties=first",
    "michie1963/person?population=30",
    "michie1963/person?random=0.65&careful=0.7",
    "mrugala2020/3x3?step=2",
    "mrugala2020/3x3?ties=<b>",
    f"{CONTROL}?against=random",
]
"""Those of which something is left out."""
DESCRIBED = [
    f"{CONTROL}?elite=random", "ancheta2020/umg-listed?sites=7", "hemingroth2025/exclusive", "michie1963/separate",
    "gardner1962/as-menace", "gardner1962/random", "mrugala2020/3x3-hash",
]  # fmt: skip


def address(live):
    return live.run("return location.hash")


def test_what_can_not_be_used_is_left_out_with_a_notice(live, snapshot):
    found = []
    for asked in ADDRESSES:
        go(live, asked)
        found.append(f"{asked}\n  {address(live)} | {live.chosen('Treatment')} | {live.texts(NOTICE)[0]}")
        assert not live.all("img[src=x]")
    assert "\n".join(found) == snapshot
    assert finish(live, f"{CONTROL}?population=100&elite=nobody").startswith("✓ "), "what changes nothing is checked"


def test_keys_in_a_field_are_not_the_pages(live):
    live.one(".learn-changes > summary").click()
    live.field("Run number").send_keys("." + Keys.TAB)
    live.wait(100)
    assert generation(live) == 0


def test_the_address_follows_what_is_set_and_gives_it_back(live):
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.choice("At once").select_by_value("10")
    story(live, ("Population size", "24"))
    held = address(live)
    assert held == "#ancheta2020/umg-listed?runs=10&population=24"
    live.run("location.hash = ''")
    go(live, held[1:])
    assert live.chosen("Treatment") == "ancheta2020/umg-listed"
    assert live.field("Population size").get_attribute("value") == "24"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(("place", "picture", "against", "other"), [
    ("michie1963/person", "Chances against", "random", "mrugala2020/3x3"),
    ("mrugala2020/3x3", "Who plays", "second_perfect", "michie1963/person"),
])  # fmt: skip
def test_the_address_holds_what_is_shown_of_runs(live, place, picture, against, other):
    """Another engine can't use it; the number of the run stays."""
    go(live, f"{place}?replicate=3&runs=10")
    live.choice(picture).select_by_value(against)
    live.choice("Shown in detail").select_by_value("3")
    held = address(live)
    assert held == f"#{place}?replicate=3&runs=10&against={against}&detail=3"
    go(live, CONTROL)
    go(live, held[1:])
    live.wait_until(lambda: live.chosen(picture) == against)
    assert live.choice("Shown in detail").first_selected_option.text == "run 6"
    assert live.texts(NOTICE) == [""]
    live.choice("Treatment").select_by_value(other)
    assert address(live) == f"#{other}?replicate=3&runs=10"
    finish(live, address(live)[1:])
    assert not re.search("undefined|NaN", live.one("#learn").text)


def test_a_treatment_and_its_settings_are_explained(live, snapshot):
    """By its values, also those that were changed: rules, who helps to choose, and what can be set."""
    found = []
    for place in DESCRIBED:
        go(live, place)
        pairs = zip(live.texts(".learn-meanings dt"), live.texts(".learn-meanings dd"), strict=True)
        meanings = [f"  {name}: {meaning}" for name, meaning in pairs]
        assert len(meanings) == len(live.all(".learn-changes label"))
        texts = live.texts(".learn-treatment span, .learn-described, .learn-rules")
        found += [place, *texts, *meanings]
    assert "\n".join(found) == snapshot


def test_treatments_that_name_what_has_no_script_are_left_out_in_a_line(browser, learn_page, tmp_path):
    text = learn_page.read_text(encoding="utf-8")
    for known, foreign in {'"name": "umg"': '"name": "oracle"', '"engine": "tabular"': '"engine": "own"'}.items():
        assert known in text
        text = text.replace(known, foreign)
    (tmp_path / "learn.html").write_text(text, encoding="utf-8")
    browser.open(tmp_path / "learn.html")
    assert len(browser.texts(".learn-treatment label:last-of-type option")) == 9
    assert browser.errors() == []
    assert browser.texts(".learn-about")[0] == (
        "Left out, since this page has no script for what they name: umg listed of Ancheta & others "
        "(opponent: oracle); 3x3 of Mrugała (engine: own); 3x3 hash of Mrugała (engine: own)."
    )


def test_every_recipe_of_evolution_is_described(live, snapshot):
    """By its criteria: fitness, or games, with whatever is peculiar about how these are counted."""
    script = "return TTT.evolutionChanges.described(arguments[0]).join('\\n  ')"
    found = [
        f"{study}/{treatment}\n  {live.run(script, page_recipe('genetic_algorithm', config))}"
        for (study, treatment), config in RECIPES.items()
    ]
    assert "\n".join(found) == snapshot


def story(live, *doings):
    """What is said after each setting: a label and what is typed or chosen there, or a selector of what is clicked."""
    told = []
    live.run("document.querySelector('.learn-changes').open = true")
    for doing in doings:
        if isinstance(doing, str):
            live.one(doing).click()
        elif live.field(doing[0]).tag_name == "select":
            live.choice(doing[0]).select_by_visible_text(doing[1])
        else:
            live.field(doing[0]).send_keys(Keys.CONTROL + "a" + Keys.NULL + (doing[1] or Keys.DELETE) + Keys.TAB)
        wrong = live.all("[aria-invalid=true]")
        live.wait_until(lambda wrong=wrong: button(live, "Run").is_enabled() == (not wrong))
        values = [f"{one.get_attribute('value')!r} is marked" for one in wrong]
        fields = [live.field(label).get_attribute("value") for label in ("Population size", "Crossover points")]
        notes = [*filter(None, live.texts(".learn-note")), *filter(None, live.texts(".learn-blocked"))]
        button_to_restore = ["can be restored"] * live.one(".learn-changes button").is_displayed()
        parts = [address(live), " ".join(fields), *values, *notes, *button_to_restore]
        told.append(" | ".join([doing if isinstance(doing, str) else " ".join(doing), *parts]))
    return "\n".join(told)


def test_numbers_out_of_range_are_refused_beside_their_fields_and_values_of_treatments_are_restored(live, snapshot):
    """What was typed stays until another number can be used, even if something else is set meanwhile."""
    wheel = "roulette wheel with fitness sharing"
    assert live.choice("Parent selection").first_selected_option.get_attribute("textContent") == wheel
    doings = [("Run number", "-3"), ("Crossover points", "1"), ("Run number", "20")]
    for number, typed in enumerate(("3", "5000", "-5", "12.5", ""), start=2):
        doings += [("Population size", typed), ("Crossover points", str(number)), ("Population size", "20")]
    doings += [("Parent selection", "tournament of 2"), ("Crossover points", "9999"), ".learn-changes button"]
    assert story(live, *doings) == snapshot


def test_options_are_named_as_texts(live):
    """Also what is not an option: survivors of these treatments are selected as no option does."""
    assert live.run("return [...document.querySelectorAll('optgroup')].map((one) => one.label)")[3].startswith(
        "</script>"
    )
    assert "<b>control</b>" in live.texts("option")
    for place, own in (("hemingroth2025/exclusive", "generational"), ("ancheta2020/umg-listed", "by games, otherwise")):
        go(live, place)
        elites = live.choice("Survivor selection")
        assert elites.first_selected_option.get_attribute("textContent").startswith(own)
    assert len(elites.options) == 4
    go(live, "gardner1962/random")
    assert live.chosen("Beads change of") == "last"


def test_shares_of_an_opponent_never_add_up_to_more_than_one(live):
    """Neither in an address nor as they are typed; what isn't changed leaves room for what is."""
    shares = "[...document.querySelectorAll(`.learn-changes input[step='0.05']`)]"
    go(live, "michie1963/person?random=0.65")
    for text, told in (("0.36", "0.36 can't be used; allowed: from 0 to 0.35. It is still 0."), ("0.35", "In the ")):
        live.run(f"{shares}[1].value = arguments[0]; {shares}[1].dispatchEvent(new Event('change'))", text)
        assert live.run(f"return {shares}[1].nextElementSibling.textContent").startswith(told)
    assert "random=0.65&careful=0.35" in address(live)
    go(live, "michie1963/person?careful=1")
    assert live.run(f"return {shares}.map((one) => one.value)") == ["0", "1"]


def test_boards_stay_in_view_with_the_settings_open(browser, path):
    with checks.window(browser, 1280, "light"):
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        for place in ("michie1963/person", "ancheta2020/umg-listed", "mrugala2020/3x3"):
            go(Match(browser.driver), place)
            browser.run("document.querySelector('.learn-changes').open = true")
            bottom = "return document.querySelector('.learn-boards').firstElementChild.getBoundingClientRect().bottom"
            assert browser.run(bottom) <= browser.run("return innerHeight")
