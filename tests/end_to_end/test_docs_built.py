"""The site is built without a network, and its pages load nothing from one."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys

import publish
import pytest
from helpers.project import ROOT

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("sphinx"), reason="needs Sphinx, of the extra `dev`")
PARTS = ("README.md", "docs", "config", "profiles", "tttcore", "results/README.md")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of what the documentation is made of."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "results").mkdir()
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    return folder


def build(folder, builder="html"):
    """Build the documentation as `make docs` does."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "https_proxy": "http://localhost:9"}
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", "trees"]
    command += ["-b", builder, "docs", f"site/{'docs' if builder == 'html' else builder}"]
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)


@pytest.fixture(scope="module")
def built(project):
    made = build(project)
    assert made.returncode == 0, made.stderr
    return project / "site"


def test_pages_load_nothing_from_a_network(built):
    files = sorted((built / "docs").rglob("*.html"))
    assert len(files) > 100
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r'(src|<link[^>]+href)="?(https?:)?//', text), file


def test_a_folder_to_publish(built, finished):
    """No link leaves it, and pages of both halves lead to each other; what is wrong is told."""
    publish.main(finished.folder / "results", built)
    assert (built / "404.html").is_file()
    course = (built / "docs" / "course" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../../course.html"><code' in course
    assert 'href="files/ancheta2020/figures/' in (built / "ancheta2020.html").read_text(encoding="utf-8")
    assert publish.moved("../../docs/method/post1999.md", finished.folder, built) == "docs/method/post1999.html"
    assert (built / "files" / "ancheta2020" / "figures").is_dir()
    (built / "facts.html").write_text(f'<a href="../away.html">{ROOT}</a><img src="none.png">', encoding="utf-8")
    told = [fault for fault in publish.faults(built) if fault.startswith("facts.html")]
    assert told == [
        f"facts.html: names a folder of this machine, {ROOT}",
        "facts.html: links to ../away.html, which isn't in site/",
        "facts.html: links to none.png, which isn't in site/",
    ]


def test_without_a_report_nothing_is_published(tmp_path):
    with pytest.raises(SystemExit, match="has no finished report; run make first"):
        publish.main(tmp_path)


GUIDE = "entering-a-player.md"
MISTAKES = {
    "links to ../none.md, which isn't there": ("docs/course/index.md", f"../how-to/{GUIDE}", "../none.md"),
    "[16, 26, 37, 48])\nGot:": ("tttcore/games/hypercube.py", "(64, 76, [15,", "(64, 76, [16,"),
    "'none'": ("docs/course/index.md", GUIDE, f"{GUIDE}#none"),
    "document isn't included in any toctree": ("docs/index.md", "\nTutorial <tutorial>", "\n"),
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
        made = build(project, "doctest" if said.endswith("Got:") else "html")
        assert made.returncode != 0
        assert said in made.stdout + made.stderr
    finally:
        path.write_text(text, encoding="utf-8")
