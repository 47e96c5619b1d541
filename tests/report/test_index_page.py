"""The first page."""

import re

from html_pages import check

from tttcore.claims.outcomes import DIFFERS, OUTCOMES
from tttcore.report.index import index_context
from tttcore.report.site import write_page

FOUND = [
    {"claim": "X-1", "verdict": "differs", "text": "It doesn't help."},
    {"claim": "X-2", "verdict": "reproduced", "text": "Nor later."},
]


def document(title):
    figures = {"ecdf": {"title": "Runs & more", "caption": "Who is done."}, "other": {"title": "O", "caption": "o"}}
    said = {"authors": "C", "year": 2020, "source": "a journal", "question": f"Does {title} learn?"}
    return {"title": title, **said, "about": "It learns.", "cover": "ecdf", "figures": figures}


def test_index(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context(
        {"a2020": document("A & B"), "b2020": document("D")},
        verdicts={"a2020": verdicts, "b2020": verdicts[verdicts["verdict"] == DIFFERS]},
        findings={"a2020": FOUND, "b2020": []},
    )
    write_page(path, "index.html.j2", studies={"a2020": "A & B", "b2020": "D"}, scale="decisive", seed=2020, **context)
    text = path.read_text(encoding="utf-8")
    page = check(text)
    assert '<a href="a2020.html">A &amp; B</a>' in text
    assert [image["src"] for image in page.of("img")] == ["figures/a2020/ecdf.webp", "figures/b2020/ecdf.webp"]
    assert "Runs &amp; more" in text
    row = re.search(r'<tr><th scope="row"><a href="b2020.html">D</a>.*?</tr>', text)[0]
    assert re.findall(r">(\d+)</td>", row) == ["0", "2", "0", "0", "0"]
    every = re.search(r'<tr class="published"><th scope="row">All.*?</tr>', text)[0]
    assert re.findall(r">(\d+)</td>", every) == ["1", "4", "1", "1", "1"]
    labels = [bar["aria-label"] for bar in page.of("div") if bar.get("class") == "bar"]
    assert labels == [
        "0 reproduced, 0 differs, 1 undecided, 1 measured, 0 not testable",
        "0 reproduced, 4 differs, 0 undecided, 0 measured, 0 not testable",
        "1 reproduced, 0 differs, 0 undecided, 0 measured, 0 not testable",
    ]
    assert "The documents make 8 distinct statements." in text
    assert "Not counted: 2 rows for one side of a contradiction; " in text
    for outcome, meaning in OUTCOMES.items():
        assert f"{outcome}</dt><dd>{meaning}</dd>" in text


def test_each_documents_question_and_its_answer_open_the_page(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context({"a2020": document("A")}, verdicts={"a2020": verdicts}, findings={"a2020": FOUND})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    text = path.read_text(encoding="utf-8")
    answer = 'It doesn&#39;t help. <a class="verdict differs" href="audit.html#X-1">differs</a>'
    assert f'<dt><a href="a2020.html">A</a>: Does A learn?</dt>\n<dd>{answer}</dd>' in text
    assert (text.count("It doesn&#39;t help."), text.count("Nor later.")) == (1, 1)
    assert text.index("It doesn&#39;t help.") < text.index('id="counts"')


def test_bars_are_as_long_as_their_shares(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context({"a2020": document("A")}, verdicts={"a2020": verdicts}, findings={"a2020": []})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    first = [part for part in check(path.read_text(encoding="utf-8")).of("span") if "style" in part][:5]
    assert [(part["class"], part["style"]) for part in first] == [
        ("undecided", "flex-grow: 1"), ("measured", "flex-grow: 1"), ("differs", "flex-grow: 2"),
        ("reproduced", "flex-grow: 1"),
    ]  # fmt: skip
