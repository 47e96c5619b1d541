"""Gallery: thumbnails of every figure of every study, and for each study its figures with the calls that draw them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "results" / "report"
"""Report of a finished run, if there is one."""
COPIES = json.loads((ROOT / "docs" / "numbers.json").read_text(encoding="utf-8"))["copies"]
"""Files of results that lie in the repository."""


def thumbnails() -> str:
    """Thumbnails, document by document, in Markdown; each leads to its figure."""
    studies = sorted(file.stem for file in (ROOT / "config" / "studies").glob("*.yaml"))
    return "\n".join(line for study in studies for line in _cards(study))


def figures(study: str) -> str:
    """Figures of a study with their captions and calls, in Markdown."""
    settings = _settings(study)
    shown = [line for name, asked in settings["figures"].items() for line in _figure(study, name, asked)]
    return "\n".join([f"## {settings['title']} ({settings['authors']} {settings['year']})\n", *shown])


def _settings(study: str) -> dict[str, Any]:
    return yaml.safe_load((ROOT / "config" / "studies" / f"{study}.yaml").read_text(encoding="utf-8"))


def _cards(study: str) -> Iterator[str]:
    settings = _settings(study)
    yield f"## {settings['title']} ({settings['authors']} {settings['year']})\n\n::::{{grid}} 2 3 4 5\n:gutter: 2\n"
    for name, asked in settings["figures"].items():
        yield f":::{{grid-item-card}} {asked['title']}\n:link: {study}-{name}\n:link-type: ref\n"
        yield f"{_picture('.', study, name, asked['title'])}:::\n"
    yield "::::\n"


def _figure(study: str, name: str, asked: dict[str, Any]) -> Iterator[str]:
    yield f"({study}-{name})=\n### {asked['title']}\n\n{_picture('..', study, name, asked['title'])}"
    yield " ".join(asked["caption"].split()) + "\n"
    yield f'```text\nttt draw {study} {name}\nresults.draw("{study}", "{name}")\n```\n'


def _picture(docs: str, study: str, name: str, title: str) -> str:
    """Picture of a figure from the report, else the one that is kept; empty if there is none."""
    drawn = REPORT / "figures" / study / f"{name}.webp"
    kept = [each["file"].removeprefix("docs/") for each in COPIES if each["from"] == f"{study}/figures/{name}.png"]
    file = f"../{drawn.relative_to(ROOT)}" if drawn.exists() else next(iter(kept), "")
    return f"```{{image}} {docs}/{file}\n:alt: {title}\n```\n" if file else ""
