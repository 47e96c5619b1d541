"""Cost of deeper searches, on made-up counts with known answers."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.nine_board.stats.deepening import HOW, OF_GAMES, deepening
from tttcore.pipeline.rng import stream

LAST = 3
NODES = [81, 10, 9, 8, 20, 4]
UNPRUNED = [81, 30, 25, 20, 100, 8]
DEPTHS = [1, 3, 3, 3, 4, 4]
LEAVES = [81, 8, 6, 6, 10, 2]
ENDS = [0, 0, 2, 3, 6, 1]
COUNTS = (NODES, UNPRUNED, LEAVES, ENDS)
VALUES = [0, 0, 6, -60, 60, -60]


def traces(*games):
    """Rows of games, each a factor for its work; the second half of them end a step earlier."""
    rows = []
    for game, factor in enumerate(games):
        steps = len(NODES) - (game >= len(games) / 2)
        rows += [
            (game + 5, step, DEPTHS[step], VALUES[step], *(factor * counts[step] for counts in COUNTS))
            for step in range(steps)
        ]
    columns = ["replicate", "step", "depth", "value", "nodes", "unpruned", "leaves", "ends"]
    return pd.DataFrame(rows, columns=columns).assign(treatment="deeper")


def deepened(searches, *, resamples):
    return deepening(
        searches, lambda *_: stream(0, "tests", "deepening"), treatment="deeper", last=LAST, resamples=resamples
    )


def facts(*games):
    table = deepened(traces(*games), resamples=200)
    assert table["fact"].tolist() == [*HOW, *OF_GAMES]
    assert table["how"].tolist() == [*HOW.values(), *OF_GAMES.values()]
    return table.set_index("fact")


def test_facts_of_games_that_are_alike():
    table = facts(1, 1)
    assert table["value"].to_dict() == {
        "busiest": 0,
        "busiest_unpruned": 4,
        "first_over_later": 10 / 20,
        "first_two_over_later": 9 / 20,
        "after_over_first": 2,
        "jump": 80 / 12,
        "saved_after_over_before": pytest.approx(((2 * 80 + 4) / 3) / ((20 + 16 + 12) / 3)),
        "pruned_after_over_unpruned_before": pytest.approx(((2 * 20 + 4) / 3) / 25),
        "unsaved_before": 0,
        "unsaved_after": 0,
        "ends_before": 5 / 20,
        "ends_after": pytest.approx((2 * 6 + 1) / (2 * 10 + 2)),
        "nothing_before": 1 / 3,
        "settled_at_first": 1,
        "games_unsaved_before": 0,
        "games_unsaved_after": 0,
    }
    assert (table["value_low"] <= table["value"]).all()
    assert (table["value"] <= table["value_high"]).all()


def test_games_weigh_by_what_they_look_at():
    """A mean over two games is that of one game with the mean of their work, as far as both get."""
    assert facts(1, 3)["value"]["after_over_first"] == facts(2, 2)["value"]["after_over_first"]
    assert facts(1, 3)["value"]["first_two_over_later"] == 9 / 20


def test_intervals_hold_what_differs_between_games():
    games = stream(0, "tests", "factors").uniform(0.5, 2, 60)
    table = facts(*games)
    spread = table["value_high"] - table["value_low"]
    assert spread["jump"] == pytest.approx(0, abs=1e-12)  # a factor of the whole game falls out of a ratio
    assert spread["saved_after_over_before"] > 0
    assert facts(*games).equals(table)


def test_a_single_game_has_no_intervals():
    table = facts(1)
    assert table["value"].notna().all()
    assert table.loc[[*HOW], ["value_low", "value_high"]].isna().all(axis=None)


def test_games_that_end_before_searches_go_deeper():
    short = traces(1, 1).query("step <= @LAST")
    table = deepened(short, resamples=100).set_index("fact")
    assert np.isnan(table["value"]["jump"])
    assert table["value"]["busiest"] == 0


def test_searches_that_pruning_does_not_help_are_counted():
    rows = traces(1, 1)
    rows.loc[rows["step"].isin([0, 2]) | (rows["step"] == 4) & (rows["replicate"] == 5), "unpruned"] = rows["nodes"]
    values = deepened(rows, resamples=100).set_index("fact")["value"]
    assert values[["unsaved_before", "unsaved_after"]].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert values[["games_unsaved_before", "games_unsaved_after"]].tolist() == [1, 0.5]


def test_of_games_without_such_a_search_there_may_still_be_one():
    """The upper end of none of so many games is that of Clopper and Pearson."""
    table = facts(*[1] * 10)
    ends = table.loc[["games_unsaved_before", "games_unsaved_after"], ["value_low", "value_high"]].to_numpy()
    assert ends == pytest.approx(np.array([proportion_confint(0, 10, method="beta")] * 2))


def test_the_first_search_may_be_the_first_step():
    table = deepened(traces(1, 1).replace({"depth": 1}, 3), resamples=100)
    values = table.set_index("fact")["value"]
    assert values["after_over_first"] == 20 / 81
    assert values["first_two_over_later"] == 10 / 20
