"""Figures in a browser: legible on a phone, where they pan sideways, and never wider than the page."""

import page_checks as checks
import pytest
from jinja2 import Environment, FunctionLoader
from pages import add_assets
from PIL import Image
from selenium.webdriver.common.keys import Keys

from tttcore.report.images import Picture
from tttcore.report.site import prose, template_source

PAGE = """{% extends "base.html.j2" %}{% from "figure.html.j2" import figure, gallery %}
{% block body %}{% for each in figures %}{{ figure(each) }}{% endfor %}{{ gallery(in_gallery) }}{% endblock %}"""
SIZES = {"usual": (840, 780), "broad": (1080, 780), "wide": (1485, 840), "narrow": (360, 900), "folded": (840, 780)}
*OPEN, CLOSED = SIZES
"""Figures of the page, and one of its gallery."""
PHONE = 390 + 15
"""Pixels of a phone, and of a scroll bar, which takes none of a phone's."""
LEGIBLE = 0.4
"""Least part of its size at which a figure's letters can be read."""


@pytest.fixture
def page(browser, tmp_path):
    add_assets(tmp_path)
    figures = []
    for name, size in SIZES.items():
        Image.new("RGB", size, "white").save(tmp_path / f"{name}.png")
        figures.append(Picture(name, f"A {name} figure", "Drawn.", (), f"{name}.png", *size, {"png": f"{name}.png"}))
    environment = Environment(loader=FunctionLoader(template_source), autoescape=True)
    environment.filters["prose"] = prose
    path = tmp_path / "page.html"
    path.write_text(
        environment.from_string(PAGE).render(figures=figures[:-1], in_gallery=figures[-1:], here="", navigation={}),
        encoding="utf-8",
    )

    def show(width):
        checks.set_window(browser, width, "light")
        browser.open(path)
        return browser

    yield show
    checks.unset_window(browser)
    assert browser.errors() == []


def hints(page):
    """Names of the figures that say that they pan."""
    shown = (page.one(f"#{name} .hint").size["height"] for name in OPEN)
    return [name for name, height in zip(OPEN, shown, strict=True) if height > 10]


@pytest.mark.parametrize(("width", "panning"), [(PHONE, ["broad", "wide"]), (540, ["wide"]), (1280, [])])
def test_a_figure_is_legible_at_any_width(page, width, panning):
    """What is too wide for that pans, and says so; the page fits its window."""
    shown = page(width)
    assert checks.wider(shown) == []
    assert hints(shown) == panning
    for name in OPEN:
        part = shown.one(f"#{name} img").size["width"] / SIZES[name][0]
        assert LEGIBLE < part <= 1, "a small figure isn't blown up"
        pan = shown.one(f"#{name} .pan")
        assert shown.run("return arguments[0].scrollWidth > arguments[0].clientWidth", pan) == (name in panning)


def test_keys_pan_a_figure(page):
    shown = page(PHONE)
    pan = shown.one("#wide .pan")
    pan.send_keys(Keys.ARROW_RIGHT)
    shown.wait_until(lambda: shown.run("return arguments[0].scrollLeft", pan))


def test_the_usual_figure_of_a_gallery_is_seen_whole_on_a_phone(page):
    shown = page(PHONE)
    shown.run("document.querySelector('.gallery details').open = true")
    pan = shown.one(f"#{CLOSED} .pan")
    shown.wait_until(lambda: pan.size["height"] > 100)
    assert shown.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", pan)
