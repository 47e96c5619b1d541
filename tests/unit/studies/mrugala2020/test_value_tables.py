"""Stored estimates, collisions and games of made-up sessions, against loops and counts by brute force."""

import math

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import CLASSIC, RECIPES, SESSIONS, columns, mean, points
from reference import classic as oracles
from reference import quality as oracles_quality
from statsmodels.stats.proportion import proportion_confint

from tttcore.studies.mrugala2020.value_tables import afterstate_count, collisions, table_sizes, training_games

ASKED = [5, 1000, 9000, 20_000, 10**9]


def test_positions_that_moves_lead_to(tables):
    boards = oracles_quality.afterstates()
    assert afterstate_count(CLASSIC, tables) == len(boards)
    assert afterstate_count({**CLASSIC, "key": "canonical"}, tables) == len(set(map(oracles.base_case, boards)))


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
    """Whatever the order of the windows."""
    table = table_sizes(windows, RECIPES, tables, games=ASKED)
    shuffled = table_sizes(windows.sample(frac=1, random_state=1), RECIPES, tables, games=ASKED)
    pd.testing.assert_frame_equal(
        *(each.sort_values(["treatment", "games"], ignore_index=True) for each in (shuffled, table))
    )
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
