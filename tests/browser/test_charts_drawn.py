"""Charts in a browser: drawn under the pages' policy without an error, their legends and keys obeyed."""

import pytest
from jinja2 import Environment, FunctionLoader
from made_up_charts import KINDS, drawn
from pages import add_assets
from selenium.webdriver.common.keys import Keys

from tttcore.report.site import template_source

PAGE = """{% extends "base.html.j2" %}{% from "chart.html.j2" import chart %}
{% block body %}{% for each in charts %}{{ chart(each) }}{% endfor %}{% endblock %}
{% block scripts %}<script src="assets/bokeh.min.js"></script><script src="assets/charts.js"></script>{% endblock %}"""
PLOT = "const plot = Bokeh.documents.map((one) => one.roots()[0])[arguments[0]];"


@pytest.fixture
def page(browser, tmp_path):
    add_assets(tmp_path)
    path = tmp_path / "page.html"
    environment = Environment(loader=FunctionLoader(template_source), autoescape=True)
    text = environment.from_string(PAGE).render(charts=[drawn(kind) for kind in KINDS], here="", navigation={})
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    assert browser.all(".keys button:enabled") == [], "what is folded isn't drawn"
    for summary in browser.all("details.fold > summary"):
        summary.click()
    browser.wait_until(lambda: len(browser.all(".keys button:enabled")) == 2 * len(KINDS))
    return browser


def visible(page, number):
    """Groups of which anything is shown."""
    return page.run(
        PLOT + "return [...new Set(plot.renderers.filter((one) => one.visible).map((one) => one.name))]", number
    )


def view(page, number):
    return page.run(
        PLOT + "return [plot.x_range.start, plot.x_range.end, plot.y_range.start, plot.y_range.end]", number
    )


def test_charts_are_drawn_without_a_message(page):
    assert [message for message in page.errors() if "[bokeh" not in message] == []
    for plot in page.all(".chart .plot"):
        assert plot.size["height"] > 350
        assert page.run("return arguments[0].querySelectorAll('p.quiet').length", plot) == 0


def test_groups_are_hidden_and_shown_again_by_click_and_by_key(page):
    for number, chart in enumerate(page.all(".chart")):
        _hide_and_show(page, number, chart.find_elements("css selector", ".keys button"))


def _hide_and_show(page, number, buttons):
    names = [button.get_attribute("data-group") for button in buttons]
    assert visible(page, number) == names
    page.run("arguments[0].scrollIntoView({block: 'center'})", buttons[0])
    buttons[0].click()
    assert visible(page, number) == names[1:]
    assert buttons[0].get_attribute("aria-pressed") == "false"
    buttons[1].send_keys(Keys.SPACE)
    assert visible(page, number) == []
    buttons[0].send_keys(Keys.ENTER)
    assert visible(page, number) == names[:1]


def test_keys_move_the_view_and_bring_it_back(page):
    (plot, *_) = page.all(".chart .plot")
    whole = view(page, 0)
    plot.send_keys(Keys.ARROW_RIGHT)
    left, right, *_ = view(page, 0)
    assert left - whole[0] == pytest.approx(0.1 * (whole[1] - whole[0])) == right - whole[1]
    plot.send_keys("0", "+")
    zoomed = view(page, 0)
    assert zoomed[1] - zoomed[0] == pytest.approx((whole[1] - whole[0]) / 1.25)
    plot.send_keys("0")
    assert view(page, 0) == pytest.approx(whole)


def test_axes_have_the_colour_of_the_text_light_and_dark(page):
    axis = PLOT + "return [plot.below[0].axis_label_text_color, getComputedStyle(document.body).color]"
    seen = set()
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        page.wait_until(lambda: len(set(page.run(axis, 0))) == 1)
        seen.update(page.run(axis, 0))
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert len(seen) == 2
