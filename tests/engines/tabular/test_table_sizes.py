"""Stored estimates, collisions and games of made-up sessions, against loops and counts by brute force."""

import math

import numpy as np
import pytest
from made_up_sessions import CLASSIC, RECIPES, SESSIONS, columns, mean, points, runs, traces
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.tabular.stats.storage import afterstate_count, collisions, table_sizes, training_games

ASKED = [5, 1000, 9000, 20_000, 10**9]


@pytest.fixture(scope="module")
def windows():
    return traces()


@pytest.fixture(scope="module")
def sessions(windows):
    return runs(windows)


def after_moves():
    """Boards of 3x3 that moves lead to, as text, by playing every game."""
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    found, waiting = set(), [" " * 9]
    while waiting:
        board = waiting.pop()
        mark = "XO"[9 - board.count(" ") & 1]
        for cell in [place for place in range(9) if board[place] == " "]:
            after = board[:cell] + mark + board[cell + 1 :]
            if after not in found:
                found.add(after)
                if not any(all(after[int(place)] == mark for place in line) for line in lines):
                    waiting.append(after)
    return found


def like(board):
    """Boards that turning and mirroring make of one."""
    rows = [board[:3], board[3:6], board[6:]]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield "".join(rows)
        yield "".join(reversed(rows))


def test_positions_that_moves_lead_to(tables):
    boards = after_moves()
    assert afterstate_count(CLASSIC, tables) == len(boards)
    assert afterstate_count({**CLASSIC, "key": "canonical"}, tables) == len({min(like(board)) for board in boards})


@pytest.mark.parametrize(
    "change",
    [
        {"key": "unowned"},
        {"key": "python"},
        {"need": 2},
        {"board": {"name": "finite", "size": 3, "tie": "dead"}},
        {"board": {"name": "finite", "size": 5, "tie": "full"}},
        {"board": {"name": "infinite", "limiter": 1}},
    ],
)
def test_positions_that_are_not_counted(tables, change):
    assert math.isnan(afterstate_count({**CLASSIC, **change}, tables))


def test_table_sizes(windows, tables):
    table = table_sizes(windows, RECIPES, tables, games=ASKED)
    for treatment, recipe in RECIPES.items():
        own = table[table["treatment"] == treatment]
        ends = points(recipe)
        reached = sorted({max(end for end in ends if end <= limit) for limit in ASKED if limit >= ends[0]} | {ends[-1]})
        assert own["games"].tolist() == reached
        before, had = 0, [0] * SESSIONS
        for row in own.to_dict("records"):
            there = windows[(windows["treatment"] == treatment) & (windows["games"] == row["games"])]
            entries = there.sort_values("replicate")["entries"].tolist()
            assert row["n"] == SESSIONS
            assert columns(row, "entries") == pytest.approx(mean(entries))
            assert columns(row, "per_game") == pytest.approx(mean(each / row["games"] for each in entries))
            new = [(now - then) / (row["games"] - before) for now, then in zip(entries, had, strict=True)]
            assert columns(row, "new") == pytest.approx(mean(new))
            positions = {"3x3": 5477, "3x3-fixed": 5477, "3x3-canonical": 764}.get(treatment, math.nan)
            assert row["positions"] == pytest.approx(positions, nan_ok=True)
            assert row["share"] == pytest.approx(np.mean(entries) / positions, nan_ok=True)
            before, had = row["games"], entries


def test_order_of_points_does_not_matter(windows, tables):
    shuffled = windows.sort_values("first")
    again = table_sizes(shuffled, RECIPES, tables, games=ASKED).set_index(["treatment", "games"])
    assert again.sort_index().equals(
        table_sizes(windows, RECIPES, tables, games=ASKED).set_index(["treatment", "games"]).sort_index()
    )


def test_collisions(sessions):
    table = collisions(sessions, RECIPES).set_index("treatment")
    assert [*table.index] == [*RECIPES]
    for treatment, row in table.iterrows():
        own = sessions[sessions["treatment"] == treatment]
        assert (row["key"], row["n"], row["most"]) == (RECIPES[treatment]["key"], SESSIONS, max(own["collisions"]))
        assert row["entries"] == np.mean(own["entries"].tolist())
        if treatment == "3x3-fixed":
            assert columns(row, "collisions") == pytest.approx(mean(own["collisions"]))
            assert columns(row, "none") == pytest.approx([1 / 6, *proportion_confint(1, 6, method="beta")])
        else:
            assert columns(row, "collisions") == [0, 0, 0]
            assert columns(row, "none") == pytest.approx([1, 0.025 ** (1 / 6), 1])


def test_training_games(sessions):
    table = training_games(sessions).set_index("treatment")
    assert [*table.index] == [*RECIPES]
    for treatment, row in table.iterrows():
        own = sessions[sessions["treatment"] == treatment]
        assert (row["n"], row["games"]) == (SESSIONS, RECIPES[treatment]["games"])
        assert columns(row, "marks") == pytest.approx(mean(own["marks"]))
        drawn = [each / RECIPES[treatment]["games"] for each in own["drawn"]]
        assert columns(row, "drawn") == pytest.approx(mean(drawn), nan_ok=True)
        assert row["grown"] == pytest.approx(np.mean(own["grown"].tolist()))
    assert table.loc["infinite", "grown_high"] > 0
