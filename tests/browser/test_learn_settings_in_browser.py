"""Settings of the page on which players learn: in its address, in its fields, explained, and restored."""

import re

import page_checks as checks
import pytest
from learn_pages import NOTICE, NOW, RECIPES, button, finish, generation, go, page_recipe
from pages import Match
from selenium.webdriver.common.keys import Keys

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
    f"{CONTROL}?elite=random",
    "ancheta2020/umg-listed?sites=7",
    "hemingroth2025/exclusive",
    "michie1963/separate",
    "gardner1962/as-menace",
    "gardner1962/random",
    "mrugala2020/3x3-hash",
]


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


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
    type_into(live, "Population size", "24")
    held = address(live)
    assert held == "#ancheta2020/umg-listed?runs=10&population=24"
    live.run("location.hash = ''")
    go(live, held[1:])
    assert live.chosen("Treatment") == "ancheta2020/umg-listed"
    assert live.field("Population size").get_attribute("value") == "24"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(
    ("place", "picture", "against", "other"),
    [
        ("michie1963/person", "Chances against", "random", "mrugala2020/3x3"),
        ("mrugala2020/3x3", "Who plays", "second_perfect", "michie1963/person"),
    ],
)
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


def test_every_recipe_of_evolution_is_described(live, snapshot):
    """By its criteria: fitness, or games, with whatever is peculiar about how these are counted."""
    script = "return TTT.evolutionChanges.described(arguments[0]).join('\\n  ')"
    found = [
        f"{study}/{treatment}\n  {live.run(script, page_recipe('genetic_algorithm', config))}"
        for (study, treatment), config in RECIPES.items()
    ]
    assert "\n".join(found) == snapshot


def type_into(live, label, text):
    """Open what can be changed, and type a number into a field; the note beside it."""
    live.run("document.querySelector('.learn-changes').open = true")
    live.field(label).send_keys(Keys.CONTROL + "a" + Keys.NULL + text + Keys.TAB)
    return note_of(live, label)


def note_of(live, label):
    return live.run("return arguments[0].parentElement.querySelector('.learn-note').textContent", live.field(label))


def test_a_number_out_of_range_is_refused_beside_its_field(live, snapshot):
    """What was typed stays until another number can be used, even if something else is set meanwhile."""
    found = []
    for label, typed in (
        ("Run number", "-3"),
        *(("Population size", text) for text in ("3", "5000", "-5", "12.5", "")),
    ):
        before = address(live)
        found.append(f"{label} {typed}: {type_into(live, label, typed or Keys.DELETE)}")
        assert address(live) == before
        type_into(live, "Crossover points", str(len(found)))
        assert f"sites={len(found)}" in address(live)
        assert live.field(label).get_attribute("value") == typed
        assert live.field(label).get_attribute("aria-invalid") == "true"
        live.wait_until(lambda: not button(live, "Run").is_enabled())
        assert "Mend it to run" in live.texts(".learn-blocked")[0]
        type_into(live, label, "20")
        assert live.field(label).get_attribute("aria-invalid") == "false"
        assert "=20" in address(live)
        live.wait_until(lambda: button(live, "Run").is_enabled())
    assert "\n".join(found) == snapshot


def test_the_treatments_values_are_told_and_restored(live):
    assert "select=" not in address(live)
    wheel = "roulette wheel with fitness sharing"
    assert live.choice("Parent selection").first_selected_option.get_attribute("textContent") == wheel
    restore = live.one(".learn-changes button")
    assert restore.get_attribute("hidden")
    type_into(live, "Population size", "30")
    live.choice("Parent selection").select_by_visible_text("tournament of 2")
    assert note_of(live, "Population size") == "In the treatment: 100"
    assert note_of(live, "Parent selection") == f"In the treatment: {wheel}"
    type_into(live, "Crossover points", "9999")
    restore.click()
    assert address(live) == f"#{CONTROL}"
    assert live.field("Population size").get_attribute("value") == "100"
    assert live.field("Crossover points").get_attribute("value") == "50"
    assert not any(live.texts(".learn-note"))


def test_options_are_named_as_texts(live):
    """Also what is not an option: survivors of these treatments are selected as no option does."""
    assert live.run("return document.querySelectorAll('optgroup')[1].label").startswith("</script>")
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
    try:
        checks.set_window(browser, 1280, "light")
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        for place in ("michie1963/person", "ancheta2020/umg-listed", "mrugala2020/3x3"):
            go(Match(browser.driver), place)
            browser.run("document.querySelector('.learn-changes').open = true")
            bottom = "return document.querySelector('.learn-boards').firstElementChild.getBoundingClientRect().bottom"
            assert browser.run(bottom) <= browser.run("return innerHeight")
    finally:
        checks.unset_window(browser)
