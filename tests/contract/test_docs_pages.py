"""The documentation as a site: its navigation has every page, and its pages say for whom they are."""

import re
import subprocess

import pytest
import yaml
from helpers.project import ROOT

DOCS = ROOT / "docs"
SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
HOOKS = (DOCS / "hooks.py").read_text(encoding="utf-8")
PAGES = sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


def pages(entries):
    """Pages of a navigation at every depth."""
    for entry in entries:
        below = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from [below] if isinstance(below, str) else pages(below)


def test_the_navigation_has_every_page_once():
    """Those in docs/, those that hooks write, and the README of every engine."""
    listed = [*pages(SITE["nav"])]
    written = re.findall(r'"([\w/-]+\.md)":', HOOKS)
    engines = [f"engines/{file.parent.name}.md" for file in ROOT.glob("tttcore/engines/*/README.md")]
    assert len(written) > 5
    assert sorted(listed) == sorted([*PAGES, *written, *engines])


READMES = [ROOT / name for name in ("CONTRIBUTING.md", "config/README.md", "results/README.md", "benchmarks/README.md")]
READMES += sorted(ROOT.glob("tttcore/engines/*/README.md"))


@pytest.mark.parametrize(
    "file", [*(DOCS / page for page in PAGES), *READMES], ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_page_says_first_for_whom_it_is(file):
    text = file.read_text(encoding="utf-8")
    assert re.match(r"# .+\n\n(\w+ )?[Ff]or ", text), text[:100]


def test_links_lead_to_files():
    """Or to pages that are written when the site is built."""
    files = [ROOT / "README.md", *DOCS.rglob("*.md"), *READMES]
    written = {DOCS / page for page in re.findall(r'"([\w/-]+\.md)":', HOOKS)}
    for file in files:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8")):
            found = (file.parent / target).resolve()
            assert found.exists() or found in written, f"{file.relative_to(ROOT)}: {target}"


def test_each_exercise_stands_in_one_lesson():
    """As the table of the course says."""
    lessons = [file.read_text(encoding="utf-8") for file in (DOCS / "course").glob("*.md") if file.stem != "index"]
    asked = [int(number) for text in lessons for number in re.findall(r"exercise (\d+), `.*#exercise-\1`", text)]
    exercises = yaml.safe_load((ROOT / "config" / "worksheet.yaml").read_text(encoding="utf-8"))["exercises"]
    assert sorted(asked) == [*range(1, len(exercises) + 1)]
    table = (DOCS / "course" / "index.md").read_text(encoding="utf-8")
    assert sorted(map(int, re.findall(r"(?<=[|,] )\d+(?=[ ,])", table))) == sorted(asked)


def test_documentation_stays_short():
    """Words that people wrote, those in tables and code among them; README and changelog have limits of their own."""
    command = ["git", "ls-files", "*.md"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in listed if name not in ("README.md", "CHANGELOG.md")]
    written = [re.sub("<!-- keys of.*?<!-- end -->", "", text, flags=re.DOTALL) for text in texts]
    assert sum(bool(re.search(r"\w", word)) for text in written for word in text.split()) <= 25_000
