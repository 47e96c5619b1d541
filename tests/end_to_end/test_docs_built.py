"""The site is built without a network, and its pages load nothing from one."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest
from helpers.project import ROOT

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("mkdocs"), reason="needs MkDocs, of the extra `dev`")
PARTS = ("README.md", "mkdocs.yml", "docs", "config", "profiles", "tttcore", "results/README.md")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of what the site is made of, with one page of a report."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "results" / "report").mkdir(parents=True)
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    report = '<a href="../../docs/method/gardner1962.md">The reasons</a> <a href="../table.csv">csv</a>'
    (folder / "results" / "table.csv").write_text("1\n", encoding="utf-8")
    (folder / "results" / "report" / "course.html").write_text(report, encoding="utf-8")
    return folder


def build(folder):
    """Build the site as `make docs` does."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1", "https_proxy": "http://localhost:9"}
    command = [sys.executable, "-m", "mkdocs", "build"]
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)


def test_the_site(project):
    made = build(project)
    assert made.returncode == 0, made.stderr
    files = sorted((project / "site").rglob("*.html"))
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r'(src|<link[^>]+href)="?(https?:)?//', text), file
    lesson = (project / "site" / "course" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../results/report/course.html">' in lesson
    assert "<code>results/report/worksheet.html</code>" in lesson
    page = (project / "site" / "results" / "report" / "course.html").read_text(encoding="utf-8")
    assert page.startswith('<a href="../../method/gardner1962.html">The reasons</a>')
    assert (project / "site" / "results" / "table.csv").is_file()


GUIDE = "entering-a-player.md"
MISTAKES = {
    "docs/index.md: links to tutorials.md, which isn't there": ("docs/index.md", "tutorial.md", "tutorials.md"),
    "does not contain an anchor '#none'": ("docs/course/index.md", GUIDE, f"{GUIDE}#none"),
    "Results.studies has no docstring": ("tttcore/exchange/results.py", '"""Names of the studies that', '_ = """'),
    "games.Hypercube: an example fails": ("tttcore/games/hypercube.py", "(64, 76, [15,", "(64, 76, [16,"),
}
"""What is said, and a file with the text that a mistake replaces."""


@pytest.mark.parametrize("said", MISTAKES)
def test_mistakes_end_it(project, said):
    file, old, new = MISTAKES[said]
    path = project / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        made = build(project)
        assert made.returncode != 0
        assert said in made.stdout + made.stderr
    finally:
        path.write_text(text, encoding="utf-8")
