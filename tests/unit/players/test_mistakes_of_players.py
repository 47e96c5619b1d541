"""First marks, and the mistake on the line of play that makes a player lose most, against plain code."""

import numpy as np
import pytest
from reference import classic as oracles

from tttcore.engines.matchboxes.boxes import graph_of
from tttcore.games.classic import CELLS, SYMMETRIES
from tttcore.pipeline.rng import stream
from tttcore.players.behaviour import openings, worst_mistake
from tttcore.players.exact_results import REPLIES, reply_values
from tttcore.players.policy import game, uniform_policy

PLAYED = game(dead=False)


def random_player(rng, kept=0.5):
    """Draws uniformly from some of the free cells, from all where none is kept."""
    free = PLAYED.successors >= 0
    cells = free & (rng.random(free.shape) < kept)
    return uniform_policy(np.where(cells.any(axis=1)[:, None], cells, free))


def board_of(text):
    return tuple("-XO".index(sign) for sign in text.upper())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_mistake_is_a_move_of_the_player_after_which_it_can_be_beaten_by_force(seat):
    """Before it, it couldn't; the player makes it in some image of the board, and without one it never loses."""
    rng = stream(1, "mistakes", seat)
    positions = {tuple(board): place for place, board in enumerate(PLAYED.boards.tolist())}
    found = 0
    for number in range(60):
        player = random_player(rng, kept=(0.1, 0.5)[number % 2])
        if number % 10 == 0:
            player = PLAYED.opponents["perfect"]
        text = worst_mistake(PLAYED, player, seat)
        lost = reply_values(PLAYED, player, seat, worth=REPLIES["reply_lost"])[0]
        assert (text == "") == (lost == 0)
        if not text:
            continue
        found += 1
        (cell,) = (at for at, sign in enumerate(text) if sign in "xo")
        before = board_of(text[:cell] + "-" + text[cell + 1 :])
        loss = -1 if seat == 0 else 1
        assert oracles.best_result(before) != loss == oracles.best_result(board_of(text))
        made = [
            player[positions[image], list(turned).index(cell)]
            for turned in SYMMETRIES
            if (image := tuple(before[at] for at in turned)) in positions
        ]
        assert max(made) > 0
    assert found > 40


def test_a_player_that_resigns_makes_its_mistake_there():
    perfect = PLAYED.opponents["perfect"]
    resigns = np.zeros(len(perfect))
    resigns[0] = 1.0
    assert worst_mistake(PLAYED, perfect * (1 - resigns)[:, None], 0, resigns) == "-" * CELLS
    assert worst_mistake(PLAYED, perfect, 1, resigns) == ""


def test_first_marks_add_up_by_kind_of_cell():
    weights = np.array([4, 1, 0, 0, 2, 0, 0, 2, 1]) / 20
    player = np.zeros(PLAYED.successors.shape)
    player[0] = weights
    assert openings(PLAYED, player) == pytest.approx({"centre": 0.1, "corner": 0.25, "side": 0.15})
    merged = graph_of("3x3", merged=True)
    player = np.zeros(merged.successors.shape)
    player[0] = weights  # moves in ascending order of cells, each to the state of its kind
    assert openings(merged, player) == pytest.approx({"centre": 0.1, "corner": 0.25, "side": 0.15})
