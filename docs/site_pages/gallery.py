"""Gallery: every figure of every study, with the calls that draw it."""

import json
from collections.abc import Iterator
from typing import Any

import yaml

from site_pages import REPORT, ROOT

COPIES = json.loads((ROOT / "docs" / "numbers.json").read_text(encoding="utf-8"))["copies"]
"""Files of results that lie in the repository."""
_INTRODUCTION = """\
# Gallery

For readers who look for a figure: all figures of all documents, with the calls that draw them from the results of a
run. In Python, [`results = tttcore.results()`](how-to/results-in-python.md) comes first.
"""


def page() -> str:
    """Text of the page."""
    files = sorted((ROOT / "config" / "studies").glob("*.yaml"))
    studies = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
    return "\n".join([_INTRODUCTION, *(line for study in studies for line in _figures(study))])


def _figures(study: dict[str, Any]) -> Iterator[str]:
    name = study["study"]
    yield f"## {study['title']} ({study['authors']} {study['year']})\n"
    for figure, asked in study["figures"].items():
        yield f"### {asked['title']} {{ #{name}-{figure} }}\n"
        yield _picture(name, figure, asked["title"])
        yield " ".join(asked["caption"].split()) + "\n"
        yield f'```text\nttt draw {name} {figure}\nresults.draw("{name}", "{figure}")\n```\n'


def _picture(study: str, figure: str, title: str) -> str:
    """Picture of a figure from the report, else the one that is kept; empty if there is none."""
    drawn = f"figures/{study}/{figure}.webp"
    if (REPORT / drawn).exists():
        return f'<img src="results/report/{drawn}" alt="{title}" loading="lazy">\n'
    kept = [each["file"] for each in COPIES if each["from"] == f"{study}/figures/{figure}.png"]
    return f"![{title}]({kept[0].removeprefix('docs/')})\n" if kept else ""
