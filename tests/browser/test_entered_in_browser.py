"""Pages of entered players and class leagues in a browser: nothing runs, and everybody can read them, on phones too."""

import pytest
from helpers.entrants import pages
from helpers.hostile import harmless, hostile
from page_checks import (
    CONTRAST,
    SCHEMES,
    WIDTHS,
    drop_rows_alike,
    set_window,
    skipping,
    unfold,
    unset_window,
    violations,
    wider,
)

NAMES = ("player", "estimated", "league")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Files of the pages, by who says their texts and by name."""
    folder = tmp_path_factory.mktemp("entered")
    found = {}
    for say in (harmless, hostile):
        for name, text in pages(say).items():
            found[say, name] = folder / f"{say.__name__}-{name}.html"
            found[say, name].write_text(text, encoding="utf-8")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_no_text_of_a_stranger_runs_and_pages_can_be_read(browser, written, name):
    browser.open(written[hostile, name])
    unfold(browser)
    assert browser.run("return window.__ran ?? null") is None
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
    assert wider(browser) == []
    assert browser.errors() == []
    browser.open(written[harmless, name])
    unfold(browser)
    drop_rows_alike(browser)
    # axe-core needs seconds for hundreds of drawn boards that are alike
    browser.run(
        "for (const one of document.querySelectorAll('.boards'))"
        " for (const each of [...one.children].slice(3)) each.remove()"
    )
    try:
        for width in WIDTHS:
            set_window(browser, width, SCHEMES[0])
            assert wider(browser) == []
        assert violations(browser) == []
        set_window(browser, WIDTHS[-1], SCHEMES[1])
        assert violations(browser, [CONTRAST]) == []
        assert skipping(browser) == []
    finally:
        unset_window(browser)
    assert browser.errors() == []
