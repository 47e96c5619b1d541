"""Facts of the game against numbers known from the literature, and the command that prints them."""

import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from reference import classic as oracles

from tttcore.cli import ttt
from tttcore.exact import facts as module
from tttcore.exact.facts import facts_by_name, solution
from tttcore.pipeline.rounding import significant

pytestmark = pytest.mark.needs_jit

KNOWN = {
    "lines": 8, "symmetries": 8, "configurations": 19_683, "orderings": 362_880, "positions": 5_478,
    "open_positions": 4_520, "states": 765, "open_states": 627, "finished_states": 138, "cross_won_states": 91,
    "nought_won_states": 44, "drawn_states": 3, "full_states": 15, "first_player_states": 338,
    "second_player_states": 289, "boxes_at_0": 1, "boxes_at_2": 12, "boxes_at_4": 108, "boxes_at_6": 183, "boxes": 304,
    "balanced_boards": 850, "full_balanced_boards": 23, "hochmuth_base_cases": 827, "open_states_with_8": 508,
    "open_states_with_4": 111, "open_states_with_2": 4, "open_states_with_1": 4, "games": 255_168,
    "games_won_at_5": 1_440, "games_won_at_6": 5_328, "games_won_at_7": 47_952, "games_won_at_8": 72_576,
    "games_won_at_9": 81_792, "games_drawn": 46_080, "state_paths": 26_830, "state_paths_won_at_5": 172,
    "state_paths_won_at_6": 579, "state_paths_won_at_7": 5_115, "state_paths_won_at_8": 7_426,
    "state_paths_won_at_9": 8_670, "state_paths_drawn": 4_868, "symmetric_games": 31_896, "game_value": 0,
}  # fmt: skip
STRATEGIES = {
    "no_loss_strategies_second": 304_755_625_649_564_811_264,
    "no_loss_strategies_first_centre": 936_747_343_408_880_652,
}
CHANCES = {
    "rmg_loses_to_random": Fraction(737, 1260),
    "rmg_draws_with_random": Fraction(8, 63),
    "rmg_beats_random": Fraction(121, 420),
    "rmg_beaten_at_most": Fraction(191, 192),
    "umg_beaten_at_most": Fraction(1, 3),
    "umg_weak_centre_beaten_at_most": Fraction(1),
    "umg_listed_beaten_at_most": Fraction(1),
}
ROUNDED = {"umg": 0.0078, "umg_weak_centre": 0.0120, "umg_listed": 0.0755}


@pytest.fixture
def table(quick_facts):
    return quick_facts.set_index("fact")


def check(table, facts):
    """Facts are exact, and their values divided once: sums of rounded shares differ between versions of Python."""
    assert table.loc[[*facts], "exact"].tolist() == [str(value) for value in facts.values()]
    values = [significant(float(value)) for value in facts.values()]
    assert table.loc[[*facts], "value"].map(significant).tolist() == values


def test_counts_and_chances(table):
    """Every fact is named once and explained."""
    check(table, KNOWN | CHANCES)
    assert table.index.is_unique
    assert table["value"].notna().all()
    assert (table["how"] != "").all()


def test_counts_of_strategies(all_facts, quick_facts):
    """The facts without them are among all."""
    check(all_facts.set_index("fact"), STRATEGIES)
    others = all_facts[~all_facts["fact"].str.startswith(module.STRATEGIES)]
    pd.testing.assert_frame_equal(others.reset_index(drop=True), quick_facts, check_dtype=False)


def test_chances_of_a_game_add_up(table):
    for player in ("rmg", *ROUNDED):
        names = [f"{player}_{end}_random" for end in ("loses_to", "draws_with", "beats")]
        ends = table.loc[names, "exact"].map(Fraction)
        assert ends.sum() == 1
        assert Fraction(table.loc[f"{player}_beaten_at_most", "exact"]) >= ends.iloc[0]
    assert {player: round(table.loc[f"{player}_loses_to_random", "value"], 4) for player in ROUNDED} == ROUNDED


def test_optimal_marks_equal_perfect_play(table, tables):
    """Of all free cells of open states, those that keep what perfect play leads to; the table of solutions has them."""
    solved = solution(tables)
    counts = np.zeros(3, int)
    for board, optimal, value in zip(oracles.game_base(), solved["optimal"], solved["value"], strict=True):
        assert value == oracles.best_result(board)
        if oracles.winner(board):
            assert optimal == ""
            continue
        afters = {cell: oracles.best_result(oracles.put(board, cell)) for cell in oracles.free_cells(board)}
        best = "".join(str(cell) for cell, after in afters.items() if after == value)
        assert optimal == best
        counts += [len(best), len(afters), len(best) == 1]
    names = ["optimal_marks", "marks", "single_optimal_marks"]
    assert table.loc[names, "value"].tolist() == counts.tolist()
    ends = ["open_states_won_by_cross", "open_states_drawn", "open_states_won_by_nought"]
    is_open = np.array([not oracles.winner(board) for board in oracles.game_base()])
    assert table.loc[ends, "value"].tolist() == [((solved["value"] == end) & is_open).sum() for end in (1, 0, -1)]


@pytest.mark.parametrize("seat", ["first", "second"])
def test_chances_of_never_losing_agree_with_their_estimates(all_facts, seat):
    table = all_facts.set_index("fact")
    exact, estimate, error = (table.loc[f"no_loss_chance_{seat}{end}", "value"] for end in ("", "_sampled", "_error"))
    assert significant(float(Fraction(table.loc[f"no_loss_chance_{seat}", "exact"]))) == exact
    assert abs(estimate - exact) < 4 * error
    assert 0 < error < 0.2 * estimate


def test_the_command_prints_them(all_facts, monkeypatch):
    monkeypatch.setattr(module, "facts", lambda tables, *, strategies: all_facts if strategies else None)
    readable = CliRunner().invoke(ttt, ["facts", "--all"])
    assert readable.exit_code == 0
    lines = [line for line in readable.stdout.splitlines() if not line.startswith("    ")]
    assert [line.split()[0] for line in lines] == all_facts["fact"].tolist()
    assert lines[all_facts["fact"].tolist().index("games")].split()[1] == "255,168"

    result = CliRunner().invoke(ttt, ["facts", "--all", "--json"])
    found = json.loads(result.stdout)
    assert found == facts_by_name(all_facts)
    assert found.items() >= STRATEGIES.items()
    assert isinstance(found["no_loss_chance_first"], float)
