"""The documentation: it says for whom it is, its Python runs, public names have pages, its numbers are stored."""

import hashlib
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest
from helpers.project import ROOT
from helpers.public_names import MODULES
from renew_numbers import NUMBERS, main, renew, value_of, written

from tttcore.classroom.worksheet import read_worksheet

DOCS = ROOT / "docs"
PAGES = sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


READMES = [ROOT / name for name in ("CONTRIBUTING.md", "config/README.md", "results/README.md", "benchmarks/README.md")]
READMES += sorted(ROOT.glob("tttcore/engines/*/README.md"))


def test_a_page_says_first_for_whom_it_is():
    texts = {file: file.read_text(encoding="utf-8") for file in (*(DOCS / page for page in PAGES), *READMES)}
    assert [file for file, text in texts.items() if not re.match(r"# .+\n\n(\w+ )?[Ff]or ", text)] == []


def test_links_lead_to_files():
    files = [ROOT / "README.md", *DOCS.rglob("*.md"), *READMES]
    for file in files:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8")):
            assert (file.parent / target).exists(), f"{file.relative_to(ROOT)}: {target}"


REFERENCE = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
PUBLIC = re.findall(r"^\.\. currentmodule:: ([\w.]+)\n\n.*?((?:^   \w+\n)+)", REFERENCE, flags=re.MULTILINE | re.DOTALL)
"""Modules of public names, and the lines that give each name a page."""


def test_every_public_name_has_a_page():
    """A name that two modules have stands in one."""
    listed = {module: lines.split() for module, lines in PUBLIC}
    names = {module: import_module(module).__all__ for module in MODULES}
    assert [*listed] == [*MODULES]
    assert all({*found} <= {*names[module]} for module, found in listed.items())
    assert {name for found in listed.values() for name in found} == {name for found in names.values() for name in found}


def test_each_exercise_stands_in_one_lesson():
    """As the table of the course says."""
    worksheet = read_worksheet(ROOT / "config" / "worksheet.yaml")
    titles = [exercise.title for exercise in worksheet.exercises]
    asked = [
        sorted(titles.index(title) + 1 for slide in lesson.slides for title in slide.exercises)
        for lesson in worksheet.lessons
    ]
    assert sorted(number for numbers in asked for number in numbers) == [*range(1, len(titles) + 1)]
    table = (DOCS / "course" / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| .* \| (\d+(?:, \d+)*) \|", table, flags=re.MULTILINE)
    lessons = zip(worksheet.lessons, asked, strict=True)
    assert rows == [(lesson.title, ", ".join(map(str, numbers))) for lesson, numbers in lessons]


def test_documentation_stays_short():
    """Words that people wrote, those in tables and code among them; README and changelog have limits of their own."""
    command = ["git", "ls-files", "*.md"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in listed if name not in ("README.md", "CHANGELOG.md")]
    written = [re.sub("<!-- keys of.*?<!-- end -->", "", text, flags=re.DOTALL) for text in texts]
    assert sum(bool(re.search(r"\w", word)) for text in written for word in text.split()) <= 25_000


def blocks(name: str) -> list[str]:
    """Blocks of Python in a document, those in lists among them."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)]


def run(code: str) -> str:
    """What code prints that runs in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.needs_jit
def test_the_learner_of_the_guide_is_the_file_that_is_measured():
    (shown,) = blocks("docs/how-to/your-learner.md")
    assert (DOCS / "learners" / "td.py").read_text(encoding="utf-8").endswith(shown)


@pytest.mark.parametrize("block", blocks("README.md"), ids=lambda block: block.split("import ")[1].split()[0])
def test_examples_of_the_readme(block):
    """Each by itself, as a reader copies it; a comment says what it prints."""
    assert f": {run(block).strip()}\n" in block


USED = {
    "Ranked": """
parents = Ranked(pressure=2)(np.array([0.5, 0.1, 0.9]), 999, np.random.default_rng(1))
answers = {cell: Perfect().cells((0,) * cell + (1,) + (0,) * (8 - cell)) for cell in range(9)}
print(np.bincount(parents, minlength=3).argsort().tolist() == [2, 0, 1], [*answers[0], *answers[4]] == [4, 0, 2, 6, 8])
""",
    "ecdf_seat": """
from pathlib import Path
from tempfile import TemporaryDirectory
import pandas as pd
from tttcore.engines.genetic_algorithm.engine import STORED
from tttcore.pipeline.table_files import write_study_tables
from tttcore.plots.evidence import Files
shares = {"generation": [1, 2], "fraction": [0.5, 1], "fraction_low": [0.2, 1], "fraction_high": 1.0}
table = pd.concat([pd.DataFrame(shares).assign(set="seat", group=label) for label in ("first", "second")])
with TemporaryDirectory() as folder:
    write_study_tables({"ecdf": table}, folder, provenance={})
    files = Files(runs=Path(), traces=Path(), tables=Path(folder), states=Path(), batches=[])
    sets = {"seat": {"first": "a", "second": "b"}}
    evidence = Evidence(files=files, stored=STORED, comparisons=sets, recipes={"a": {}, "b": {}}, published={})
    figure = ecdf_seat(evidence, "By seat")
print(len(figure.axes[0].lines) >= 2, ("tables", "ecdf") in ecdf_seat.needs)
""",
    "machines": """
from types import SimpleNamespace
from tttcore.engines.matchboxes.engine import EXACT
traces = pd.DataFrame({"replicate": [0, 1] * 2, "games": [36, 36, 50, 50], "empty": 1} | dict.fromkeys(EXACT, 0.5))
rows = SimpleNamespace(by_treatment=lambda *columns: [(each, traces[[*columns]]) for each in ("perfect", "random")])
found = machines(SimpleNamespace(trace_rows=rows))
print(found["games"].tolist() == [36, 50] * 2, sorted(found) == sorted(machines.columns))
""",
}


@pytest.mark.parametrize(("page", "name"), [("operator", "Ranked"), ("figure", "ecdf_seat"), ("table", "machines")])
def test_snippets_for_contributors(page, name):
    """What they define chooses, answers perfectly, draws, or computes a table with the columns that it declares."""
    (block,) = blocks(f"docs/how-to/{page}.md")
    assert run(f"{block}\n{USED[name]}").split()[-2:] == ["True", "True"]


STORED = json.loads(NUMBERS.read_text(encoding="utf-8"))
DOCUMENTS = ["README.md", *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md"))]
SENTENCES = STORED["sentences"]
NO_PROSE = r"^ *```.*?^ *```|`[^`]*`|\]\([^)]*\)|^#.*?$"
"""Blocks of code, code, targets of links, headings."""
KINDS = {
    "levels of significance and their intervals": r"95%|2\.5%|5%|0\.05|0\.025",
    "years and dates": r"(19|20)\d\d(-\d\d-\d\d)?",
    "boards, shapes of arrays, powers": r"\d+(x\d+)+|\w+\^\w+|\d+·|\((\d, )+\d\)",
    "ids of statements": r"S\d(-[A-Z]\d+\w*)?|C\d+\w?",
    "parts of documents": r"(Figure|number|sentences 6 and) ?\d[\d.]*",
    "names": r"(RFC|Debian|Python|blog/) ?\d[\d.]*|SHA-256|(64|32)-bit|x86-64",
    "exercises": r"exercise \d+",
    "digits: cells, players, figures": r"\d",
}
"""Numbers that rest on no results wherever they stand."""
OF_A_KIND = re.compile(rf"(?<![\w.])({'|'.join(KINDS.values())})(?![\w%]|[.,]\d)")
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,/]\d+)*%?")


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_phrases_stand_in_their_files_with_the_stored_values():
    assert [each for each in SENTENCES if written(each) not in text(each["file"])] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_number_is_stored_or_given(name):
    """Else add the sentence or the number to docs/numbers.json."""
    prose = text(name)
    for sentence in (each for each in SENTENCES if each["file"] == name):
        prose = prose.replace(written(sentence), " ")
    prose = re.sub(NO_PROSE, " ", prose, flags=re.MULTILINE | re.DOTALL)
    given = " ".join(STORED["given"].get(name, {}).values()).split()
    assert sorted(set(NUMBER.findall(OF_A_KIND.sub(" ", prose)))) == sorted(given)


