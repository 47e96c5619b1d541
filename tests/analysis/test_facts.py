"""Facts of the game against the numbers known from the literature."""

import pytest

from tttcore.analysis.facts import facts

KNOWN = {
    "orderings": 362_880,
    "games": 255_168,
    "positions": 5_478,
    "states": 765,
    "open_states": 627,
    "finished_states": 138,
    "cross_won_states": 91,
    "nought_won_states": 44,
    "drawn_states": 3,
    "full_states": 15,
    "first_player_states": 338,
    "second_player_states": 289,
}
CHANCES = {
    "rmg_loses_to_random": 737 / 1260,
    "rmg_draws_with_random": 8 / 63,
    "rmg_beats_random": 121 / 420,
    "rmg_beaten_at_most": 191 / 192,
    "umg_beaten_at_most": 1 / 3,
    "umg_weak_centre_beaten_at_most": 1.0,
    "umg_listed_beaten_at_most": 1.0,
}
ROUNDED = {
    "umg_loses_to_random": 0.0078,
    "umg_weak_centre_loses_to_random": 0.0120,
    "umg_listed_loses_to_random": 0.0755,
}


@pytest.fixture(scope="module")
def table(tables):
    return facts(tables).set_index("fact")


@pytest.mark.parametrize("fact", KNOWN)
def test_counts(table, fact):
    assert table.loc[fact, "value"] == KNOWN[fact]


@pytest.mark.parametrize("fact", CHANCES)
def test_chances(table, fact):
    assert table.loc[fact, "value"] == pytest.approx(CHANCES[fact], rel=1e-12)


@pytest.mark.parametrize("fact", ROUNDED)
def test_rounded_chances(table, fact):
    assert round(table.loc[fact, "value"], 4) == ROUNDED[fact]


def test_every_fact_is_named_once_and_explained(table):
    assert table.index.is_unique
    assert table["value"].notna().all()
    assert (table["how"] != "").all()


@pytest.mark.parametrize("player", ["rmg", "umg", "umg_weak_centre", "umg_listed"])
def test_chances_of_a_game_add_up(table, player):
    ends = table.loc[[f"{player}_{end}_random" for end in ("loses_to", "draws_with", "beats")], "value"]
    assert ends.sum() == pytest.approx(1, abs=1e-12)
    assert table.loc[f"{player}_beaten_at_most", "value"] >= ends.iloc[0]
