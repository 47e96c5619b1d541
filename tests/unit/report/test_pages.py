"""The first page, also while results are being made, and those of facts, times and provenance."""

import html
import re

import numpy as np
import pandas as pd
import pytest
from helpers.pages import Page, check, outline

from tttcore.exact.facts import facts, solution
from tttcore.games.classic import CROSS_WON, NOUGHT_WON
from tttcore.pipeline.manifest import Digests
from tttcore.report.draft import write_draft
from tttcore.report.facts import SECTIONS, by_plies, claims_on_facts, facts_context
from tttcore.report.league_answer import Answer
from tttcore.report.pages import index_context, results_alone, timings_context
from tttcore.report.provenance import parameters, provenance_context
from tttcore.report.site import write_page
from tttcore.wings import has_wing

FOUND = [
    {"claim": "S0-C21", "verdict": "differs", "sentence_verdict": "differs", "text": "It doesn't help."},
    {"claim": "S0-C01", "verdict": "reproduced", "sentence_verdict": "reproduced", "text": "Nor later."},
]
PART = {"claim": "S0-C19a", "verdict": "undecided", "sentence_verdict": "mixed", "text": "It is open."}
PROGRAM = "classroom"
"""Wing without which the first page doesn't say how to enter a player, and doesn't link to the game."""


def document(title):
    said = {"authors": "C", "year": 2020, "source": "a journal", "question": f"Does {title} learn?"}
    return {"title": title, **said, "about": "It learns."}


@pytest.fixture
def index(tmp_path, verdicts):
    """`index(...)`: text of the first page, of one document unless others are given."""

    def write(judged=verdicts, findings=FOUND, studies=None, more=None, **options):
        studies, more = studies or {"a2020": "A & B"}, more or {}
        context = index_context(
            {name: document(title) for name, title in studies.items()},
            verdicts={"a2020": judged, **more},
            findings={"a2020": findings, **{name: [] for name in more}},
            **options,
        )
        path = tmp_path / "index.html"
        write_page(path, "index.html.j2", studies=studies, scale="decisive", seed=2020, **context)
        return path.read_text(encoding="utf-8")

    return write


def test_index(index, verdicts, snapshot):
    """Each document's question and its answer come before the counts of sentences; all of them are counted below."""
    other = verdicts[verdicts["sentence"] == "S0-C21"].assign(sentence="S1-C21")
    text = index(studies={"a2020": "A & B", "b2020": "D"}, more={"b2020": other})
    (bar,) = [bar["aria-label"] for bar in check(text).of("div") if bar.get("class") == "bar"]
    assert bar == "1 reproduced, 0 compatible, 0 differs, 2 unlikely, 1 mixed, 0 undecided, 1 measured, 1 not testable"
    to_do = ['href="play.html"', 'href="enter.html"'] if has_wing(PROGRAM) else []
    places = [text.index(place) for place in (*to_do, "It doesn&#39;t help.", 'id="counts"')]
    assert places == sorted(places)
    told = outline(text)
    assert told[told.index("Does A & B") : told.index("6 statements")] == snapshot(name="answers")
    totals, documents = told[told.index("6 statements") : told.index("#more")], told[told.index("#counts") :]
    assert totals + documents[: documents.index("#other")] == snapshot
    assert told.endswith("(provenance.html) explains how to check this.")


def test_the_first_page_says_how_to_enter_a_player(index):
    """The player that it shows makes a legal move; in a project of one's own there is no guide."""
    texts = [index(guide=guide) for guide in ("", "docs/guide.md")]
    assert ("<code>ttt enter my_player.py</code>" in texts[0]) == has_wing(PROGRAM)
    assert "guide" not in texts[0]
    if has_wing(PROGRAM):
        assert "<code>.venv/bin/ttt enter my_player.py</code>" in texts[1]
        assert 'a page. <a href="../../docs/guide.md">' in texts[1]
        player = {}
        exec(html.unescape(re.search(r"<pre><code>(.*?)</code>", texts[0], flags=re.DOTALL)[1]), player)
        assert [player["move"](board, "X") for board in ("." * 9, "XO..X....")] == [0, 2]


def test_answers_say_in_short_who_leads_and_what_is_open(index, verdicts):
    strongest = Answer("B leads.", [], [], is_behind=True, met=[], beats=[], unbeatable="")
    assert "<dd>B leads.</dd>" in index(strongest=strongest)
    text = index(verdicts.assign(depends="ties; order + seats"))
    assert '· <a href="a2020.html#readings">depends on the reading</a>' in text
    assert '· <a href="a2020.html#S0-C19a">one part</a>' in index(findings=[PART])


