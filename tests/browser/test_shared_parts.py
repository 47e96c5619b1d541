"""Parts that pages share, in a browser: folds, searches, prints, and figures that pan where they are too wide; the
worksheet, its answers on paper, and experiments that the page to watch can show.
"""

import page_checks as checks
import pandas as pd
import pytest
from helpers.project import ROOT
from jinja2 import Environment, FunctionLoader
from learn_pages import NOTICE, NOW, page_recipe
from pages import Match, add_assets
from PIL import Image
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.course import code_to_scan
from tttcore.classroom.worksheet import read_worksheet
from tttcore.engines.study_files import read_study
from tttcore.exact.facts import facts, solution
from tttcore.report.facts import facts_context
from tttcore.report.images import Picture
from tttcore.report.listing import LONG, listed
from tttcore.report.site import prose, template_source, write_page

PAGE = """{% extends "base.html.j2" %}{% from "listing.html.j2" import listings %}
{% from "figure.html.j2" import figure, gallery %}{% from "verdicts.html.j2" import qualified %}
{% block body %}{% for each in figures %}{{ figure(each) }}{% endfor %}{{ gallery(in_gallery) }}
<p>{{ qualified(found) }}</p><p style="height: 3000px">Far above</p>
<details><summary>Mixed</summary><p id="S0-C32a">One</p><p id="S0-C32b">Other</p></details>
<details><summary>More</summary>
<details><summary>Inside</summary><p id="place">Here
<img src="dot.png" loading="lazy" alt=""></p></details></details>{{ listings(tables) }}{% endblock %}"""
NAMES = [f"row {number}" for number in range(LONG + 1)]
SIZES = {"usual": (840, 780), "broad": (1080, 780), "wide": (1485, 840), "narrow": (360, 900), "folded": (840, 780)}
*OPEN, CLOSED = SIZES
"""Figures of the page, and one of its gallery."""
PHONE = 390 + 15
"""Pixels of a phone, and of a scroll bar, which takes none of a phone's."""
LEGIBLE = 0.4
"""Least part of its size at which a figure's letters can be read."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    add_assets(folder)
    figures = []
    for name, size in (SIZES | {"dot": (1, 1)}).items():
        Image.new("RGB", size, "white").save(folder / f"{name}.png")
        figures.append(Picture(name, f"A {name} figure", "Drawn.", (), f"{name}.png", *size, {"png": f"{name}.png"}))
    tables = [
        listed(pd.DataFrame({"name": names}), {"name": "Name"}, caption=f"{len(names)} names", address="names.csv")
        for names in (NAMES, NAMES[:LONG])
    ]
    environment = Environment(loader=FunctionLoader(template_source), autoescape=True)
    environment.filters |= {"prose": prose, "number": str}
    found = {"claim": "S0-C32b", "sentence_verdict": "mixed", "depends": []}
    shown = {"figures": figures[:4], "in_gallery": figures[4:5], "tables": tables, "found": found}
    text = environment.from_string(PAGE).render(**shown, here="", navigation={})
    (folder / "page.html").write_text(text, encoding="utf-8")
    return folder / "page.html"


def test_links_open_what_they_lead_to(page):
    """One that leads nowhere opens nothing."""
    for address in ("%", "%E0%A4", "nowhere"):
        page.go_to(address)
        page.wait()
        assert not page.one("#place").is_displayed()
    page.go_to("place")
    page.wait()
    assert is_in_sight(page, page.one("#place"))
    assert [table.is_displayed() for table in page.all("table")] == [False, False]
    row = page.one("#S0-C32b")
    assert not row.is_displayed()
    (link,) = [link for link in page.all("p a") if link.text == "one part"]
    link.click()
    page.wait()
    assert is_in_sight(page, row)


def is_in_sight(page, element):
    where = "const {top} = arguments[0].getBoundingClientRect(); return top >= 0 && top < innerHeight"
    return element.is_displayed() and page.run(where, element)


def test_a_print_shows_figures_and_what_is_open(page):
    """With images that weren't scrolled to."""
    before = [fold.get_attribute("open") for fold in page.all("details.fold")]
    image = page.one("#place img")
    assert image.get_attribute("loading") == "lazy"
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert [fold.get_attribute("open") for fold in page.all("details.fold")] == before
    assert all(figure.get_attribute("open") for figure in page.all(".gallery details:not(.links)"))
    assert image.get_attribute("loading") == "eager"


def test_long_tables_can_be_searched(page):
    for summary in page.all("details.fold:not(.gallery *) > summary"):
        summary.click()
    page.one("input[type=search]").send_keys(" ROW 20")
    rows = [row.text for row in page.all("tbody tr") if row.is_displayed()]
    assert rows == ["row 20", *NAMES[:LONG]], "a short table has no search"


