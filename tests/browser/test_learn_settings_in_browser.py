"""Settings of the page on which players learn: in its address, in its fields, explained, and restored."""

import re

import page_checks as checks
import pytest
from learn_pages import NOTICE, NOW, RECIPES, button, finish, full_recipe, generation, go
from pages import Match
from selenium.webdriver.common.keys import Keys

HOSTILE = [
    "ancheta2020/control-described?replicate=-1&population=1e9&elite=<img src=x onerror=alert(1)>",
    "ancheta2020/control-described?population=3&sites=766&select=best2&slope=NaN&replicate=0.5",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "ancheta2020/nothing?runs=10",
]


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("michie1963/person", "win=21"),
        ("michie1963/person", "population=30"),
        ("mrugala2020/3x3", "step=2"),
        ("mrugala2020/3x3", "ties=<b>"),
    ],
)
def test_what_can_not_be_used_is_left_out(live, place, change):
    go(live, f"{place}?{change}")
    (notice,) = live.texts(NOTICE)
    assert notice.startswith(f"The address holds what can't be used, which is left out: {change.split('=')[0]}")
    assert live.run("return location.hash") == f"#{place}"


def test_limits_of_what_is_left_out_are_told(live):
    go(live, "michie1963/person?win=21&ties=first")
    assert live.texts(NOTICE)[0].endswith(" win (allowed: whole numbers from 0 to 20), ties")


def test_what_changes_nothing_is_checked(live):
    assert finish(live, "ancheta2020/control-described?population=100&elite=nobody").startswith("✓ ")


def test_keys_in_a_field_are_not_the_pages(live):
    live.one(".learn-changes > summary").click()
    field = live.field("Run number")
    field.send_keys("." + Keys.TAB)
    live.wait(100)
    assert generation(live) == 0


def test_the_address_follows_what_is_set_and_gives_it_back(live):
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.choice("At once").select_by_value("10")
    live.one(".learn-changes > summary").click()
    live.field("Population size").send_keys(Keys.CONTROL + "a" + Keys.NULL + "24" + Keys.TAB)
    address = live.run("return location.hash")
    assert address == "#ancheta2020/umg-listed?runs=10&population=24"
    live.run("location.hash = ''")
    go(live, address[1:])
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/umg-listed"
    assert live.field("Population size").get_attribute("value") == "24"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(
    ("place", "picture", "against"),
    [("michie1963/person", "Chances against", "random"), ("mrugala2020/3x3", "Who plays", "second_perfect")],
)
def test_the_address_holds_what_is_shown_of_runs(live, place, picture, against):
    go(live, f"{place}?runs=10")
    live.choice(picture).select_by_value(against)
    live.choice("Shown in detail").select_by_value("3")
    address = live.run("return location.hash")
    assert address == f"#{place}?runs=10&against={against}&detail=3"
    go(live, "ancheta2020/control-described?against=random")
    assert "against" in live.texts(NOTICE)[0]
    go(live, address[1:])
    live.wait_until(lambda: live.choice(picture).first_selected_option.get_attribute("value") == against)
    assert live.choice("Shown in detail").first_selected_option.text == "run 3"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(
    ("place", "chosen", "against"),
    [
        ("michie1963/person", "mrugala2020/3x3", "careful"),
        ("mrugala2020/3x3", "michie1963/person", "second_perfect"),
    ],
)
def test_what_another_treatment_can_not_use_is_left_out(live, place, chosen, against):
    """An opponent in the picture of another engine; the number of the run stays."""
    go(live, f"{place}?replicate=3&runs=10&against={against}")
    live.choice("Treatment").select_by_value(chosen)
    assert live.run("return location.hash") == f"#{chosen}?replicate=3&runs=10"
    finish(live, live.run("return location.hash")[1:])
    assert not re.search("undefined|NaN", live.one("#learn").text)


