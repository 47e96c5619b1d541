"""Pages that were made here: each loads from disk without an error on the console."""

import pytest
from project import ROOT

PAGES = sorted((ROOT / "results" / "report").glob("*.html"))


@pytest.mark.skipif(not PAGES, reason="no pages in results/report; `make` makes them")
def test_pages_load_without_errors(browser):
    for page in PAGES:
        browser.open(page)
        assert (page.name, browser.errors()) == (page.name, [])
        assert browser.run("return document.title")
