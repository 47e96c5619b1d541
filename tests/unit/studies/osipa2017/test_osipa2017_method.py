"""Facts and table of Super tic-tac-toe against the strategy's own numbers and the oracle's game."""

import pytest
from reference import super_board as twin

from tttcore.studies.osipa2017.centre_first import refute, verify
from tttcore.studies.osipa2017.method import method_tables, super_facts

PLAYER = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 3, 4]}
RULES = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False, "prove": 0}
RECIPES = {"described": RULES | {"players": {"document": PLAYER}}}


@pytest.fixture(scope="module")
def rows(tables):
    return list(super_facts(tables))


def test_facts(rows):
    facts = {fact: value for fact, value, *_ in rows}
    assert (facts["super_not_won"], facts["super_longest"]) == (0, 43)
    assert (facts["super_closed_won"], facts["super_closed_first"]) == (0, 6)
    assert facts["super_closed_silent"] == facts["super_closed_games"] == verify("closed").games.games
    assert facts["super_closed_lost"] == len(refute().line)
    assert facts["super_variability"] == facts["super_positions"] / 5478 > 1


def test_facts_have_names_of_their_own(rows):
    assert len({fact for fact, *_ in rows}) == len({how for _, _, how, *_ in rows}) == len(rows)


def test_refutation_is_a_game_that_nought_wins(rows, tables):
    table, game = method_tables(RECIPES, tables, seed=0)["refutation"], twin.Game("closed")
    for row in table.itertuples():
        assert row.player == game.turn
        game = game.apply((row.board - 1, row.cell - 1))
        assert row.ply == len(game.history)
    assert game.result == "O"
    text = next(row[3] for row in rows if row[0] == "super_closed_lost")
    assert text.split() == [f"{board}-{cell}" for board, cell in zip(table["board"], table["cell"], strict=True)]
