"""Texts of users in pages, in a browser: shown as they are, never run, never markup, and nothing leaves the page."""

import pytest
from helpers.agents import small_agents
from helpers.hostile import HOSTILE, harmless, hostile, made_hostile
from hostile_pages import write_pages
from pages import Match

PAGES = ("index", "ancheta2020", "audit", "facts", "timings", "provenance", "worksheet", "play", "league")
STRUCTURE = """
  return [...document.querySelectorAll("*")].map((one) => [one.tagName, ...one.getAttributeNames()].join(" "));
"""
TEXTS = """
  const told = (data) => typeof data === "string" ? [data]
    : data !== null && typeof data === "object" ? Object.entries(data).flat().flatMap(told) : [];
  const data = (one) => one.type === "application/json";
  const own = (one) => [...one.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data);
  const value = (each) => each.name === "href" ? decodeURIComponent(each.value) : each.value;
  return [...document.querySelectorAll("*")].flatMap((one) => [
    ...(data(one) ? told(JSON.parse(one.textContent)) : own(one)),
    ...[...one.attributes].map(value),
  ]);
"""
"""Texts of all elements, of data and of attributes, in order; addresses decoded."""
DONE = """
  const [root] = document.getElementsByTagName("html");
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return {
    ran: window.__ran ?? null,
    requests: loaded.filter((name) => !name.startsWith("file:")),
    wider: Math.max(0, root.scrollWidth - root.clientWidth),
  };
"""
LINKS = """
  const left = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const links = [...document.querySelectorAll("a")].filter((one) => ["csv", "png"].includes(one.textContent));
  return links.map(({ firstChild: text }) => [left(text, 0), left(text, 1)]);
"""
"""Where the first two letters of each link to a file stand."""


@pytest.fixture(scope="module")
def sites(tables, tmp_path_factory):
    """Folders of the same pages with harmless texts and with hostile ones."""
    agents, folder = small_agents(tables), tmp_path_factory.mktemp("site")
    for say in (harmless, hostile):
        write_pages(folder / say.__name__, say, agents, tables)
    return {say: folder / say.__name__ for say in (harmless, hostile)}


@pytest.fixture
def opened(browser, sites):
    """`opened(say, name)`: the browser with a page, all on it unfolded and all openings made."""

    def look(say, name):
        browser.open(sites[say] / f"{name}.html")
        browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
        browser.wait_until(lambda: not browser.all("[data-turn=page]"))
        return browser

    return look


@pytest.mark.parametrize("name", PAGES)
def test_hostile_texts_change_nothing_but_the_texts(opened, name):
    """All else is as with harmless texts, element by element, the content policy among it.

    They run no script, ask for nothing elsewhere, say nothing on the console and make no page wider than it was.
    """
    structure, texts = _read(opened(harmless, name))
    page = opened(hostile, name)
    assert page.run(DONE) == {"ran": None, "requests": [], "wider": 0}
    assert page.errors() == []
    found, shown = _read(page)
    assert found == structure
    assert any(HOSTILE in text for text in shown)
    wanted = map(made_hostile, texts)
    assert [pair for pair in zip(shown, wanted, strict=True) if pair[0].lower() != pair[1].lower()] == []


def _read(page):
    return page.run(STRUCTURE), page.run(TEXTS)


def test_links_lead_to_statements_whatever_their_ids(opened):
    page = opened(hostile, "ancheta2020")
    address = page.run("return document.querySelector('.links a[href^=audit]').href")
    page.driver.get(address)
    opened_row = page.one("details.statement[open]")
    assert opened_row.get_attribute("id") == hostile("id")
    page.one("#filter summary").click()
    page.one("[name=kind]").send_keys(hostile("kind")[:4])
    shown = page.all("section.statements details[data-study]:not([hidden])")
    assert [row.get_attribute("id") for row in shown] == [hostile("id")]
    assert page.errors() == []


def test_who_plays_is_told_by_name(opened):
    page = Match(opened(hostile, "play").driver, "#classic")
    opponent = page.choice("Player")
    values = [option.get_attribute("value") for option in opponent.options]
    opponent.select_by_index(values.index(f"mrugala2020/{hostile('treatment-3x3-random-ties')}"))
    told = page.one(".match-tally").get_attribute("textContent")
    assert hostile("name-mrugala2020") in told
    assert hostile("treatment-3x3-random-ties") in told
    page.wait_for("person")
    page.mark(page.free()[0])
    assert page.run(DONE) == {"ran": None, "requests": [], "wider": 0}
    assert page.errors() == []


@pytest.mark.parametrize("name", ["ancheta2020", "timings"])
def test_an_override_of_directions_ends_with_its_text(opened, name):
    """Links behind hostile texts are read from left to right."""
    page = opened(hostile, name)
    assert page.run(LINKS) != []
    assert [letters for letters in page.run(LINKS) if letters[0] >= letters[1]] == []
