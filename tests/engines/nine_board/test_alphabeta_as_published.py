"""Search as published: values against plain minimax over dictionaries, counts, shuffles and cut-offs."""

from fractions import Fraction

import numpy as np
import oracles_nine_board as twin
import pytest
from nine_board_positions import image, late_positions, random_positions
from scipy.stats import chisquare

from tttcore.engines.nine_board.alphabeta.as_published import search
from tttcore.engines.nine_board.alphabeta.heuristics import HEURISTICS, WIN, evaluate
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WINS

WON = NineBoard(crosses=(7,) + (0,) * 8, noughts=(0, 3, 0, 0, 1, 0, 0, 0, 0), target=2)


def words(seed):
    return np.array([seed], np.uint64)


def positions(number, *name):
    """Positions of all stages, with how many plies everything is looked at in good time."""
    for position in random_positions(number, *name, fewest=4):
        yield position, 2
    for position in late_positions(number, *name, most=6):
        yield position, 6


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_heuristics_are_those_of_the_twin(heuristic):
    for position in random_positions(100, "heuristics", heuristic):
        score = evaluate(position.arrays().marks, heuristic)
        assert Fraction(int(score), WIN) == twin.heuristic(twin.read(position), heuristic)


def test_heuristics_stay_below_a_win():
    """Over all 19,683 boards; nine of them are independent of one another."""
    worth = {
        heuristic: [
            evaluate(np.array([[crosses] + [0] * 8, [noughts] + [0] * 8]), heuristic)
            for crosses in range(512)
            for noughts in range(512)
            if not crosses & noughts
        ]
        for heuristic in HEURISTICS
    }
    assert {heuristic: (9 * min(found), 9 * max(found)) for heuristic, found in worth.items()} == {
        0: (0, 0),
        1: (-54, 54),
        2: (-45, 45),
    }


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_values_are_those_of_plain_minimax(heuristic, several):
    for position, most in positions(several(25, without_jit=6), "minimax", heuristic):
        for depth in range(1, most + 1):
            expected = twin.minimax(twin.read(position), heuristic, depth)
            for pruning in (True, False):
                found = search(position, heuristic=heuristic, depth=depth, pruning=pruning, state=words(depth))
                assert Fraction(found.value, WIN) == expected, (position, depth, pruning)


def test_the_first_of_the_best_moves_is_chosen(several):
    for position, _ in positions(several(40, without_jit=10), "first"):
        game, side = twin.read(position), 1 - 2 * position.mover
        values = {move: side * twin.minimax(game.after(divmod(move, 9)), 1, 1) for move in position.moves()}
        best = [move for move, value in values.items() if value == max(values.values())]
        assert search(position, heuristic=1, depth=2).move == best[0]
        for seed in range(5):
            assert search(position, heuristic=1, depth=2, state=words(seed)).move in best


def test_pruned_and_unpruned_choose_the_same_for_the_same_shuffle_of_the_root(several):
    fewer = 0
    for index, position in enumerate(random_positions(several(400, without_jit=10), "pruned")):
        pruned, whole = (search(position, heuristic=1, depth=3, pruning=p, state=words(index)) for p in (True, False))
        assert (pruned.move, pruned.value) == (whole.move, whole.value)
        assert pruned.nodes <= whole.nodes
        assert whole.cut == 0
        fewer += pruned.nodes < whole.nodes
    assert fewer > 0


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_counts_without_pruning_are_those_of_all_positions(depth, several):
    """Every position on the way counts once; ends are leaves before the limit or at it."""
    for position in [*random_positions(several(20, without_jit=5), "counts"), *late_positions(20, "counts")]:
        found = search(position, heuristic=2, depth=depth, pruning=False)
        assert (found.nodes, found.leaves, found.ends) == counted(twin.read(position), depth), position


def counted(game, depth):
    nodes = leaves = ends = 0
    for place in game.moves():
        after = game.after(place)
        over = after.winner() is not None
        below = (0, 1, int(over)) if over or depth == 1 else counted(after, depth - 1)
        nodes, leaves, ends = nodes + 1 + below[0], leaves + below[1], ends + below[2]
    return nodes, leaves, ends


def test_counts_of_cuts_by_hand():
    """Two plies from the start under heuristic 0: one reply tells that a later move is no better than the first.

    The first move's board has 9 free cells, 8 if it names itself; all of the first move's replies are looked at.
    """
    found = search(NineBoard(), heuristic=0, depth=2)
    replies = [8 if move // 9 == move % 9 else 9 for move in range(81)]
    assert found.nodes == 81 + replies[0] + 80
    assert found.cut == sum(replies[1:]) - 80
    assert (found.leaves, found.ends, found.value, found.move) == (replies[0] + 80, 0, 0, 0)


def test_faster_wins_are_not_preferred():
    """X, sent to the last board, wins at once in cell 3 of it, and two plies later after cell 6."""
    position = NineBoard((72, 0, 0, 40, 0, 0, 54, 80, 48), (0, 1, 64, 192, 328, 321, 264, 0, 0), target=8)
    at_once, later = 75, 78
    assert position.after(at_once).winner == CROSS_WINS
    assert twin.minimax(twin.read(position.after(later)), 1, 2) == 1
    moves = [search(position, heuristic=1, depth=3, state=words(seed)).move for seed in range(40)]
    assert set(moves) == {at_once, later}


def test_shuffles_make_all_first_moves_alike(several):
    """To one ply all 81 are worth 0 to heuristic 1."""
    games = several(8100, without_jit=810)
    state = words(1)
    moves = [search(NineBoard(), heuristic=1, depth=1, state=state).move for _ in range(games)]
    assert chisquare(np.bincount(moves, minlength=81)).pvalue > 1e-3


def test_shuffling_lists_every_position_anew():
    """A second search with the words that are left looks at other positions, the same words at the same."""
    state, position = words(5), NineBoard().after(40)
    one, other = (search(position, heuristic=1, depth=4, state=state) for _ in range(2))
    assert one != other
    assert search(position, heuristic=1, depth=4, state=words(5)) == one


def test_symmetries_leave_values(several):
    for position in random_positions(several(30, without_jit=4), "described symmetries"):
        for heuristic in HEURISTICS:
            values = {search(image(position, s), heuristic=heuristic, depth=3).value for s in twin.SYMMETRIES}
            assert len(values) == 1


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