def test_bars_are_as_long_as_their_shares(index, verdicts):
    twice = pd.concat([verdicts, verdicts[verdicts["sentence"] == "S0-C21"].assign(sentence="S0-C41")])
    first = [part for part in check(index(twice, [])).of("span") if "style" in part][:5]
    assert [(part["class"], part["style"]) for part in first] == [
        ("reproduced", "flex-grow: 1"), ("unlikely", "flex-grow: 2"), ("mixed", "flex-grow: 1"),
        ("measured", "flex-grow: 1"), ("not-testable", "flex-grow: 1"),
    ]  # fmt: skip


@pytest.fixture
def draft(tmp_path):
    """`draft()`: the first page after a draft was asked for."""

    def read() -> str:
        studies, questions = {"a2020": "A & B 2020", "b1999": "C 1999"}, {"a2020": "Does it?", "b1999": "Is it < 1?"}
        write_draft(tmp_path, studies=studies, questions=questions, trial=False)
        return (tmp_path / "index.html").read_text(encoding="utf-8")

    return read


def test_a_draft_links_the_pages_that_are_there(tmp_path, draft):
    for ready in (["b1999"], ["a2020", "b1999"]):
        (tmp_path / f"{ready[0]}.html").touch()
        text = draft()
        assert [link["href"] for link in Page.read(text).of("a")] == ["#content", *(f"{name}.html" for name in ready)]
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


FACTS = pd.DataFrame([
    ("states", 765.0, "765", "positions up to symmetry", "ancheta2020"),
    ("strategies", 3.047556256495648e20, "304755625649564811264", "ways", None),
    ("chance", 2 / 7, "2/7", "a chance", None), ("sampled", 0.28809523809523807, None, "the same, from samples", None),
    ("quarter", 0.25, "1/4", "a half of a half", None),
    ("loss", -0.5, "-1/2", "a mean of results", None), ("many", 3333.3333333333335, "10000/3", "a mean of games", None),
    ("millionth", 1e-6, "1/1000000", "a small chance", None), ("seldom", 1 / 362880, "1/362880", "an order", None),
], columns=["fact", "value", "exact", "how", "quoted"])  # fmt: skip
STUDIES = {"ancheta2020": "Ancheta et al. 2020"}


@pytest.fixture
def of_facts(tmp_path, tables, verdicts):
    """`of_facts(rows)`: text of the page of these facts."""

    def write(rows):
        context = facts_context(
            facts=rows, solution=solution(tables), verdicts=[verdicts, verdicts[:0]], studies=STUDIES
        )
        write_page(tmp_path / "facts.html", "facts.html.j2", studies=STUDIES, **context)
        return (tmp_path / "facts.html").read_text(encoding="utf-8")

    return write


def test_facts(of_facts, verdicts, snapshot):
    """Numbers are exact where they are known; they name documents that quote them and statements that rest on them."""
    text = of_facts(FACTS)
    check(text)
    assert text.index("Perfect play: a draw") < text.index("Facts by subject")
    assert outline(text).partition("Facts by subject")[2] == snapshot
    drawings = re.findall(r'<svg viewBox="0 0 30 30".*?</svg>', text, flags=re.DOTALL)
    assert [drawing.count("<text") for drawing in drawings] == [0] + 3 * [1] + 12 * [2], "the first states"
    assert drawings[0].count("<circle") == 9
    corner = next(drawing for drawing in drawings if 'aria-label="X, free, free, free, best, ' in drawing)
    assert corner.count("<circle") == 1, "against a corner the centre alone holds the draw"
    others = verdicts.iloc[[0, 1, 2, -1]].assign(
        measure=["log_facts.value[fact=states]", "x.y", "", "least facts.value[fact=chance]"]
    )
    assert claims_on_facts([verdicts, others], FACTS) == {"states": ["S0-C01"], "chance": ["S0-M01"]}


def test_each_section_begins_with_a_fact(tables, of_facts):
    """The first with the first one; those that take long to count, too; it may say what its facts are about."""
    known = facts(tables, strategies=False)["fact"]
    assert {*SECTIONS} - {*known} == {"no_loss_strategies_second"}
    assert known[0] == next(iter(SECTIONS))
    text = of_facts(FACTS.replace({"fact": {"strategies": "no_loss_strategies_second"}}))
    first, second = text.split("<summary><h3>")[1:]
    about = "<p>A strategy has a cell for every state"
    assert (about in first, about in second) == (False, True)


