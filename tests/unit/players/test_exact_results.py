"""Exact results are those of every line of play that can follow, added up one by one."""

import numpy as np
import pytest
from reference import classic as oracles

from tttcore.engines.matchboxes.boxes import graph_of, opponents
from tttcore.games.classic import enumerate_states
from tttcore.games.hexapawn import Hexapawn
from tttcore.games.position import CROSS_WON, DRAWN
from tttcore.pipeline.rng import stream
from tttcore.players.exact_results import exact_results
from tttcore.players.policy import game


def drawn_player(legal, rng):
    """Chances of moves, some of them 0, and of making none."""
    weights = rng.integers(0, 4, legal.shape) * legal
    weights[(weights.sum(axis=1) == 0)] = legal[(weights.sum(axis=1) == 0)]
    gives_up = np.where(rng.random(len(legal)) < 0.1, rng.random(len(legal)), 0.0) * legal.any(axis=1)
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1) * (1 - gives_up)[:, None], gives_up


class ByEveryLine:
    """Results of a player against others by recursion over boards; `follow` gives result and moves of a position."""

    def __init__(self, follow, player, forfeits, seat):
        self.follow, self.player, self.forfeits, self.seat = follow, player, forfeits, seat

    def ends(self, opponent, position=0, ply=0):
        result, moves = self.follow(position)
        if not moves:
            return np.eye(3)[result if self.seat == 0 else 2 - result]
        own = ply % 2 == self.seat
        chances = (self.player if own else opponent)[position]
        found = np.array([0.0, 0.0, self.forfeits[position] if own else 0.0])
        for move, after in moves:
            if chances[move]:
                found += chances[move] * self.ends(opponent, after, ply + 1)
        return found

    def worst(self, worth, known, position=0, ply=0):
        """Most that a reply can expect of `worth`, of the player's results won, drawn and lost."""
        if position not in known:
            result, moves = self.follow(position)
            after = [self.worst(worth, known, place, ply + 1) for _, place in moves]
            if not moves:
                known[position] = worth[result if self.seat == 0 else 2 - result]
            elif ply % 2 == self.seat:
                chances = [self.player[position][move] for move, _ in moves]
                known[position] = np.dot(chances, after) + self.forfeits[position] * worth[2]
            else:
                known[position] = max(after)
        return known[position]


def follow_classic():
    """Result as X sees it (0 won, 1 drawn, 2 lost) and moves with the positions after them, by the oracle's rules."""
    boards = [tuple(board) for board in enumerate_states().positions.tolist()]
    places = {board: place for place, board in enumerate(boards)}

    def follow(place):
        ended = oracles.winner(boards[place])
        if ended:
            return {oracles.X_WINS: 0, oracles.DRAW: 1, oracles.O_WINS: 2}[ended], []
        return 0, [(cell, places[oracles.put(boards[place], cell)]) for cell in oracles.free_cells(boards[place])]

    return follow


def follow_hexapawn(graph):
    places = {(tuple(board), ply % 2): place for place, (board, ply) in enumerate(
        zip(graph.boards.tolist(), graph.plies.tolist(), strict=True))}  # fmt: skip
    positions = {place: Hexapawn(*key) for key, place in places.items()}

    def follow(place):
        position = positions[place]
        if position.winner is not None:
            return {CROSS_WON: 0, DRAWN: 1}.get(position.winner, 2), []
        after = [position.apply(move) for move in position.legal_moves()]
        return 0, [(move, places[each.board, each.current_player]) for move, each in enumerate(after)]

    return follow


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("name", "players"), [
    ("hexapawn", 40), ("3x3", 2), pytest.param("hexapawn", 420, marks=pytest.mark.slow),
    pytest.param("3x3", 40, marks=pytest.mark.slow),
])  # fmt: skip
def test_results_are_those_of_every_line_of_play(name, players, seat):
    """More than 10,000 values in all; a policy against which the player never loses is among its opponents."""
    if name == "3x3":
        played, follow = game(dead=False), follow_classic()
        others = played.opponents
    else:
        played, others = graph_of("hexapawn", merged=False), opponents("hexapawn", merged=False)
        follow = follow_hexapawn(played)
    rng = stream(1, "exact results", name, seat)
    for number in range(players):
        player, forfeits = drawn_player(played.successors >= 0, rng)
        if number % 2:
            player, forfeits = others["perfect" if number % 4 == 1 else "careful"], np.zeros(len(player))
        plain = ByEveryLine(follow, player, forfeits, seat)
        found = exact_results(played, player, seat, others, forfeits)
        wanted = {f"{other}_{end}": value for other, policy in others.items()
                  for end, value in zip(("won", "drawn", "lost"), plain.ends(policy), strict=True)}  # fmt: skip
        wanted |= {"reply_value": plain.worst([-1, 0, 1], {}), "reply_lost": plain.worst([0, 0, 1], {})}
        assert found == pytest.approx(wanted, rel=0, abs=1e-12)
