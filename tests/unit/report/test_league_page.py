"""The page of leagues: every league that there is, with its tables and figures, and nothing of one that isn't."""

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


FURTHER = {"lattice": ["evolved"]}
"""Columns of rankings that answers need and pages don't show."""


def tables_of(name, rows):
    further = {"ranking": FURTHER.get(name, [])}
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


@pytest.mark.parametrize("names", [["classic"], ["classic", "lattice"], ["nine_board", "classic", "lattice"]])
def test_leagues_that_there_are(page, tmp_path, names):
    text = html.unescape(page(*names))
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


def test_points_are_in_percent(page):
    """As in the answer, not as in the tables: the second row of each column is a seventh."""
    text = page("lattice", rows=2)
    assert '<td class="n">14.29</td>' in text
    assert text.count(">Points, %") == 3


def test_whether_a_strategy_was_found_twice(page):
    never = "No strategy was found twice."
    assert never in " ".join(page("classic").split())
    assert never not in " ".join(page("classic", found_again=True).split())


def test_leagues_begin_with_their_leaders(page):
    assert "<p>Evolved Genies have the most points on " in page("lattice")
    assert "<p>The strongest player is player 0: " in page("nine_board")


def test_same_tables_same_page(page):
    assert page("classic", "lattice") == page("classic", "lattice")