def test_a_treatment_and_its_settings_are_explained(live):
    """By its values, also those that were changed."""
    go(live, "ancheta2020/umg-listed?sites=7")
    assert live.texts(".learn-described")[0].startswith("Press Run: 20 random players who move first evolve")
    told = live.one(".learn-rules").get_attribute("textContent")
    assert "Crossover: at 7 points" in told
    assert "300 games against Barrat's rules" in told
    for place in ("hemingroth2025/exclusive", "michie1963/separate", "gardner1962/as-menace", "mrugala2020/3x3-hash"):
        go(live, place)
        told = live.texts(".learn-described")[0] + live.one(".learn-rules").get_attribute("textContent")
        assert not re.search("undefined|NaN|null|object", told)
        assert ("a draw by" in told) == (place == "michie1963/separate")
        meanings = live.texts(".learn-meanings dd")
        assert len(meanings) == len(live.all(".learn-changes label"))
        assert all(len(text) > 10 for text in meanings)


def test_whoever_helps_to_choose_survivors_is_told(live):
    """In plain words, for a treatment whose name doesn't say it; a change of it is told, too."""

    def told(place):
        go(live, place)
        return live.texts(".learn-described")[0]

    assert live.texts(".learn-treatment span") == ["Treatment of Ancheta & others "]
    control = (
        "Survivors are most of those that lose fewest of all possible games and ever fewer of the rest; "
        "no opponent helps to choose them."
    )
    assert live.texts(".learn-described")[0].endswith(control)
    assert told("ancheta2020/control-described?elite=random").endswith(
        "fewest of 300 games against random moves and ever fewer of the rest."
    )
    assert "Survivors are most of those that lose fewest of 300 games against Barrat's rules" in told(
        "ancheta2020/umg-listed"
    )
    assert "Those that lose fewer of all possible games are likelier to be parents" in told("hemingroth2025/exclusive")
    assert live.texts(".learn-treatment span")[0].startswith("Treatment of </script>")


def test_every_recipe_of_evolution_is_described_by_its_criteria(live):
    """Fitness, or games, with whatever is peculiar about how these are counted."""
    for (study, treatment), config in RECIPES.items():
        recipe = full_recipe(config, treatment)
        first, others = live.run("return TTT.evolutionChanges.described(arguments[0])", recipe)
        assert first.startswith(f"{recipe['population']:,} random "), (study, treatment)
        assert not re.search("undefined|NaN|null|object", first + others)
        by_games = [each["by"] for each in (recipe["replace"], recipe["select"]) if "games" in each.get("by", {})]
        assert ("no opponent helps" in first) == (not by_games), treatment
        assert all(
            re.search(
                rf"{'mo(st|re)' if by['name'] == 'games_not_lost' else 'few(est|er)'} of {by['games']} games", first
            )
            for by in by_games
        )
        parents = re.search(r"Parents: by .*?, by (.*?)\. Crossover", others)[1]
        told = {parents: recipe["select"]["by"]}
        if recipe["replace"]["name"] == "generational":
            assert others.endswith("Children replace their parents.")
        else:
            told[re.search(r"Parents and children live on by (.*)\.$", others)[1]] = recipe["replace"]["by"]
        for words, by in told.items():
            assert words.startswith(
                "fitness, the share of all possible games not lost"
                if by["name"] == "fitness"
                else f"{by['games']} games against "
            ), treatment
            assert ("the same games for all copies" in words) == (by["name"] == "losses_once")
            assert ("who loses most first" in words) == (by["name"] == "games_not_lost")


def test_beads_that_change_are_those_of_the_moves_that_learn(live):
    """In a machine of which only the last move learns, too."""
    go(live, "gardner1962/random")
    assert live.choice("Beads change of").first_selected_option.get_attribute("value") == "last"
    meanings = [each.get_attribute("textContent") for each in live.all(".learn-meanings dd")]
    assert sum("each move whose beads change, in a game that was" in text for text in meanings) == 2
    assert not any("each move made" in text for text in meanings)


@pytest.mark.parametrize("fragment", HOSTILE)
def test_a_cut_or_hostile_address_is_left_out_with_a_notice(live, fragment):
    go(live, fragment)
    assert live.texts(NOTICE)[0].startswith("The address holds what can't be used")
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/control-described"
    assert not live.all("img[src=x]")


