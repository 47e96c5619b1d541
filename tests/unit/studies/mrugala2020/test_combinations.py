"""The table of games by their end, against games played out one by one and the document's numbers."""

from collections import Counter

import pandas as pd
import pytest
from helpers.project import ROOT
from reference import classic as oracles

from tttcore.pipeline.messages import ConfigError
from tttcore.studies.mrugala2020.combinations import COMBINATIONS, COUNTINGS, combinations_beside, read_printed

FILE = ROOT / "config" / "published" / "mrugala2020_games.csv"
OUTCOMES = [*(f"Win in {marks} moves" for marks in range(5, 10)), "Draw", "Total"]


@pytest.fixture(scope="module")
def found(tables):
    return combinations_beside(read_printed(FILE), tables)


def called(board):
    return "Draw" if oracles.winner(board) == oracles.DRAW else f"Win in {9 - board.count(0)} moves"


def played_out():
    """Names of the ends of all games, with the places of their marks."""
    todo = [((), oracles.BLANK)]
    while todo:
        cells, board = todo.pop()
        if oracles.winner(board):
            yield called(board), cells
        else:
            todo += [((*cells, cell), oracles.put(board, cell)) for cell in oracles.free_cells(board)]


def paths(board=oracles.BLANK):
    """Names of the ends of all paths of boards turned to how their class is shown."""
    if oracles.winner(board):
        yield called(board)
    else:
        for after in {oracles.base_case(oracles.put(board, cell)) for cell in oracles.free_cells(board)}:
            yield from paths(after)


def test_all_columns_have_labels(found):
    assert {*found} == {*COMBINATIONS}


def test_rows_are_in_the_documents_order(found):
    assert list(zip(found["counted"], found["outcome"], strict=True)) == [
        (way, outcome) for way in COUNTINGS for outcome in OUTCOMES
    ]
    assert found["part"].tolist() == [*["end"] * 6, "total"] * 3


def test_all_are_counted(found):
    where = [[transform.index(cell) for cell in range(9)] for transform in oracles.TRANSFORMS]
    games = list(played_out())
    classes = {(end, min(tuple(image[cell] for cell in cells) for image in where)) for end, cells in games}
    ends = {
        "games": Counter(end for end, _ in games),
        "state paths": Counter(paths()),
        "games up to symmetry": Counter(end for end, _ in classes),
    }
    for way, counts in ends.items():
        expected = {**counts, "Total": sum(counts.values())}
        assert found[found["counted"] == way].set_index("outcome")["games"].to_dict() == expected


def test_what_the_document_prints(found):
    """Its left table counts games, its right one paths of states, not games up to symmetry."""
    ways = dict(iter(found.groupby("counted")))
    assert (ways["games"]["difference"] == 0).all()
    assert (ways["state paths"]["difference"] == 0).all()
    assert (ways["games up to symmetry"]["difference"] != 0).all()
    assert ways["games up to symmetry"]["games"].iloc[-1] == 31_896
    assert ways["games"]["rounded"].tolist() == ways["games"]["published_percent"].tolist()
    assert ways["state paths"]["published_percent"].isna().all()


def test_percentages_are_of_all(found):
    for _, rows in found.groupby("counted"):
        ends = rows[rows["part"] == "end"]
        assert ends["percent"].sum() == pytest.approx(100, rel=1e-12)
        assert rows["percent"].iloc[-1] == 100
    printed = found[(found["counted"] == "games") & (found["part"] == "end")]
    assert round(printed["rounded"].sum(), 6) == 100.1


def test_a_table_that_prints_less(tables):
    """Outcomes that aren't printed are shown without; others' order doesn't matter."""
    printed = pd.DataFrame({"table": "left", "outcome": ["Total", "Draw"], "games": [255_000, 46_080], "percent": 1.0})
    rows = combinations_beside(printed, tables).set_index("outcome")
    assert rows["difference"].dropna().to_dict() == {"Draw": 0, "Total": 168}


@pytest.mark.parametrize(
    ("was", "new", "message"),
    [
        ("right,", "rigth,", r".*games\.csv has no table 'right' \(did you mean 'rigth'\?\); known: left, rigth"),
        ("255168", "many", r".*games\.csv, line \d+, games: 'many'; allowed: numbers from 0, or nothing"),
    ],
)
def test_mistakes_are_told(tmp_path, was, new, message):
    text = FILE.read_text(encoding="utf-8")
    assert was in text
    (tmp_path / "games.csv").write_text(text.replace(was, new), encoding="utf-8")
    with pytest.raises(ConfigError, match=f"^{message}$"):
        read_printed(tmp_path / "games.csv")
