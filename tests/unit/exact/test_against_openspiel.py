"""3x3 against OpenSpiel, another implementation: every position and value, and results and best replies of players."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from helpers.agents import small_agents

from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.exact.enumeration import genome_player
from tttcore.games.classic import ClassicPosition, solve
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, SEATS
from tttcore.league.evaluation import evaluate_players
from tttcore.league.matches import league_players
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.exact_results import propagate, reply_values
from tttcore.players.policy import cells_of_rule, game

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `pip install open-spiel`")

import pyspiel
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.policy import Policy

pytestmark = pytest.mark.needs_jit

GAME = pyspiel.load_game("tic_tac_toe")
SIGNS = {".": 0, "x": 1, "o": 2}
IN_PART = pytest.mark.parametrize("part", [slice(0, None, 6), pytest.param(slice(None), marks=pytest.mark.slow)])
RESULTS = {CROSS_WON: 1, DRAWN: 0, NOUGHT_WON: -1}


def board_of(state):
    return tuple(SIGNS[sign] for sign in str(state).replace("\n", ""))


@pytest.fixture(scope="module")
def states():
    """Every state that OpenSpiel reaches, by its board."""
    found, todo = {}, [GAME.new_initial_state()]
    while todo:
        state = todo.pop()
        if board_of(state) not in found:
            found[board_of(state)] = state
            todo += [state.child(move) for move in state.legal_actions()]
    return found


@pytest.fixture(scope="module")
def agents(tables):
    """Players of 3x3 that small runs leave behind."""
    return small_agents(tables).query("game == '3x3'")


def test_every_position_is_the_same(states, tables):
    """Which there are, who is to move, what is legal, what follows, and how games end."""
    assert len(states) == 5478
    assert set(states) == set(tables.position_index)
    played = game(dead=False)
    for board, state in states.items():
        position, place = ClassicPosition(board), tables.position_index[board]
        moves = state.legal_actions()
        assert position.legal_moves() == moves == np.flatnonzero(played.successors[place] >= 0).tolist()
        assert [position.apply(move).board for move in moves] == [board_of(state.child(move)) for move in moves]
        assert (position.winner is not None) == state.is_terminal()
        if state.is_terminal():
            assert state.returns()[0] == RESULTS[position.winner]
        else:
            assert position.current_player == state.current_player() == played.seat[place]


def test_every_value_is_the_same(states, tables):
    """By alpha-beta; a best move is one that keeps the value."""
    values = {
        board: state.returns()[0] if state.is_terminal() else alpha_beta_search(GAME, state, maximizing_player_id=0)[0]
        for board, state in states.items()
    }
    known = solve(tables).values[tables.state_of]
    assert {board: known[place] for board, place in tables.position_index.items()} == values
    best = game(dead=False).best
    for board, state in states.items():
        keep = [move for move in state.legal_actions() if values[board_of(state.child(move))] == values[board]]
        assert np.flatnonzero(best[tables.position_index[board]]).tolist() == keep


class Told(Policy):
    """A policy of 3x3 as OpenSpiel takes it; only moves with a chance are named."""

    def __init__(self, policy, tables):
        super().__init__(GAME, [0, 1])
        self.policy, self.tables, self.known = policy, tables, {}

    def action_probabilities(self, state, player_id=None):
        board = str(state)
        if board not in self.known:
            chances = self.policy[self.tables.position_index[board_of(state)]].tolist()
            self.known[board] = {move: chance for move, chance in enumerate(chances) if chance}
        return self.known[board]


def best_reply_value(policy, seat, tables):
    return BestResponsePolicy(GAME, 1 - seat, Told(policy, tables)).value(GAME.new_initial_state())


@IN_PART
def test_best_replies_to_stored_players(agents, tables, part):
    """Also to players at earlier stages of their learning, some of which draw among many cells."""
    every = league_players([agents.assign(last=True), baseline_agents()])
    assert sum(len(player.seats) for player in every) > 60
    players = every[part]
    ours = evaluate_players(players)
    seats = [(player, seat) for player in players for seat in player.seats]
    theirs = [best_reply_value(player.policy, seat, tables) for player, seat in seats]
    assert ours["reply_value"].tolist() == pytest.approx(theirs, abs=1e-12)
    assert {0, 1} < set(theirs), "some can't be beaten, some always, and some sometimes"


@IN_PART
def test_results_between_stored_players(agents, tables, part):
    """Expected results of every first against every second player that run to their ends."""
    players = league_players([agents])
    first, second = ([player for player in players if seat in player.seats] for seat in (0, 1))
    for one, other in product(first[part], second):
        _, (won, _, lost) = propagate(game(dead=False), one.policy, other.policy)
        both = [Told(player.policy, tables) for player in (one, other)]
        assert won - lost == pytest.approx(policy_value(GAME.new_initial_state(), both)[0], abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_best_replies_to_genomes_and_all_their_games(random_genes, agents, tables, seat):
    """The evaluator of genetic algorithms counts every game that an opponent can play."""
    stored = agents.loc[(agents["genome"] != "") & agents["seat"].isin([SEATS[seat], "both"]), "genome"]
    champions = np.array([[*map(int, genome)] for genome in stored], np.uint8)
    genomes = np.concatenate([random_genes(20, "openspiel"), champions])
    counts = Evaluator(tables, SEATS[seat])(genomes).counts()
    for row, genes in enumerate(genomes):
        policy = cells_of_rule(genome_player(genes, tables), SEATS[seat]).astype(float)
        ends = Counter(all_ends(Told(policy, tables), seat, GAME.new_initial_state()))
        assert [counts[name][row] for name in ("wins", "draws", "losses")] == [ends[result] for result in (1, 0, -1)]
        best = best_reply_value(policy, seat, tables)
        assert best == reply_values(game(dead=False), policy, seat)[0] == -min(ends)


def all_ends(player, seat, state):
    """Results to a player of all games that an opponent can play."""
    if state.is_terminal():
        yield state.returns()[seat]
        return
    own = state.current_player() == seat
    for move in player.action_probabilities(state) if own else state.legal_actions():
        yield from all_ends(player, seat, state.child(move))