def type_into(live, label, text):
    """Open what can be changed, and type a number into a field; the note beside it."""
    live.run("document.querySelector('.learn-changes').open = true")
    live.field(label).send_keys(Keys.CONTROL + "a" + Keys.NULL + text + Keys.TAB)
    return note_of(live, label)


def note_of(live, label):
    return live.run("return arguments[0].parentElement.querySelector('.learn-note').textContent", live.field(label))


@pytest.mark.parametrize(
    ("label", "typed", "allowed"),
    [
        ("Population size", "3", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "5000", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "-5", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "12.5", "whole numbers from 4 to 4,000. It is still 100."),
        ("Run number", "-3", "whole numbers from 0 to 999,999. It is still 0."),
        ("Population size", Keys.DELETE, "whole numbers from 4 to 4,000. It is still 100."),
    ],
)
def test_a_number_out_of_range_is_refused_beside_its_field(live, label, typed, allowed):
    """What was typed stays until another number can be used, even if something else is set meanwhile."""
    address = live.run("return location.hash")
    told = type_into(live, label, typed)
    shown = "" if typed == Keys.DELETE else typed
    fault = f"{shown} can't be used" if shown else "The field is empty"
    assert told == f"{fault}; allowed: {allowed}"
    type_into(live, "Crossover points", "3")
    assert live.field(label).get_attribute("value") == shown
    assert live.field(label).get_attribute("aria-invalid") == "true"
    assert live.run("return location.hash") == f"{address}?sites=3"
    live.wait_until(lambda: not button(live, "Run").is_enabled())
    assert "Mend it to run" in live.texts(".learn-blocked")[0]
    type_into(live, label, "20")
    assert live.field(label).get_attribute("aria-invalid") == "false"
    assert "=20" in live.run("return location.hash")
    live.wait_until(lambda: button(live, "Run").is_enabled())


def test_the_treatments_values_are_told_and_restored(live):
    assert "select=" not in live.run("return location.hash")
    assert live.choice("Parent selection").first_selected_option.get_attribute("textContent") == (
        "roulette wheel with fitness sharing"
    )
    restore = live.one(".learn-changes button")
    assert restore.get_attribute("hidden")
    type_into(live, "Population size", "30")
    live.choice("Parent selection").select_by_visible_text("tournament of 2")
    assert note_of(live, "Population size") == "In the treatment: 100"
    assert note_of(live, "Parent selection") == "In the treatment: roulette wheel with fitness sharing"
    type_into(live, "Crossover points", "9999")
    restore.click()
    assert live.run("return location.hash") == "#ancheta2020/control-described"
    assert live.field("Population size").get_attribute("value") == "100"
    assert live.field("Crossover points").get_attribute("value") == "50"
    assert not any(live.texts(".learn-note"))


def test_what_is_not_an_option_is_named(live):
    """Survivors of this treatment are selected as no option does."""
    go(live, "ancheta2020/umg-listed")
    elites = live.choice("Survivor selection")
    assert elites.first_selected_option.get_attribute("textContent") == "by games, otherwise"
    assert len(elites.options) == 4
    go(live, "hemingroth2025/exclusive")
    assert live.choice("Survivor").first_selected_option.get_attribute("textContent").startswith("generational")


@pytest.mark.parametrize("place", ["michie1963/person", "ancheta2020/umg-listed", "mrugala2020/3x3"])
def test_boards_stay_in_view_with_the_settings_open(browser, path, place):
    try:
        checks.set_window(browser, 1280, "light")
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        go(Match(browser.driver), place)
        browser.run("document.querySelector('.learn-changes').open = true")
        board = browser.run("return document.querySelector('.learn-boards').firstElementChild.getBoundingClientRect()")
        assert board["bottom"] <= browser.run("return innerHeight")
    finally:
        checks.unset_window(browser)


def test_names_are_texts(live):
    assert live.run("return [...document.querySelectorAll('optgroup')].map((one) => one.label)")[1].startswith(
        "</script>"
    )
    assert "<b>control</b>" in live.texts("option")
