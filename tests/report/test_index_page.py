"""The first page."""

import re

from html_pages import check

from tttcore.claims.verdicts import DIFFERS
from tttcore.report.index import index_context
from tttcore.report.site import write_page


def document(title):
    figures = {"ecdf": {"title": "Runs & more", "caption": "Who is done."}, "other": {"title": "O", "caption": "o"}}
    return {"title": title, "authors": "C", "year": 2020, "about": "It learns.", "cover": "ecdf", "figures": figures}


def test_index(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context(
        {"a2020": document("A & B"), "b2020": document("D")},
        verdicts={"a2020": verdicts, "b2020": verdicts[verdicts["verdict"] == DIFFERS]},
    )
    write_page(path, "index.html.j2", studies={"a2020": "A & B", "b2020": "D"}, scale="decisive", seed=2020, **context)
    text = path.read_text(encoding="utf-8")
    page = check(text)
    assert '<a href="a2020.html">A &amp; B</a>' in text
    assert [image["src"] for image in page.of("img")] == ["figures/a2020/ecdf.webp", "figures/b2020/ecdf.webp"]
    assert "Runs &amp; more" in text
    row = re.search(r'<tr><th scope="row"><a href="b2020.html">.*?</tr>', text)[0]
    assert re.findall(r">(\d+)</td>", row) == ["0", "1", "0"]
    assert re.findall(r'aria-label="(\d+) reproduced, (\d+) differs, (\d+) not testable"', text) == [
        ("1", "2", "1"), ("1", "1", "1"), ("0", "1", "0"),
    ]  # fmt: skip


def test_bars_are_as_long_as_their_shares(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context({"a2020": document("A")}, verdicts={"a2020": verdicts})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    first = check(path.read_text(encoding="utf-8")).of("rect")[:3]
    assert [float(part["width"]) for part in first] == [33.333, 33.333, 33.333]
    assert [float(part["x"]) for part in first] == [0, 33.333, 66.667]
