"""The worksheet in a browser: answers on paper, and experiments that the page to watch can show."""

import pytest
from helpers.project import ROOT
from learn_pages import NOTICE, NOW, page_recipe
from pages import Match, add_assets

from tttcore.classroom.worksheet import read_worksheet
from tttcore.engines.engine import read_study
from tttcore.report.site import write_page

EXERCISES = read_worksheet(ROOT / "config" / "worksheet.yaml")
EXPERIMENTS = [exercise.experiment for exercise in EXERCISES if exercise.experiment]
WATCHED = [address for each in EXPERIMENTS for address in (each.watch, each.beside) if address]
ASKED = {
    "title": "States",
    "task": "How many?",
    "answer": "765.",
    "evidence": "facts.html",
    "level": "school",
    "minutes": 10,
    "needs": "powers",
    "see": "audit.html",
}
EXPERIMENT = {
    "watch": "learn.html#ancheta2020/umg-listed?runs=10&population=30",
    "beside": "learn.html#ancheta2020/umg-listed",
    "task": "Look at the mean.",
    "expected": "It falls.",
}


@pytest.fixture
def sheet(browser, tmp_path):
    add_assets(tmp_path)
    exercises = [ASKED | {"experiment": EXPERIMENT}, ASKED | {"experiment": None}]
    write_page(tmp_path / "worksheet.html", "worksheet.html.j2", studies={}, exercises=exercises)
    browser.open(tmp_path / "worksheet.html")
    yield browser
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def print_it(sheet):
    sheet.run("dispatchEvent(new Event('beforeprint'))")
    sheet.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})


def test_an_exercise_says_for_whom_it_is_and_what_is_seen(sheet, snapshot):
    links = [
        (one.get_attribute("textContent"), one.get_attribute("href").split("/")[-1]) for one in sheet.all("main a")
    ]
    told = [" ".join(text.split()) for text in sheet.texts(".tasks li, .answers details")]
    assert "\n".join([*told, *(f"{text} -> {address}" for text, address in links)]) == snapshot


def test_a_print_has_addresses_of_experiments_and_answers_that_are_open(sheet):
    print_it(sheet)
    assert "answers that are closed are left out" in sheet.one(".lead").text
    assert not sheet.one("#answers").is_displayed()
    assert "765" not in sheet.one("main").text
    link = next(one for one in sheet.all(".tasks a") if "umg-listed?" in one.get_attribute("href"))
    assert link.is_displayed()
    written = sheet.run("return getComputedStyle(arguments[0], '::after').content", link)
    assert written.count('"') >= 2
    assert "learn.html#ancheta2020" in written
    sheet.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    sheet.all("details.answer summary")[1].click()
    print_it(sheet)
    assert sheet.one("#answers").is_displayed()
    assert sheet.one("main").text.count("765") == 1


def test_an_experiment_opens_the_page_to_watch_with_its_settings(sheet, browser, learn_page):
    (link,) = [one.get_attribute("href") for one in sheet.all(".tasks a") if one.text == "Watch these runs"]
    browser.driver.get(f"{learn_page.as_uri()}#{link.split('#')[1]}")
    browser.wait_until(lambda: browser.texts(NOW)[0])
    page = Match(browser.driver)
    assert page.chosen("Treatment") == "ancheta2020/umg-listed"
    assert page.chosen("At once") == "10"
    assert page.field("Population size").get_attribute("value") == "30"
    assert page.texts(NOTICE) == [""]


def watched(name):
    """A study as the page to watch has it, of its published recipes."""
    study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
    recipes = {key: page_recipe(study.engine, treatment.recipe) for key, treatment in study.treatments.items()}
    offered = [{"key": key, "recipe": recipe} for key, recipe in recipes.items() if recipe is not None]
    return {"key": name, "engine": study.engine, "treatments": offered}


def test_the_page_to_watch_can_use_every_address_of_the_worksheet(browser, learn_page):
    browser.open(learn_page)
    studies = [watched(name) for name in sorted({address.split("/")[0] for address in WATCHED})]
    found = browser.run("return arguments[0].map((one) => TTT.setting.parse(one, arguments[1]))", WATCHED, studies)
    assert len(WATCHED) >= 6
    assert [(one or {}).get("ignored") for one in found] == [[]] * len(WATCHED)
