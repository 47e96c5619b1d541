"""Numbers of README.md and docs/ are those of docs/numbers.json, see docs/renew_numbers.py."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from helpers.project import ROOT
from renew_numbers import NUMBERS, main, renew, value_of, written

STORED = json.loads(NUMBERS.read_text(encoding="utf-8"))
PAGES = [
    "README.md",
    *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")),
]
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
    "digits: cells, players, figures, exercises": r"\d",
}
"""Numbers that rest on no results wherever they stand."""
OF_A_KIND = re.compile(rf"(?<![\w.])({'|'.join(KINDS.values())})(?![\w%]|[.,]\d)")
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,/]\d+)*%?")


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: f"{sentence['file']}: {sentence['phrase'][:40]}")
def test_a_phrase_stands_in_its_file_with_the_stored_values(sentence):
    assert written(sentence) in text(sentence["file"])


@pytest.mark.parametrize("name", PAGES)
def test_every_number_is_stored_or_given(name):
    """Else add the sentence or the number to docs/numbers.json."""
    prose = text(name)
    for sentence in SENTENCES:
        if sentence["file"] == name:
            prose = prose.replace(written(sentence), " ")
    prose = re.sub(NO_PROSE, " ", prose, flags=re.MULTILINE | re.DOTALL)
    left = set(NUMBER.findall(OF_A_KIND.sub(" ", prose)))
    given = " ".join(STORED["given"].get(name, {}).values()).split()
    assert sorted(left) == sorted(given)


def test_speeds_are_those_of_the_last_measurement():
    """`make bench` writes benchmarks/results.json, `make numbers` what pages say of it."""
    for sentence in SENTENCES:
        for source, value in sentence["values"].items():
            assert not source.startswith("benchmarks") or value_of(source, Path()) == value, source


def test_pictures_are_figures_of_the_stored_run():
    """All but watch.png, a picture of the page to watch."""
    found = {f"docs/images/{file.name}": file.read_bytes() for file in (ROOT / "docs" / "images").iterdir()}
    del found["docs/images/watch.png"]
    assert {picture["file"]: picture["sha256"] for picture in STORED["pictures"]} == {
        name: hashlib.sha256(picture).hexdigest() for name, picture in found.items()
    }


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
    numbers.write_text(json.dumps({"sentences": sentences, "pictures": []}), encoding="utf-8")
    monkeypatch.setattr("renew_numbers.NUMBERS", numbers)
    with pytest.raises(SystemExit, match=r"error: .*missing\.csv"):
        main(tmp_path)
    assert page.read_text(encoding="utf-8") == "50% and 90%\n"


def test_another_result_changes_the_page(tmp_path):
    """But no judgement, which somebody has to write anew."""
    page, source = tmp_path / "page.md", ".: games.won"
    page.write_text("It wins often, in 90% of games.\n", encoding="utf-8")
    (tmp_path / "games.csv").write_text("won\n0.5\n", encoding="utf-8")
    values = {source: value_of(source, tmp_path)}
    sentence = {"file": str(page), "phrase": "in {:.0%} of games", "values": {source: 0.9}}
    judgement = {"file": str(page), "phrase": "It wins often", "values": {source: 0.9}}
    assert renew(sentence, values) == ""
    assert page.read_text(encoding="utf-8") == "It wins often, in 50% of games.\n"
    assert sentence["values"] == {source: 0.5}
    assert "rested on" in renew(judgement, values)
    assert judgement["values"] == {source: 0.9}