def test_speeds_are_those_of_the_last_measurement():
    """`make bench` writes benchmarks/results.json, `make numbers` what pages say of it."""
    values = [each for sentence in SENTENCES for each in sentence["values"].items() if each[0].startswith("benchmarks")]
    assert [source for source, value in values if value_of(source, Path()) != value] == []


def test_pictures_and_curves_are_files_of_the_stored_run():
    files = [file for folder in ("docs/images", "tttcore/stats/assets") for file in (ROOT / folder).iterdir()]
    found = {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert {entry["file"]: entry["sha256"] for entry in STORED["copies"]} == found


def test_numbers_come_from_a_finished_decisive_run(tmp_path):
    with pytest.raises(SystemExit, match="no finished run of the scale decisive"):
        main(tmp_path)


def test_what_is_missing_ends_it_before_any_page_is_changed(tmp_path, monkeypatch):
    """A page's first number is there, its second's table is not."""
    page, numbers = tmp_path / "page.md", tmp_path / "numbers.json"
    page.write_text("50% and 90%\n", encoding="utf-8")
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "provenance.html").write_text("scale <em>decisive</em>", encoding="utf-8")
    (tmp_path / "games.csv").write_text("won\n0.4\n", encoding="utf-8")
    sentences = [
        {"file": str(page), "phrase": phrase, "values": {f".: {table}.won": value}}
        for phrase, table, value in (("{:.0%} and", "games", 0.5), ("and {:.0%}", "missing", 0.9))
    ]
    numbers.write_text(json.dumps({"sentences": sentences, "copies": []}), encoding="utf-8")
    monkeypatch.setattr("renew_numbers.NUMBERS", numbers)
    with pytest.raises(SystemExit, match=r"error: .*missing\.csv"):
        main(tmp_path)
    assert page.read_text(encoding="utf-8") == "50% and 90%\n"


def test_another_result_changes_the_page(tmp_path):
    """But no judgement, which somebody has to write anew."""
    page, source = tmp_path / "page.md", ".: games.won"
    page.write_text("It wins often, in 90% of games.\n", encoding="utf-8")
    (tmp_path / "games.csv").write_text("won\n0.5\n", encoding="utf-8")
    phrases = ("in {:.0%} of games", "It wins often")
    both = [{"file": str(page), "phrase": phrase, "values": {source: 0.9}} for phrase in phrases]
    told = [renew(each, {source: value_of(source, tmp_path)}) for each in both]
    assert (told[0], "rested on" in told[1]) == ("", True)
    assert page.read_text(encoding="utf-8") == "It wins often, in 50% of games.\n"
    assert [each["values"] for each in both] == [{source: 0.5}, {source: 0.9}]
