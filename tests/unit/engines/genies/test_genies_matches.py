"""Round robins: games of every pair, and results against random moves held to exact probabilities."""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from tttcore.engines.genies.matches import against_random
from tttcore.engines.genies.players.linear import EVALUATE, Player, play, strategy_3_genes
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.engines.genies.reference import Position, choose_cell, opponent_of
from tttcore.engines.genies.shared_games import play_all_pairs
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

SQUARE = Hypercube(3, 2)


def drawn_genes(board, count, name):
    return stream(0, "tests", "tournament", name).integers(-3, 10, (count, 2 * board.edge))


@pytest.mark.parametrize("board", [SQUARE, Hypercube(4, 3), Hypercube(6, 2), Hypercube(4, 4)], ids=str)
def test_every_game_is_that_of_the_two(board, several):
    genes = drawn_genes(board, several(12, without_jit=2), "games")
    tally = play_all_pairs(board, genes, genes)
    players = [Player(EVALUATE, own) for own in genes]
    winners = np.array([[play(board, first, second).winner for second in players] for first in players])
    assert (tally.won == (winners == 1)).all()
    assert (tally.lost == (winners == 2)).all()
    assert tally.won.any() or tally.lost.any()


@pytest.mark.parametrize("board", [SQUARE, Hypercube(4, 3)], ids=str)
def test_every_game_with_search_is_that_of_the_two(board, several):
    genes = drawn_genes(board, several(12, without_jit=2), "search")
    searching = MinMax(strategy_3_genes(board).tolist(), 2)
    for seat in (0, 1):
        tally = play_all_pairs(board, *(searching, genes)[:: 1 - 2 * seat])
        pairs = [(searching, Player(EVALUATE, own))[:: 1 - 2 * seat] for own in genes]
        winners = np.array([play_match(board, *pair).winner for pair in pairs])
        assert (tally.won.ravel() == (winners == 1)).all()
        assert (tally.lost.ravel() == (winners == 2)).all()


def exact_probabilities(genes, seat):
    """Probabilities that an evaluator in seat 1 or 2 wins and loses against random moves, by enumerating all games."""

    @cache
    def chances(marks):
        position, player = Position(SQUARE, list(marks)), 1 + sum(map(bool, marks)) % 2
        if position.has_line(opponent_of(player)):
            return np.array([player != seat, player == seat], float)
        if not position.free():
            return np.zeros(2)
        genie = Player(EVALUATE, list(genes))
        cells = [choose_cell(position, player, genie, None)] if player == seat else position.free()
        return np.mean([chances((*marks[:cell], player, *marks[cell + 1 :])) for cell in cells], axis=0)

    return chances((0,) * 9)


def test_results_against_random_moves_fit_the_probabilities(several):
    genes = np.vstack([drawn_genes(SQUARE, 2, "chance"), strategy_3_genes(SQUARE)])
    games = several(4000, without_jit=200)
    for seat, tally in enumerate(against_random(SQUARE, genes, games=games, rng=stream(0, "tests", "chance")), start=1):
        for place, own in enumerate(genes):
            for counted, chance in zip(
                (tally.won[place], tally.lost[place]), exact_probabilities(own, seat), strict=True
            ):
                assert 0 <= chance <= 1
                assert stats.binomtest(int(counted), games, min(chance, 1.0)).pvalue > 1e-6


def test_random_moves_come_from_the_stream():
    genes = drawn_genes(SQUARE, 4, "stream")
    one, same, other = (against_random(SQUARE, genes, games=50, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert all((a.won == b.won).all() and (a.lost == b.lost).all() for a, b in zip(one, same, strict=True))
    assert any((a.won != b.won).any() for a, b in zip(one, other, strict=True))