def test_states_by_plies(tables):
    """By plies as many as are known; those where the game is over are the ones with a line, and the full boards."""
    found = by_plies(solution(tables)).set_index("ply")
    assert found["states"].tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert (found[["cross", "nobody", "nought"]].sum(axis=1) == found["states"]).all()
    over = found["states"] - found["open"]
    assert over.sum() == np.isin(tables.outcomes, (CROSS_WON, NOUGHT_WON)).sum() + found.loc[9, "nobody"]
    assert found["open"].sum() == 627


def test_timings(tmp_path, snapshot):
    row = {
        "study": "a2020", "timing": "run", "what": "a run", "published_seconds": 900.0, "published_machine": "a laptop",
        "seconds": 0.5, "machine": "this", "ratio": 1800.0,
    }  # fmt: skip
    tables = [pd.DataFrame([{**row, "study": study}]) for study in ("a2020", "b2020", "c2020")]
    timed = {name: {"run": {"at_least": name > "b"}} for name in ("a2020", "b2020", "c2020")}
    timed["b2020"]["run"] |= {"edge": 4, "dimensions": 10}
    games = [(4, 10, "incremental", 0.1, False), (4, 10, "recount", 1285.81, True), (4, 3, "recount", 0.2, False)]
    times = pd.DataFrame(games, columns=["edge", "dimensions", "player", "seconds", "extrapolated"])
    others = pd.DataFrame({"player": ["recount"], "seconds": [9.0]})
    path = tmp_path / "timings.html"
    context = timings_context(path, timings=tables, timed=timed, figures={}, files=[], times=[others, times])
    write_page(path, "timings.html.j2", studies={"a2020": "A", "b2020": "B", "c2020": "C"}, **context)
    text = path.read_text(encoding="utf-8")
    check(text)
    assert outline(text) == snapshot


FILES = {"a2020/runs.parquet": f"{9:064x}", "a2020/tables/b.csv": None, "audit/audit.csv": None, "tables/a.csv": None}
MANIFEST = {name: Digests(f"{number:064x}", rows) for number, (name, rows) in enumerate(FILES.items())}


def test_provenance(tmp_path, snapshot):
    """Each digest of code is told once."""
    assert list(results_alone(MANIFEST)) == ["a2020/runs.parquet", "a2020/tables/b.csv", "tables/a.csv"]
    path, slow, fast = tmp_path / "report" / "provenance.html", "0123456789abcdef", "fedcba9876543210"
    first = {"code": {"slow": slow, "fast": fast, "late": slow}, "packages": {"numpy": ["2.4.6", "9.9.9"]}}
    second = {"code": {"fast": fast}, "packages": {"numba": ["0.68.1"]}, "recipes": {"fast": {}}}
    recipes = {"slow": {"size": "<3>"}, "fast": {}, "late": {}}
    told = {
        "studies": {"a2020": "A", "b2020": "B"}, "labels": {"a2020": {"slow": "Slow & sure"}, "b2020": {}}, "seed": 7,
        "replicates": {"a2020": {"slow": 10000, "fast": 20, "late": 3}, "b2020": {"fast": 1}}, "scale": "paper",
    }  # fmt: skip
    runs = {"a2020": {"seed": 7, **first, "recipes": recipes}, "b2020": {"seed": 7, **second}}
    write_page(path, "provenance.html.j2", **told, **provenance_context(runs, MANIFEST))
    text = path.read_text(encoding="utf-8")
    assert {"a2020", "b2020"} <= {*check(text).ids}, "studies' pages lead here"
    assert outline(text) == snapshot


def test_parameters_are_told_by_what_differs():
    recipes = {
        "a": {"size": 3, "mutate": {"name": "reset", "rate": 0.1}, "pool": ["old"]},
        "b": {"size": 3, "mutate": {"name": "reset", "rate": 0.2}, "pool": ["old"]},
        "c": {"mutate": {"name": "drift"}, "pool": ["old", "é"]},
    }
    other = {"mutate.name": "drift", "pool": "old, é", "size": None}
    assert parameters(recipes) == {
        "common": {"size": "3", "mutate.name": "reset", "pool": "old"},
        "differs": {"a": {"mutate.rate": "0.1"}, "b": {"mutate.rate": "0.2"}, "c": other},
    }