def test_figures_are_legible_at_any_width(browser, path):
    """What is too wide for that pans, by keys too, and says so; the page fits its window."""
    pans = "return arguments[0].scrollWidth > arguments[0].clientWidth"
    for width, panning in ((1280, []), (540, ["wide"]), (PHONE, ["broad", "wide"])):
        with checks.window(browser, width, "light"):
            browser.open(path)
            browser.wait_until(lambda: checks.wider(browser) == [])  # a busy machine lays out late
            assert [name for name in OPEN if browser.one(f"#{name} .hint").size["height"] > 10] == panning
            for name in OPEN:
                part = browser.one(f"#{name} img").size["width"] / SIZES[name][0]
                assert LEGIBLE < part <= 1, "a small figure isn't blown up"
                assert browser.run(pans, browser.one(f"#{name} .pan")) == (name in panning)
    with checks.window(browser, PHONE, "light"):
        wide, usual = browser.one("#wide .pan"), browser.one(f"#{CLOSED} .pan")
        wide.send_keys(Keys.ARROW_RIGHT)
        browser.wait_until(lambda: browser.run("return arguments[0].scrollLeft", wide))
        browser.run("document.querySelector('.gallery details').open = true")
        browser.wait_until(lambda: usual.size["height"] > 100)
        assert not browser.run(pans, usual), "the usual figure is seen whole on a phone"
    assert browser.errors() == []


def test_a_search_of_facts_opens_the_sections_that_have_it(browser, tmp_path, tables):
    """All others are hidden; without a search all sections are there again, folded, until a link opens one."""
    add_assets(tmp_path)
    context = facts_context(facts=facts(tables, strategies=False), solution=solution(tables), verdicts=[], studies={})
    write_page(tmp_path / "facts.html", "facts.html.j2", studies={}, **context)
    browser.open(tmp_path / "facts.html")

    def seen():
        found = [one for one in browser.all("details.fold h3, tr[id]") if one.is_displayed()]
        return [one.text if one.tag_name == "h3" else one.get_attribute("id") for one in found]

    every = seen()
    assert len(every) == 5
    field = browser.one("input[type=search]")
    field.send_keys("Menace")
    boxes = [f"boxes_at_{marks}" for marks in (0, 2, 4, 6)]
    assert seen() == ["States, and boxes of MENACE (Michie 1963)", *boxes, "boxes"]
    assert browser.one("details.fold:not([hidden]) summary").text.endswith("5 of 18")
    assert not browser.one(".none").is_displayed()
    field.send_keys(" and more")
    assert (seen(), browser.one(".none").text) == ([], "No fact fits.")
    field.clear()
    field.send_keys(" ")
    assert seen() == every
    browser.go_to("states")
    browser.wait()
    assert browser.one("#states").is_displayed()
    assert browser.errors() == []


ASKED = {
    "title": "States", "task": "How many?", "answer": "765.", "evidence": "facts.html", "level": "school",
    "minutes": 10, "needs": "powers", "see": "audit.html", "boards": [],
}  # fmt: skip
EXPERIMENT = {
    "watch": "learn.html#ancheta2020/umg-listed?runs=10&population=30",
    "beside": "learn.html#ancheta2020/umg-listed", "task": "Look at the mean.", "expected": "It falls.",
}  # fmt: skip


@pytest.fixture
def sheet(browser, tmp_path):
    add_assets(tmp_path)
    exercises = [ASKED | {"experiment": EXPERIMENT}, ASKED | {"experiment": None}]
    published = {"base_url": "https://example.org/ttt/", "code_to_scan": code_to_scan}
    write_page(tmp_path / "worksheet.html", "worksheet.html.j2", studies={}, exercises=exercises, **published)
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
    assert not sheet.one(".lead").is_displayed()
    assert all(one.is_displayed() for one in sheet.all(".tasks .name"))
    assert not sheet.one("#answers").is_displayed()
    assert "765" not in sheet.one("main").text
    assert sheet.texts(".tasks .published") == [f"https://example.org/ttt/{EXPERIMENT['watch']}"]
    assert sheet.one(".tasks .published svg").is_displayed()
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


def test_the_page_to_watch_can_use_every_address_of_the_worksheet(browser, learn_page):
    experiments = [
        each.experiment for each in read_worksheet(ROOT / "config" / "worksheet.yaml").exercises if each.experiment
    ]
    watched = [address for each in experiments for address in (each.watch, each.beside) if address]
    studies = []
    for name in sorted({address.split("/")[0] for address in watched}):
        study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
        recipes = {key: page_recipe(study.engine, treatment.recipe) for key, treatment in study.treatments.items()}
        offered = [{"key": key, "recipe": recipe} for key, recipe in recipes.items() if recipe is not None]
        studies.append({"key": name, "engine": study.engine, "treatments": offered})
    browser.open(learn_page)
    found = browser.run("return arguments[0].map((one) => TTT.setting.parse(one, arguments[1]))", watched, studies)
    assert len(watched) >= 6
    assert [(one or {}).get("ignored") for one in found] == [[]] * len(watched)
