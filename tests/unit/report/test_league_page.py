"""The page of leagues: every one that there is, and its answer: who leads, who beats whom, who is unbeatable."""

import html
import re
from itertools import product

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from tttcore.league.leagues import league, leagues
from tttcore.plots.names import PlayerNames
from tttcore.report.league import PLACES, write_league_page
from tttcore.report.league_answer import strongest
from tttcore.report.listing import INTERVAL, LONGEST

STUDIES = {"study": "A study"}
LISTINGS = {name: league(module).LISTINGS for name, module in leagues().items()}
FIGURES = {name: league(module).FIGURES for name, module in leagues().items()}


def made_up(columns, rows):
    """A table with these columns: numbers, but for names."""
    names = {"group", "opponent", "player", "agent", "a", "b", "first", "second", "seat", "study", "treatment"}
    table = {name: [f"{name} {row}" if name in names else row / 7 for row in range(rows)] for name in columns}
    table |= {name: np.arange(rows) // 3 + 1 for name in ("rank", "edge", "dimensions") if name in columns}
    return pd.DataFrame(table)


def tables_of(name, rows):
    """Rankings have a column more that answers need and pages don't show."""
    further = {"ranking": ["evolved"] if name == "lattice" else []}
    return {table: made_up([*columns, *further.get(table, [])], rows) for table, (_, columns) in LISTINGS[name].items()}


@pytest.fixture
def page(tmp_path):
    """`page("lattice", rows=5)`: text of a page with these leagues."""

    def made(*names, rows=5, found_again=False):
        files = []
        for shown, kind in product(names, ("png", "svg")):
            for name in FIGURES[shown]:
                file = tmp_path / "league" / "figures" / f"{name}.{kind}"
                file.parent.mkdir(parents=True, exist_ok=True)
                Image.new("RGB", (8, 6), "white").save(file.with_suffix(".png"))
                file.touch()
                files.append(file)
        path = tmp_path / "report" / "league.html"
        tables = {name: tables_of(name, rows) for name in names}
        if "classic" in tables and found_again:
            tables["classic"]["found"]["strategies"] -= 0.5
        write_league_page(path, names=PlayerNames(STUDIES), approaches=STUDIES, tables=tables, figures=files)
        return path.read_text(encoding="utf-8")

    return made


@pytest.mark.parametrize("names", [["classic", "lattice"], ["nine_board"]])
def test_leagues_that_there_are(page, tmp_path, names):
    written = page(*names)
    assert page(*names) == written
    text = html.unescape(written)
    assert re.findall(r'<h2 id="(\w+)"', text) == ["reading", *(name for name in LISTINGS if name in names)]
    for shown in names:
        for table, (caption, columns) in LISTINGS[shown].items():
            assert text.count(f'href="../league/{shown}/{table}.csv"') == 1
            assert text.count(f"<summary>{caption} <span") == 1
            heads = {label for label in columns.values() if label not in INTERVAL}
            assert all(re.search(rf">{re.escape(label)}( \(interval\))?</th>", text) for label in heads)
        for figure in FIGURES[shown]:
            assert text.count(f'<figure id="{figure}">') == 1
            assert (tmp_path / "report" / "figures" / "league" / f"{figure}.webp").stat().st_size
            assert f'href="../league/figures/{figure}.svg"' in text
    for absent in {*LISTINGS} - {*names}:
        assert f"../league/{absent}/" not in text
    assert 'href="league.html" aria-current="page"' in text


def test_of_a_long_ranking_the_first_places(page):
    text = page("lattice", rows=LONGEST + 1)
    assert text.count("<td>group ") == PLACES * 3
    assert f"places 1 to {PLACES} <span" in text
    assert f"{LONGEST + 1} rows" in text


def test_points_are_in_percent_and_leagues_begin_with_their_leaders(page):
    """As in the answer, not as in the tables: the second row of each column is a seventh."""
    text = page("lattice", rows=2)
    assert '<td class="n">14.29</td>' in text
    assert text.count(">Points, %") == 3
    assert "<p>Evolved Genies have the most points on " in text
    assert "<p>The strongest player is player 0: " in page("nine_board")


def test_whether_a_strategy_was_found_twice(page):
    told = ["No strategy was found twice." in " ".join(page("classic", found_again=each).split()) for each in (0, 1)]
    assert told == [True, False]


APPROACHES = {"a": "one way (A 1999)", "b": "another (B 2000)", "c": "a third (C 2001)"}
NAMES = PlayerNames({"a": "A 1999", "b": "B 2000", "c": "C 2001"})
SCORES = {
    "first": {"house/minimax": 0.9, "house/perfect": 0.7, "a/late": 0.8, "a/early": 0.6, "b/one": 0.5, "c/only": 0.4},
    "second": {"house/perfect": 0.55, "b/one": 0.52, "a/late": 0.3},
    "both": {"house/perfect": 0.6, "b/one": 0.51, "a/late": 0.5},
}
MATRIX = {("a/late", "b/one"): 0.504, ("a/late", "b/two"): 0.5, ("b/one", "a/late"): 0.6, ("c/only", "a/late"): 0.7,
          ("c/only", "b/one"): 0.3, ("a/late", "a/late"): 1.0, ("house/perfect", "b/one"): 0.9}  # fmt: skip
PLAYERS = [("first", "a", 0), ("first", "a", 0.5), ("first", "b", 0), ("first", "c", 1), ("first", "house", 0),
           ("second", "a", 1), ("second", "b", 1)]  # fmt: skip
APART = [("first", "a/late", "b/one"), ("first", "a/late", "c/only"), ("second", "a/late", "b/one"),
         ("both", "a/late", "b/one")]  # fmt: skip
"""Pairs of the leaders and all others."""


def answered(*apart, scores=SCORES):
    """Answer if these pairs of groups, by seat, differ significantly."""
    ranking = [(seat, group, score, score - 0.1, score + 0.1) for seat, own in scores.items()
               for group, score in own.items()]  # fmt: skip
    pairs = [("first", "b/one", "a/late", 0.05), *((*pair, 0.01) for pair in apart)]
    matrix = [(*pair, score) for pair, score in MATRIX.items()]
    tables = {
        "ranking": pd.DataFrame(ranking, columns=["seat", "group", "score", "score_low", "score_high"]),
        "differences": pd.DataFrame(pairs, columns=["seat", "a", "b", "p"]),
        "matrix": pd.DataFrame(matrix, columns=["first", "second", "score"]),
        "players": pd.DataFrame(PLAYERS, columns=["seat", "study", "reply_value"]),
    }
    return strongest(tables, approaches=APPROACHES, names=NAMES)


AHEAD = {"second": {"b/one": 0.3, "a/late": 0.4}, "both": {"b/one": 0.4, "a/late": 0.6}}
ONE = SCORES | {seat: {"house/perfect": 0.6} | scores for seat, scores in AHEAD.items()}


def test_answers(snapshot):
    """A document wins that leads in each seat, unless it is chance.

    A row has the best treatment of each document, the last one is perfect; leaders and who is weaker are marked.
    All pairs of treatments count, rounded as in the matrix; rules don't count.
    """
    answer, second = answered(), {"second": SCORES["second"]}
    cases = [
        (SCORES, ()),
        (SCORES, APART),
        (ONE, ()),
        (ONE, APART[:-1]),
        (ONE, APART[1:]),
        (ONE, APART),
        (second, APART),
    ]
    sentences = [answered(*apart, scores=scores).sentence for scores, apart in cases]
    beats = [f"{name} {' '.join(map(str, points))}" for name, points in answer.beats]
    lines = [
        *sentences,
        f"met: {', '.join(answer.met)}",
        f"beats: {', '.join(beats)}",
        f"unbeatable: {answer.unbeatable}",
    ]
    for apart in (
        (), [("first", "a/late", "c/only")], [("first", "c/only", "a/late"), ("first", "a/early", "b/one")],
        [("second", "b/one", "house/perfect"), ("second", "b/one", "a/late")],
    ):  # fmt: skip
        lines.append(f"apart: {', '.join(map(' '.join, apart))}")
        for name, scores in answered(*apart).rows:
            cells = []
            for each in scores:
                marks = each and "".join([" leads"] * bool(each.leads) + [" weaker"] * bool(each.weaker))
                cells.append(each and f"{each.points} ({each.interval}) of {each.of}{marks}")
            lines.append(f"  {name}: {', '.join(map(str, cells))}")
    assert answer.seats == ["moving first", "moving second", "in both seats"]
    assert "\n".join(lines) == snapshot
    assert answer.is_behind
    assert not answered(scores=second).is_behind, "it has more than the perfect player"
    alone = {"first": {"house/perfect": 0.9, "a/late": 0.8, "a/early": 0.6}}
    assert answered(scores=alone) is None, "a document alone is compared with nothing"
