"""Search as published: moves, values, counts and words drawn are those of the reference; some by hand."""

from itertools import product

import numpy as np
import pytest
from helpers.nine_board_positions import late_positions, random_positions
from scipy.stats import chisquare

from tttcore.engines.nine_board import as_published, reference
from tttcore.engines.nine_board.as_published import evaluate, search
from tttcore.engines.nine_board.reference import HEURISTICS, WIN
from tttcore.games.nine_board import NineBoard

WON = NineBoard(crosses=(7,) + (0,) * 8, noughts=(0, 3, 0, 0, 1, 0, 0, 0, 0), target=2)


def words(seed):
    return None if seed is None else np.array([seed], np.uint64)


def positions(number, *name):
    """Positions of all stages, with how many plies everything is looked at in good time."""
    for position in random_positions(number, *name, fewest=4):
        yield position, 2
    for position in late_positions(number, *name, most=6):
        yield position, 6


def test_heuristics_stay_below_a_win():
    """Over all 19,683 boards; nine of them are independent of one another, and a win is worth 60."""
    boards = [(own, other) for own, other in product(range(512), repeat=2) if not own & other]
    worth = {
        heuristic: [evaluate(np.array([[own] + [0] * 8, [other] + [0] * 8]), heuristic) for own, other in boards]
        for heuristic in HEURISTICS
    }
    bounds = {heuristic: (9 * min(found), 9 * max(found)) for heuristic, found in worth.items()}
    assert len(boards) == 19_683
    assert bounds == {0: (0, 0), 1: (-54, 54), 2: (-45, 45)}
    assert WIN == 60


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_searches_are_the_references(heuristic, several):
    """In every count, with the same words, of which as many are drawn."""
    for position, most in positions(several(20, without_jit=5), "reference", heuristic):
        assert evaluate(position.arrays().marks, heuristic) == reference.evaluate(position, heuristic)
        for depth, pruning, seed in product((1, most), (True, False), (None, 5)):
            found, expected = (
                (module.search(position, heuristic=heuristic, depth=depth, pruning=pruning, state=state), state)
                for module, state in ((as_published, words(seed)), (reference, words(seed)))
            )
            assert found == expected, (position, depth, pruning)


def test_counts_of_cuts_by_hand():
    """Two plies from the start under heuristic 0: one reply tells that a later move is no better than the first.

    The first move's board has 9 free cells, 8 if it names itself; all of the first move's replies are looked at.
    """
    found = search(NineBoard(), heuristic=0, depth=2)
    replies = [8 if move // 9 == move % 9 else 9 for move in range(81)]
    assert found.nodes == 81 + replies[0] + 80
    assert found.cut == sum(replies[1:]) - 80
    assert (found.leaves, found.ends, found.value, found.move) == (replies[0] + 80, 0, 0, 0)


def test_shuffles_make_all_first_moves_alike(several):
    """To one ply all 81 are worth 0 to heuristic 1."""
    games = several(8100, without_jit=810)
    state = words(1)
    moves = [search(NineBoard(), heuristic=1, depth=1, state=state).move for _ in range(games)]
    assert chisquare(np.bincount(moves, minlength=81)).pvalue > 1e-3


@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        (NineBoard(), {"heuristic": 3}, r"^heuristic: 3 is unknown; known: 0, 1, 2$"),
        (NineBoard(), {"depth": 0}, r"^depth: 0 is out of range; allowed: 1 or more$"),
        (WON, {}, r"^position: the game is over; allowed: positions with a legal move$"),
    ],
)
def test_mistakes_are_named(position, options, message):
    with pytest.raises(ValueError, match=message):
        search(position, **{"heuristic": 1, "depth": 2, **options})
