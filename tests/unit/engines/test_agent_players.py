"""Agents as objects: their seats, their random moves, and games to the end."""

import pytest

from tttcore.engines.agent_players import STREAM, agent_of, draws_moves
from tttcore.games.classic import ClassicPosition
from tttcore.pipeline.rng import stream
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import baselines
from tttcore.players.policy import packed, uniform_player

ROWS = {row["treatment"]: row for row in baseline_agents().to_dict("records")}


def moves_of_game(first, second):
    """Moves of a game between two agents, and its winner."""
    position, moves = first.start, []
    while position.winner is None:
        moves.append((first, second)[position.current_player].move(position))
        position = position.apply(moves[-1])
    return moves, position.winner


def test_agents_play_by_their_cells():
    assert ROWS.keys() == baselines().keys()
    for name, row in ROWS.items():
        agent = agent_of(row, 7)
        assert (agent.name, agent.seat) == (f"house/{name}", baselines()[name].seat)
        position = agent.start if agent.seat == "both" else agent.start.apply(4)
        drawn = uniform_player(packed(baselines()[name].cells), stream(7, STREAM))
        assert [agent.move(position) for _ in range(9)] == [drawn(position) for _ in range(9)]


def test_the_same_seed_gives_the_same_game():
    games = [moves_of_game(agent_of(ROWS["random"], seed), agent_of(ROWS["careful"], seed)) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert len({str(game) for game in games}) > 1


def test_only_some_draw_their_moves():
    assert {name for name, row in ROWS.items() if not draws_moves(row)} == {"minimax-first"}
    assert not draws_moves({"game": "lattice"})


def test_a_seat_that_was_not_learnt():
    umg = agent_of(ROWS["umg"], 0)
    with pytest.raises(ValueError, match=r"^house/umg: it has not learnt the first seat; allowed: second$"):
        umg.move(umg.start)
    assert umg.move(umg.start.apply(0)) == 4


def test_there_is_no_move_after_the_end():
    position = ClassicPosition()
    for cell in (0, 3, 1, 4, 2):
        position = position.apply(cell)
    with pytest.raises(ValueError, match=r"^house/random: the game is over, so there is no move$"):
        agent_of(ROWS["random"], 0).move(position)
