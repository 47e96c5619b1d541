"""Checks of any page in a browser: axe-core's rules, sizes, headings and addresses."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pages import Browser

WIDTHS = (1280, 768, 390)
"""Of windows, in pixels: a laptop's, a tablet's, a phone's."""
SCHEMES = ("light", "dark")
TALL = 900
"""Height of each window."""
TALLEST = 12_000
"""Pixels that a page may be high as it opens."""
CONTRAST = "color-contrast"
"""axe-core's only rule whose findings hang on the scheme of colours; it asks for 4.5, of large texts for 3."""
SCROLLED = "scrollable-region-focusable"
"""Its rule whose findings hang on the width."""

_AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_VIOLATIONS = """
  const chosen = { resultTypes: ["violations"], ...(arguments[0] && { runOnly: arguments[0] }) };
  return axe.run(document, chosen).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) =>
      `${id}: ${target.join(" ")} (${[...any, ...all, ...none].map(({ message }) => message).join("; ")})`)));
"""
_DROP_ROWS_ALIKE = """
  const kind = (one) => `${one.tagName}.${one.className}`;
  const built = (row) => [...new Set([row, ...row.querySelectorAll("*")].map(kind))].sort().join(" ");
  const tables = [...document.querySelectorAll("tbody")].map((body) => [...body.rows]);
  for (const rows of [...tables, document.querySelectorAll("details.statement")]) {
    const seen = new Set();
    for (const row of rows) seen.has(built(row)) ? row.remove() : seen.add(built(row));
  }
"""
_LOAD_IMAGES = """
  const images = [...document.images];
  for (const one of images) one.loading = "eager";
  return Promise.allSettled(images.map((one) => one.decode())).then(() =>
    images.filter((one) => !one.naturalWidth).map((one) => one.src));
"""
_WIDER = """
  const wide = document.documentElement.clientWidth;
  const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  const out = (one) => one.getBoundingClientRect().right > wide + 1 && !scrolls(one.parentElement);
  return document.documentElement.scrollWidth > wide
    ? [...document.querySelectorAll("body *")].filter(out).map((one) => one.outerHTML.slice(0, 120)) : [];
"""
_HEADINGS = """
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  return headings.map((one) => [Number(one.tagName[1]), one.textContent]);
"""
_ADDRESSES = """
  const all = (name) => [...document.querySelectorAll(`[${name}]`)];
  const led = ["href", "src"].flatMap((name) => all(name).map((one) => one[name]));
  const treatments = [...document.querySelectorAll("#learn option")].map(({ value }) => value);
  return [[...new Set(led)], [...all("id").map((one) => one.id), ...treatments]];
"""


def set_window(browser: Browser, width: int, scheme: str) -> None:
    """Emulate a window's width and the scheme of colours that its user prefers."""
    size = {"width": width, "height": TALL, "deviceScaleFactor": 1, "mobile": False}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def unset_window(browser: Browser) -> None:
    """Emulate nothing any more."""
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@contextmanager
def window(browser: Browser, width: int, scheme: str) -> Iterator[None]:
    """For a while."""
    set_window(browser, width, scheme)
    try:
        yield
    finally:
        unset_window(browser)


def unfold(browser: Browser) -> None:
    """Open all that is folded."""
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")


def drop_rows_alike(browser: Browser) -> None:
    """Leave out rows and statements that have the same kinds of elements as one before: axe-core is slow."""
    browser.run(_DROP_ROWS_ALIKE)


def violations(browser: Browser, rules: Sequence[str] | None = None) -> list[str]:
    """Findings of axe-core by all its rules, or by some: the rule, the element and what is wrong."""
    if not browser.run("return 'axe' in window"):
        browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": _AXE})
    return browser.run(_VIOLATIONS, rules)


def missing_images(browser: Browser) -> list[str]:
    """Load the images that a page leaves until they are scrolled to; addresses of those that are none."""
    return browser.run(_LOAD_IMAGES)


def height(browser: Browser) -> int:
    """Of the whole page, in pixels."""
    return browser.run("return document.documentElement.scrollHeight")


def wider(browser: Browser) -> list[str]:
    """Beginnings of elements that stand out of the window; empty if the page is not wider than that."""
    return browser.run(_WIDER)


def skipping(browser: Browser) -> list[str]:
    """Headings that skip a level, the first one if it isn't of the first."""
    found = browser.run(_HEADINGS)
    levels = pairwise([0, *(level for level, _ in found)])
    return [text for (_, text), (above, level) in zip(found, levels, strict=True) if level > above + 1]


def addresses(browser: Browser) -> tuple[list[str], list[str]]:
    """Resolved addresses of what a page leads to and loads, and its ids and treatments, after its scripts have run."""
    return browser.run(_ADDRESSES)


def dead(pages: Mapping[Path, tuple[list[str], list[str]]]) -> list[str]:
    """Addresses that lead to no file, or to no element of a page, from the `addresses` of pages by their files.

    What an address holds after ``?`` is left to the pages to play and to watch; so is who meets whom there. Addresses
    at which documents can be read aren't looked at.
    """
    found = []
    for page, (led, _) in pages.items():
        for address in led:
            parts = urlsplit(address)
            file, fragment = Path(unquote(parts.path)), unquote(parts.fragment).split("?")[0]
            known = pages[file][1] if file in pages else [fragment]
            if parts.scheme == "https":
                continue
            if parts.scheme != "file" or not file.exists() or (fragment and fragment not in known):
                found.append(f"{page.name}: {address}")
    return found


def check_widths(browser: Browser) -> None:
    """A page that is open fits every window and can be read in the widest and, in the dark, in the narrowest one."""
    for width in WIDTHS:
        with window(browser, width, SCHEMES[0]):
            assert wider(browser) == []
            assert width < max(WIDTHS) or violations(browser) == []
    with window(browser, min(WIDTHS), SCHEMES[1]):
        assert violations(browser, [CONTRAST]) == []
        assert skipping(browser) == []
