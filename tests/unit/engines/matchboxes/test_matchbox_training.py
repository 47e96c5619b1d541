"""Whole sessions against the reference: every game, every bead, and exact chances; boxes of both machines."""

import numpy as np
import pytest
from helpers.learners import HER, MENACE, RECIPES, recipe_of

from tttcore.engines.matchboxes import reference
from tttcore.engines.matchboxes.boxes import boxes_of
from tttcore.engines.matchboxes.engine import SIGNS
from tttcore.engines.matchboxes.training import train
from tttcore.engines.replicates import Replicate
from tttcore.players.policy import OPPONENTS


def trained(config, number=0, **options):
    recipe = recipe_of(config)
    return train(recipe, boxes_of(recipe), Replicate(3, "tests", "matchboxes", number).word(), **options)


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("number", range(3))
def test_sessions_equal_those_of_the_reference(name, number):
    config = RECIPES[name]
    recipe, found = recipe_of(config), trained(config, number)
    plain = reference.Machine(config, Replicate(3, "tests", "matchboxes", number).word())
    boxes, exact = boxes_of(recipe), dict(zip(recipe.points, found.exact, strict=True))
    for game in range(recipe.games):
        sign, place = plain.play()
        assert (SIGNS[found.results[game]], str(found.openings[game]).replace("-1", "-")) == (sign, place)
        if game + 1 in exact and number == 0:
            wanted = [plain.chances(policy) for policy in OPPONENTS]
            np.testing.assert_allclose(exact[game + 1], wanted, rtol=0, atol=1e-12)
    boards = {tuple(board): node for node, board in enumerate(boxes.graph.boards.tolist())}
    for position, beads in plain.beads.items():
        assert found.beads[-1, boards[position.board], : len(beads)].tolist() == beads
    assert found.empty[-1] == sum(not any(beads) for beads in plain.beads.values())


def test_beads_are_kept_after_the_games_that_are_asked_for():
    kept = trained(MENACE, kept=[0, 50, 120])
    np.testing.assert_array_equal(kept.beads[0], boxes_of(recipe_of(MENACE)).start)
    np.testing.assert_array_equal(kept.beads[1], trained(MENACE | {"games": 50}).beads[0])
    np.testing.assert_array_equal(kept.beads[2], trained(MENACE).beads[0])


def test_exact_chances_are_those_of_games():
    """Shares of 20,000 games of a machine that doesn't learn, which is evaluated before them."""
    fixed = MENACE | {"win": [0], "draw": [0], "loss": [0], "games": 20000, "every": 20000}
    found = trained(fixed)
    shares = np.bincount(found.results, minlength=4)[:3] / 20000
    np.testing.assert_allclose(shares, found.exact[0, 0], atol=0.012)


def test_there_are_304_boxes_and_19():
    menace, her = (boxes_of(recipe_of(config)) for config in (MENACE, HER))
    assert [int((menace.graph.plies[menace.nodes] == ply).sum()) for ply in (0, 2, 4, 6, 8)] == [1, 12, 108, 183, 0]
    for ply, beads in {0: 4, 2: 3, 4: 2, 6: 1}.items():
        assert set(menace.start[menace.nodes][menace.graph.plies[menace.nodes] == ply].ravel()) == {0, beads}
    assert len(her.nodes) == 19
    assert len(boxes_of(recipe_of(HER | {"forced": "free"})).nodes) == 17
