"""The first page."""

import html
import re

import numpy as np
import pandas as pd
import pytest
from helpers.pages import check

from tttcore.exact.facts import facts, solution
from tttcore.games.classic import CROSS_WON, NOUGHT_WON
from tttcore.pipeline.manifest import Digests
from tttcore.report.facts import SECTIONS, by_plies, claims_on_facts, facts_context
from tttcore.report.league_answer import Answer
from tttcore.report.pages import (
    index_context,
    results_alone,
    timings_context,
)
from tttcore.report.provenance import parameters, provenance_context
from tttcore.report.site import write_page
from tttcore.wings import has_wing

FOUND = [
    {"claim": "S0-C21", "verdict": "differs", "sentence_verdict": "differs", "text": "It doesn't help."},
    {"claim": "S0-C01", "verdict": "reproduced", "sentence_verdict": "reproduced", "text": "Nor later."},
]


def document(title):
    said = {"authors": "C", "year": 2020, "source": "a journal", "question": f"Does {title} learn?"}
    return {"title": title, **said, "about": "It learns."}


def test_index(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context(
        {"a2020": document("A & B"), "b2020": document("D")},
        verdicts={"a2020": verdicts, "b2020": verdicts[verdicts["sentence"] == "S0-C21"].assign(sentence="S1-C21")},
        findings={"a2020": FOUND, "b2020": []},
    )
    write_page(path, "index.html.j2", studies={"a2020": "A & B", "b2020": "D"}, scale="decisive", seed=2020, **context)
    text = path.read_text(encoding="utf-8")
    page = check(text)
    assert '<a href="a2020.html">A &amp; B</a>' in text
    row = re.search(r'<tr><th scope="row"><a href="b2020.html">D</a>.*?</tr>', text)[0]
    assert re.findall(r">(\d+)(?:</a>)?</td>", row) == ["0", "1", "0", "0", "0", "0", "1"]
    every = re.search(r'<tr class="published"><th scope="row">All.*?</tr>', text)[0]
    assert re.findall(r">(\d+)(?:</a>)?</td>", every) == ["1", "2", "1", "0", "1", "1", "6"]
    labels = [bar["aria-label"] for bar in page.of("div") if bar.get("class") == "bar"]
    assert labels == ["1 reproduced, 2 differs, 1 mixed, 0 undecided, 1 measured, 1 not testable"]
    assert '6 statements in all, counted by sentences (<a href="audit.html#meanings">meanings</a>):' in text


def test_each_documents_question_and_its_answer_open_the_page(tmp_path, verdicts):
    path = tmp_path / "index.html"
    context = index_context({"a2020": document("A")}, verdicts={"a2020": verdicts}, findings={"a2020": FOUND})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    text = path.read_text(encoding="utf-8")
    answer = 'It doesn&#39;t help. <a class="verdict differs" href="audit.html#S0-C21">differs</a>'
    assert f'<dt>Does A learn? <a href="a2020.html">A</a></dt>\n<dd>{answer}</dd>' in text
    assert (text.count("It doesn&#39;t help."), text.count("Nor later.")) == (1, 0)
    to_do = ['href="play.html"', 'href="#enter"'] if has_wing("classroom") else []
    places = [text.index(place) for place in (*to_do, "It doesn&#39;t help.", 'id="counts"')]
    assert places == sorted(places)


def test_the_first_page_says_how_to_enter_a_player(tmp_path, verdicts):
    """The player that it shows makes a legal move; in a project of one's own there is no guide."""
    path = tmp_path / "index.html"
    texts = []
    for guide in ("", "docs/guide.md"):
        context = index_context({}, verdicts={"a2020": verdicts}, findings={}, guide=guide)
        write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
        texts.append(path.read_text(encoding="utf-8"))
    assert ("<code>ttt enter my_player.py</code>" in texts[0]) == has_wing("classroom")
    assert "guide" not in texts[0]
    if has_wing("classroom"):
        assert "<code>.venv/bin/ttt enter my_player.py</code>" in texts[1]
        assert 'a page. <a href="../../docs/guide.md">' in texts[1]
        player = {}
        exec(html.unescape(re.search(r"<pre><code>(.*?)</code>", texts[0], flags=re.DOTALL)[1]), player)
        assert [player["move"](board, "X") for board in ("." * 9, "XO..X....")] == [0, 2]


def test_the_first_page_says_in_short_who_leads(tmp_path, verdicts):
    path = tmp_path / "index.html"
    strongest = Answer("B leads.", [], [], is_behind=True, met=[], beats=[], unbeatable="")
    context = index_context({}, verdicts={"a2020": verdicts}, findings={}, strongest=strongest)
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    assert "<dd>B leads.</dd>" in path.read_text(encoding="utf-8")


def test_an_answer_that_other_readings_change_says_where_they_are(tmp_path, verdicts):
    path = tmp_path / "index.html"
    again = verdicts.assign(readings=9, agreeing=8)
    context = index_context({"a2020": document("A")}, verdicts={"a2020": again}, findings={"a2020": FOUND})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    told = '· <a href="a2020.html#readings">1 of 9 other readings disagrees</a>'
    assert told in path.read_text(encoding="utf-8")
    single = verdicts.assign(readings=1, agreeing=0)
    context = index_context({"a2020": document("A")}, verdicts={"a2020": single}, findings={"a2020": FOUND})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    assert ">1 of 1 other reading disagrees</a>" in path.read_text(encoding="utf-8")


def test_an_answer_on_a_part_of_a_mixed_sentence_says_so(tmp_path, verdicts):
    path = tmp_path / "index.html"
    part = {"claim": "S0-C19a", "verdict": "undecided", "sentence_verdict": "mixed", "text": "It is open."}
    context = index_context({"a2020": document("A")}, verdicts={"a2020": verdicts}, findings={"a2020": [part]})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    assert '· <a href="a2020.html#S0-C19a">one part</a>' in path.read_text(encoding="utf-8")


def test_bars_are_as_long_as_their_shares(tmp_path, verdicts):
    path = tmp_path / "index.html"
    twice = pd.concat([verdicts, verdicts[verdicts["sentence"] == "S0-C21"].assign(sentence="S0-C41")])
    context = index_context({"a2020": document("A")}, verdicts={"a2020": twice}, findings={"a2020": []})
    write_page(path, "index.html.j2", studies={"a2020": "A"}, scale="quick", seed=0, **context)
    first = [part for part in check(path.read_text(encoding="utf-8")).of("span") if "style" in part][:5]
    assert [(part["class"], part["style"]) for part in first] == [
        ("reproduced", "flex-grow: 1"), ("differs", "flex-grow: 2"), ("mixed", "flex-grow: 1"),
        ("measured", "flex-grow: 1"), ("not-testable", "flex-grow: 1"),
    ]  # fmt: skip


FACTS = pd.DataFrame(
    [
        ("states", 765.0, "765", "positions up to symmetry", "ancheta2020"),
        ("strategies", 3.047556256495648e20, "304755625649564811264", "ways", None),
        ("chance", 2 / 7, "2/7", "a chance", None),
        ("sampled", 0.28809523809523807, None, "the same, from samples", None),
        ("quarter", 0.25, "1/4", "a half of a half", None),
        ("loss", -0.5, "-1/2", "a mean of results", None),
        ("many", 3333.3333333333335, "10000/3", "a mean of games", None),
        ("millionth", 1e-6, "1/1000000", "a small chance", None),
        ("seldom", 1 / 362880, "1/362880", "an order", None),
    ],
    columns=["fact", "value", "exact", "how", "quoted"],
)

STUDIES = {"ancheta2020": "Ancheta et al. 2020"}


@pytest.fixture
def text(tmp_path, tables, verdicts):
    path = tmp_path / "facts.html"
    context = facts_context(facts=FACTS, solution=solution(tables), verdicts=[verdicts, verdicts[:0]], studies=STUDIES)
    write_page(path, "facts.html.j2", studies=STUDIES, **context)
    return path.read_text(encoding="utf-8")


def row(text, ident):
    return re.search(rf'<tr id="{ident}">.*?</tr>', text, flags=re.DOTALL)[0]


def test_numbers_are_exact_where_they_are_known(text):
    check(text)
    assert '<td class="n">765</td>' in row(text, "states")
    assert '<td class="n">≈ 3.05 × 10²⁰</td>' in row(text, "strategies")
    assert "<code>304755625649564811264</code>" in row(text, "strategies")
    assert '<td class="n">2/7 ≈ 0.2857</td>' in row(text, "chance")
    for name, shown in (
        ("quarter", "1/4 = 0.25"),
        ("loss", "-1/2 = −0.5"),
        ("many", "10000/3 ≈ 3,333.3"),
        ("millionth", "1/1000000 = 1.00 × 10⁻⁶"),
        ("seldom", "1/362880 ≈ 2.76 × 10⁻⁶"),
    ):
        assert f'<td class="n">{shown}</td>' in row(text, name)
    assert "<details>" not in row(text, "chance") + row(text, "states")


def test_an_estimate_is_told_with_the_exact_fact_before_it(text):
    assert '<div class="quiet" id="sampled">The same, from samples: 0.2881</div>' in row(text, "chance")


def test_each_section_begins_with_a_fact(tables):
    """The first with the first one; those that take long to count, too."""
    known = facts(tables, strategies=False)["fact"]
    assert {*SECTIONS} - {*known} == {"no_loss_strategies_second"}
    assert known[0] == next(iter(SECTIONS))


def test_a_section_may_say_what_its_facts_are_about(tmp_path, tables, verdicts):
    path, about = tmp_path / "facts.html", "<p>A strategy has a cell for every state"
    rows = FACTS.replace({"fact": {"strategies": "no_loss_strategies_second"}})
    context = facts_context(facts=rows, solution=solution(tables), verdicts=[verdicts], studies=STUDIES)
    write_page(path, "facts.html.j2", studies=STUDIES, **context)
    first, second = path.read_text(encoding="utf-8").split("<summary><h3>")[1:]
    assert (about in first, about in second) == (False, True)


def test_perfect_play_comes_first(text):
    assert text.index("Perfect play: a draw") < text.index("Facts by subject")


def test_documents_have_their_names(text):
    assert "Quoted by Ancheta et al. 2020." in row(text, "states")


def test_facts_name_the_statements_that_rest_on_them(text, verdicts):
    assert '<a href="audit.html#S0-C01">S0-C01</a>' in row(text, "states")
    assert "audit.html" not in row(text, "chance")
    others = verdicts.iloc[[0, 1, 2, -1]].assign(
        measure=["log_facts.value[fact=states]", "x.y", "", "least facts.value[fact=chance]"]
    )
    assert claims_on_facts([verdicts, others], FACTS) == {"states": ["S0-C01"], "chance": ["S0-M01"]}


def test_states_by_plies(tables):
    """By plies as many as are known; those where the game is over are the ones with a line, and the full boards."""
    found = by_plies(solution(tables)).set_index("ply")
    assert found["states"].tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert (found[["cross", "nobody", "nought"]].sum(axis=1) == found["states"]).all()
    over = found["states"] - found["open"]
    assert over.sum() == np.isin(tables.outcomes, (CROSS_WON, NOUGHT_WON)).sum() + found.loc[9, "nobody"]
    assert found["open"].sum() == 627


def test_first_states_are_drawn(text):
    drawings = re.findall(r'<svg viewBox="0 0 30 30".*?</svg>', text, flags=re.DOTALL)
    assert len(drawings) == 1 + 3 + 12
    assert drawings[0].count("<circle") == 9
    assert [drawing.count("<text") for drawing in drawings] == [0] + 3 * [1] + 12 * [2]
    corner = next(drawing for drawing in drawings if 'aria-label="X, free, free, free, best, ' in drawing)
    assert corner.count("<circle") == 1, "against a corner the centre alone holds the draw"


def test_timings(tmp_path):
    row = {
        "study": "a2020", "timing": "run", "what": "a run", "published_seconds": 900.0, "published_machine": "a laptop",
        "seconds": 0.5, "machine": "this", "ratio": 1800.0,
    }  # fmt: skip
    tables = [pd.DataFrame([{**row, "study": study}]) for study in ("a2020", "b2020", "c2020")]
    path = tmp_path / "timings.html"
    timed = {
        "a2020": {"run": {"at_least": False}},
        "b2020": {"run": {"at_least": True, "edge": 4, "dimensions": 10}},
        "c2020": {"run": {"at_least": True}},
    }
    games = [(4, 10, "incremental", 0.1, False), (4, 10, "recount", 1285.81, True), (4, 3, "recount", 0.2, False)]
    times = pd.DataFrame(games, columns=["edge", "dimensions", "player", "seconds", "extrapolated"])
    others = pd.DataFrame({"player": ["recount"], "seconds": [9.0]})
    context = timings_context(path, timings=tables, timed=timed, figures={}, files=[], times=[others, times])
    write_page(path, "timings.html.j2", studies={"a2020": "A", "b2020": "B", "c2020": "C"}, **context)
    text = path.read_text(encoding="utf-8")
    check(text)
    assert re.findall('data-label="(?:Published|Ours|Speedup)">(.*?)<', text) == [
        *("900 s", "500 ms", "1,800"),
        *("not finished", "500 ms", "–"),
        *("not finished", "500 ms", "–"),
    ]
    assert "ours is 1,800 times as fast" in text
    assert ">B</a>: the document's program did not finish. Ours is another algorithm" in text
    assert ">C</a>: the document's program did not finish.</li>" in text, "without times of the document's algorithm"
    assert re.findall('<span class="quiet">(.*?)</span></td>', text) == [
        "Here by the document's algorithm: 1,290 s, extrapolated"
    ]


MANIFEST = {
    name: Digests(f"{number:064x}", rows)
    for number, (name, rows) in enumerate(
        {
            "a2020/runs.parquet": f"{9:064x}",
            "a2020/tables/b.csv": None,
            "audit/audit.csv": None,
            "tables/a.csv": None,
        }.items()
    )
}
SLOW, FAST = "0123456789abcdef", "fedcba9876543210"
"""Digests of code."""
RECIPES = {"slow": {"size": "<3>"}, "fast": {}, "late": {}}


def test_results_alone():
    assert list(results_alone(MANIFEST)) == ["a2020/runs.parquet", "a2020/tables/b.csv", "tables/a.csv"]


def test_page(tmp_path):
    path = tmp_path / "report" / "provenance.html"
    runs = {
        name: {"seed": 7, "code": code, "packages": packages, "recipes": recipes}
        for name, code, packages, recipes in [
            ("a2020", {"slow": SLOW, "fast": FAST, "late": SLOW}, {"numpy": ["2.4.6", "9.9.9"]}, RECIPES),
            ("b2020", {"fast": FAST}, {"numba": ["0.68.1"]}, {"fast": {}}),
        ]
    }
    write_page(
        path,
        "provenance.html.j2",
        studies={"a2020": "A", "b2020": "B"},
        replicates={"a2020": {"slow": 10000, "fast": 20, "late": 3}, "b2020": {"fast": 1}},
        labels={"a2020": {"slow": "Slow & sure"}, "b2020": {}},
        seed=7,
        scale="paper",
        **provenance_context(runs, MANIFEST),
    )
    text = path.read_text(encoding="utf-8")
    page, unescaped = check(text), html.unescape(text)
    assert {"a2020", "b2020"} <= set(page.ids), "studies' pages lead here"
    slow, fast = (f'<code class="digest">{digest}</code>' for digest in (SLOW, FAST))
    assert f"<td>{slow}, {fast}</td>" in text, "each digest once"
    assert "<p>A: numpy 2.4.6 and 9.9.9.</p>" in text
    assert "<p>B: numba 0.68.1.</p>" in text
    runs_of_slow = f'<dt>Slow & sure <code>slow</code> <span class="quiet">10,000 runs, code {SLOW}</span></dt>'
    assert f"{runs_of_slow}\n<dd><code>size</code> <3></dd>" in unescaped
    assert '<dt><code>fast</code> <span class="quiet">1 run</span></dt>\n<dd>nothing else</dd>' in text
    (steps,) = re.findall(r"<ol>.*?</ol>", text, flags=re.DOTALL)
    assert re.findall(r"<pre><code>\$ (.*)", steps) == [
        "ttt verify",
        "make</code></pre></li>",
        "ttt verify --against ORIGINAL/results/MANIFEST.sha256</code></pre></li>",
    ]
    assert steps.count("<li>") == 3
    assert "4 files as they were made" in steps
    assert "../MANIFEST.sha256" in page.addresses


def test_parameters_are_told_by_what_differs():
    assert parameters(
        {
            "a": {"size": 3, "mutate": {"name": "reset", "rate": 0.1}, "pool": ["old"]},
            "b": {"size": 3, "mutate": {"name": "reset", "rate": 0.2}, "pool": ["old"]},
            "c": {"mutate": {"name": "drift"}, "pool": ["old", "é"]},
        }
    ) == {
        "common": {"size": "3", "mutate.name": "reset", "pool": "old"},
        "differs": {
            "a": {"mutate.rate": "0.1"},
            "b": {"mutate.rate": "0.2"},
            "c": {"mutate.name": "drift", "pool": "old, é", "size": None},
        },
    }
