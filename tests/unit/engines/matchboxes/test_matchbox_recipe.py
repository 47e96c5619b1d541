"""Recipes of matchboxes that can't be: one line each."""

import pytest
from helpers.learners import MENACE

from tttcore.engines.matchboxes.recipe import build_recipe
from tttcore.pipeline.messages import ConfigError


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"opponent": {"random": 0.5}},
            "t.opponent: shares add up to 0.5; allowed: shares of random, careful, perfect",
        ),
        ({"opponent": {}}, "t.opponent: shares add up to 0;"),
        ({"opponent": {"human": 1.0}}, "t.opponent.human: no such key; known: random, careful, perfect, drawn_by"),
        ({"start": [4, 0]}, r"t.start: \[4, 0\] leaves boxes empty; allowed: 1 or more of each move"),
        ({"games": 100000}, "t.games: 100000 could make 300,004 beads of a move; allowed: 46,655"),
        ({"game": "chess"}, "t.game: 'chess' is not allowed"),
        ({"win": []}, "t.win: "),
    ],
)
def test_a_mistake(change, message):
    with pytest.raises(ConfigError, match=message):
        build_recipe(MENACE | change, "t")
