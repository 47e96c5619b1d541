"""The first page while results are being made."""

import pytest
from helpers.pages import Page

from tttcore.report.draft import write_draft

STUDIES = {"a2020": "A & B 2020", "b1999": "C 1999"}
QUESTIONS = {"a2020": "Does it learn?", "b1999": "Is it < 1?"}


@pytest.fixture
def draft(tmp_path):
    """`draft()`: the first page after a draft was asked for."""

    def read() -> str:
        write_draft(tmp_path, studies=STUDIES, questions=QUESTIONS, trial=False)
        return (tmp_path / "index.html").read_text(encoding="utf-8")

    return read


def test_pages_that_are_there_are_linked(tmp_path, draft):
    for ready in (["b1999"], ["a2020", "b1999"]):
        (tmp_path / f"{ready[0]}.html").touch()
        text = draft()
        links = [link["href"] for link in Page.read(text).of("a")]
        assert links == ["#content", *(f"{name}.html" for name in ready)]
        assert text.count("being made</dd>") == 2 - len(ready)
        assert "C 1999</a>: Is it &lt; 1?" in text


def test_a_draft_is_older_than_any_result_and_replaces_no_complete_page(tmp_path, draft):
    (tmp_path / "old.csv").touch()
    draft()
    page = tmp_path / "index.html"
    assert page.stat().st_mtime < (tmp_path / "old.csv").stat().st_mtime
    page.write_text("complete", encoding="utf-8")
    assert draft() == "complete"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["index.html", "old.csv"]
