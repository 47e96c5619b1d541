"""Gather the report, the documentation and all files that pages link to in site/, which any server or stick can hold.

Usage: python docs/publish.py [RESULTS]

The documentation lies in site/docs, where `make docs` has built it, the report in site/, and what it links to in
site/files. A link that leads nowhere, or out of the folder, ends it, as do a path of this machine and more than
`LARGEST` bytes.
"""

import posixpath
import re
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 60_000_000
"""Bytes of the folder at most."""
_UP = re.compile(r'(?<=href=")(\.\./[^"#?]+)')
_REPORT = re.compile(r'<code[^>]*><span class="pre">results/report/([\w./-]+\.html)(#[\w-]+)?</span></code>')
_PUBLISHED = re.compile(r'class="published">.*?<span>(https?://[^<]+/)course\.html<', re.DOTALL)
ABSENT = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Not found</title>
<p>This page isn't here. <a href="{base_url}">To the first page</a></p>
</html>
"""


class _Addresses(HTMLParser):
    """Addresses to which the elements of a page lead, and which they load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for key, value in attrs if key in ("href", "src", "srcset") and value]


def main(results: Path, site: Path = ROOT / "site") -> None:
    """Make the folder from a finished run and built documentation."""
    report = results / "report"
    if not (report / "index.html").exists():
        sys.exit(f"error: {results}: has no finished report; run make first")
    if not (site / "docs" / "index.html").exists():
        sys.exit(f"error: {site / 'docs'}: has no documentation; run make docs first")
    for old in site.iterdir():
        if old.name != "docs":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(report, site, dirs_exist_ok=True)
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(_UP.sub(lambda link: moved(link[1], results, site), text), encoding="utf-8")
    for page in (site / "docs").rglob("*.html"):
        page.write_text(linked(page.read_text(encoding="utf-8"), page, site), encoding="utf-8")
    course = site / "course.html"
    published = course.exists() and _PUBLISHED.search(course.read_text(encoding="utf-8"))
    (site / "404.html").write_text(ABSENT.format(base_url=published[1] if published else "/"), encoding="utf-8")
    (site / ".nojekyll").touch()  # else folders that begin with _ are left out by some servers
    if found := [*faults(site)]:
        sys.exit("\n".join(f"error: {each}" for each in found))


def moved(link: str, results: Path, site: Path) -> str:
    """Address of a file that a page of the report links to; a file outside of the report is copied into the folder."""
    target = posixpath.normpath(f"results/report/{link}")
    if target.startswith("docs/") and target.endswith(".md"):
        return target.removesuffix(".md") + ".html"
    source = results.parent / target if not target.startswith("results/") else results / target.removeprefix("results/")
    copy = f"files/{target.removeprefix('results/')}"
    (site / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, site / copy)
    return copy


def linked(text: str, page: Path, site: Path) -> str:
    """Text of a page of the documentation in which paths of the report's pages are links, if these are there."""
    up = posixpath.relpath(".", page.relative_to(site).parent)

    def link(path: re.Match[str]) -> str:
        return f'<a href="{up}/{path[1]}{path[2] or ""}">{path[0]}</a>' if (site / path[1]).exists() else path[0]

    return _REPORT.sub(link, text)


def faults(site: Path) -> Iterator[str]:
    """Links that lead nowhere, or out of the folder; addresses of this machine; too many bytes."""
    for page in (
        each for each in site.rglob("*.html") if "_static" not in each.parts
    ):  # the theme has a template there
        text, here = page.read_text(encoding="utf-8"), page.relative_to(site)
        if str(ROOT) in text:
            yield f"{here}: names a folder of this machine, {ROOT}"
        for address in dict.fromkeys(_Addresses(text).found):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path or address == "/":
                continue
            target = (page.parent / unquote(parts.path)).resolve()
            if not (target.is_relative_to(site.resolve()) and target.exists()):
                yield f"{here}: links to {address}, which isn't in {site.name}/"
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    if size > LARGEST:
        yield f"{site}: {size:,} bytes; allowed: {LARGEST:,}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "results")
