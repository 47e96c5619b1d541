"""Hooks of MkDocs: pages that are written when the site is built, links out of `docs/`, and the report beside it."""

import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
from site_pages import REPORT, ROOT, columns, commands, gallery, python

INCLUDED = {
    "reference/configuration.md": "config/README.md",
    "reference/results.md": "results/README.md",
    **{
        f"engines/{file.parent.name}.md": str(file.relative_to(ROOT))
        for file in ROOT.glob("tttcore/engines/*/README.md")
    },
}
"""Files outside of `docs/` that are pages."""
WRITTEN = {
    "reference/commands.md": commands.page,
    "reference/python.md": python.page,
    "reference/columns.md": columns.page,
    "gallery.md": gallery.page,
}
"""Pages that programs write."""
SHIM = "https://unpkg.com/iframe-worker/shim"
"""Script that the plugin `offline` would load from a network."""
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
_OUTSIDE = re.compile(r'href="(\.\./[^"#]+)')
_TO_PAGE = re.compile(r'href="\.\./\.\./docs/([\w/-]+)\.md')
_REPORT = re.compile(r"`results/report/([\w./-]+\.html)(#[\w-]+)?`")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that don't lie in `docs/`."""
    for place, source in INCLUDED.items():
        files.append(File.generated(config, place, content=(ROOT / source).read_text(encoding="utf-8")))
    for place, page in WRITTEN.items():
        files.append(File.generated(config, place, content=page()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links of a file in the repository to pages of the site, and paths of the report's pages to these."""
    place = page.file.src_uri
    source = INCLUDED.get(place, f"docs/{place}")
    linked = _LINK.sub(lambda link: _relinked(link, source, place), markdown)
    return _REPORT.sub(lambda path: _to_report(path, place), linked)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Take the script for searches without a server from the site itself."""
    here = posixpath.dirname(page.file.dest_uri) or "."
    return output.replace(SHIM, posixpath.relpath("assets/file_worker.js", here))


def on_post_template(output: str, **_: Any) -> str:
    """Do so for the page that a server shows in place of an absent one, too."""
    return output.replace(SHIM, "/assets/file_worker.js")


def _relinked(link: re.Match[str], source: str, place: str) -> str:
    """Link from the page at `place`, whose text is the file `source`; a path in place of a link to what is no page."""
    label, target, anchor = link[1], posixpath.normpath(posixpath.join(posixpath.dirname(source), link[2])), link[3]
    pages = {
        **{file: page for page, file in INCLUDED.items()},
        **{f"docs/{page}": page for page in (*INCLUDED, *WRITTEN)},
    }
    if target not in pages and not (ROOT / target).exists():
        raise PluginError(f"{source}: links to {link[2]}, which isn't there")
    found = pages.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
    if found is None:
        return f"`{target}`" if target.endswith(label) else f"{label} (`{target}`)"
    return f"[{label}]({posixpath.relpath(found, posixpath.dirname(place) or '.')}{anchor or ''})"


def _to_report(path: re.Match[str], place: str) -> str:
    """Path of a page of the report as a link, if that page has been made."""
    if not (REPORT / path[1]).exists():
        return path[0]
    above = posixpath.relpath("results/report", posixpath.dirname(place) or ".")
    return f'<a href="{above}/{path[1]}{path[2] or ""}"><code>{path[1]}</code></a>'


def on_post_build(config: Any) -> None:
    """Put the report, if there is one, into the site with all files that it links to; links to `docs` lead to pages."""
    if not REPORT.exists():
        return
    site = Path(config["site_dir"])
    shutil.copytree(REPORT, site / "results" / "report")
    for page in (site / "results" / "report").glob("*.html"):
        text = page.read_text(encoding="utf-8")
        for linked in {posixpath.normpath(f"results/report/{link}") for link in _OUTSIDE.findall(text)}:
            if (
                linked.startswith(("config/", "results/"))
                and (ROOT / linked).is_file()
                and not (site / linked).exists()
            ):
                (site / linked).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / linked, site / linked)
        page.write_text(_TO_PAGE.sub(r'href="../../\1.html', text), encoding="utf-8")
