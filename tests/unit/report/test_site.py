"""Common parts of pages: templates, navigation, shared files."""

import re

import pytest
from helpers.pages import Page
from jinja2 import UndefinedError

from tttcore.report import site
from tttcore.report.site import (
    FIRST,
    FOLDERS,
    LAST,
    cited,
    page_templates_digest,
    prose,
    shared_digest,
    shared_files,
    template_source,
    write_page,
)

STUDIES = {"a2020": "A & B", "b1999": "C"}
TEMPLATES = sorted(file.name for folder in FOLDERS for file in (folder / "templates").iterdir())


@pytest.fixture
def templates(monkeypatch):
    """Templates made up by a test, by name; the others stay."""
    made = {}
    monkeypatch.setattr(site, "template_source", lambda name: made.get(name) or template_source(name))
    site._environment.cache_clear()
    yield made
    site._environment.cache_clear()


def test_a_page_is_found_from_every_other(tmp_path, templates):
    templates["page.j2"] = '{% extends "base.html.j2" %}{% block body %}{{ text }}{% endblock %}'
    path = tmp_path / "b1999.html"
    write_page(path, "page.j2", studies=STUDIES, text="x < y")
    text = path.read_text(encoding="utf-8")
    assert "x &lt; y" in text
    page = Page.read(text)
    links = [link["href"] for link in page.of("a") if link["href"].endswith(".html")]
    assert links == ["index.html", "a2020.html", "b1999.html", *LAST]
    assert [link["href"] for link in page.of("a") if link.get("aria-current") == "page"] == ["b1999.html"]
    assert page.of("a")[0] == {"class": "skip", "href": "#content"}
    assert f"<title>{STUDIES['b1999']} – " in text


def test_pages_of_a_trial_say_so_and_link_to_no_times(tmp_path, templates):
    templates["page.j2"] = '{% extends "base.html.j2" %}'
    texts = {}
    for trial in (True, False):
        write_page(tmp_path / "index.html", "page.j2", studies=STUDIES, trial=trial)
        texts[trial] = (tmp_path / "index.html").read_text(encoding="utf-8")
    told, left_out = "quick: not comparable with the document", '<a href="timings.html">Timings</a>\n'
    assert (told in texts[True], told in texts[False]) == (True, False)
    assert Page.read(texts[True]).of("a") == [
        each for each in Page.read(texts[False]).of("a") if each["href"] != "timings.html"
    ]
    assert (left_out in texts[True], left_out in texts[False]) == (False, True)


def test_the_navigation_is_short(tmp_path, templates):
    templates["page.j2"] = '{% extends "base.html.j2" %}{% block body %}{{ studies.a1962 }}{% endblock %}'
    write_page(tmp_path / "index.html", "page.j2", studies={"a1962": "A 1962, second-hand"})
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<a href="a1962.html">A 1962</a>' in text
    assert text.count("A 1962, second-hand") == 1


@pytest.mark.parametrize(("here", "values"), [("b1999.html", {}), ("c.html", {"text": ""})])
def test_what_is_not_there_is_an_error(tmp_path, templates, here, values):
    templates["page.j2"] = '{% extends "base.html.j2" %}{% block body %}{{ text }}{% endblock %}'
    with pytest.raises(UndefinedError):
        write_page(tmp_path / here, "page.j2", studies=STUDIES, **values)
    assert not list(tmp_path.iterdir())


def test_a_digest_changes_with_every_template_and_label(templates, monkeypatch):
    before = page_templates_digest()
    for name in ("study.html.j2", "base.html.j2"):
        templates[name] = template_source(name) + "<!-- more -->"
        page_templates_digest.cache_clear()
        assert page_templates_digest() != before, name
        del templates[name]
    for labels in (FIRST, LAST):
        with monkeypatch.context() as changed:
            changed.setitem(labels, next(iter(labels)), "Another label")
            page_templates_digest.cache_clear()
            assert page_templates_digest() != before
    page_templates_digest.cache_clear()
    assert page_templates_digest() == before


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_have_no_scripts_and_styles_of_their_own(name):
    """A page's policy forbids scripts within it; pages that hold their own name their digests."""
    text = template_source(name)
    assert not re.search(r"\son[a-z]+=|javascript:", text)
    if name not in ("play.html.j2", "learn.html.j2", "entered_base.html.j2"):
        assert not re.search(r"<script>|<style", text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("`a_b` < 1 (`c`).", "<code>a_b</code> &lt; 1 (<code>c</code>)."),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
        ("a`b`c", "a`b`c"),
        ("`a", "`a"),
    ],
)
def test_names_between_backticks_are_code(text, wanted):
    assert prose(text) == wanted


def test_shared_files_are_those_that_templates_link_to():
    linked = {name for each in TEMPLATES for name in re.findall(r'"assets/([^"]+)"', template_source(each))}
    assert linked == set(shared_files())


def test_a_digest_of_shared_files(monkeypatch):
    before = shared_digest()
    changed = {**shared_files(), "style.css": b""}
    monkeypatch.setattr("tttcore.report.site.shared_files", lambda: changed)
    assert shared_digest() != before


def test_the_style_sheet_loads_nothing():
    assert not re.search(rb"@import|url\(", shared_files()["style.css"])


@pytest.mark.parametrize(
    ("authors", "wanted"),
    [
        ("A. B. Post", "Post 1999"),
        ("A. One, B. Two", "One and Two 1999"),
        ("A One and B Two", "One and Two 1999"),
        ("A One, B Two, C Three", "One et al. 1999"),
        ("One, Two and Three", "One et al. 1999"),
        ("", "Anonymous 1999"),
    ],
)
def test_documents_are_cited(authors, wanted):
    assert cited({"authors": authors, "year": 1999}) == wanted
    assert cited({"authors": authors, "year": 1999, "retold": True}) == f"{wanted}, second-hand"
