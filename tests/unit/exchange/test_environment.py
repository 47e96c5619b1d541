"""Environments of PettingZoo and policies of stored agents: its own checks, the package's positions and players."""

import copy
import importlib
import json
import pickle
import random
import re
import sys

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed; `pip install pettingzoo`")

from pettingzoo.test import api_test, seed_test

from tttcore.engines.genies.agents import move_function
from tttcore.exact.enumeration import genome_player
from tttcore.exchange.environment import AGENTS, classic, lattice, nine_board, super_board
from tttcore.exchange.policy import agent_policy
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import write
from tttcore.players.agent_file import export_agent
from tttcore.players.agent_registry import find_agent
from tttcore.players.agent_table import AGENTS as SCHEMA
from tttcore.players.agent_table import AgentId, agent_row
from tttcore.players.baselines import baselines
from tttcore.players.policy import cells_of_rule, uniform_player

REWARDS = {CROSS_WON: [1, -1], NOUGHT_WON: [-1, 1], DRAWN: [0, 0]}
GAMES = {
    "3x3": (classic, (), ClassicPosition(), (3, 3)),
    "5": (lattice, (5, 1), HypercubePosition(Hypercube(5, 1)), (5,)),
    "4x4": (lattice, (4, 2), HypercubePosition(Hypercube(4, 2)), (4, 4)),
    "3x3x3": (lattice, (3, 3), HypercubePosition(Hypercube(3, 3)), (3, 3, 3)),
    "2x2x2x2": (lattice, (2, 4), HypercubePosition(Hypercube(2, 4)), (2, 2, 2, 2)),
    "nine boards": (nine_board, (), NineBoard(), (9, 3, 3)),
    "nine boards, draw": (nine_board, ("draw",), NineBoard(rule="draw"), (9, 3, 3)),
    "super": (super_board, (), SuperBoard(), (9, 3, 3)),
    "super, majority": (super_board, ("majority",), SuperBoard(rule="majority"), (9, 3, 3)),
}
each_game = pytest.mark.parametrize(("make", "given", "start", "shape"), GAMES.values(), ids=GAMES)


def played(env, *moves):
    env.reset()
    for move in moves:
        env.step(move)
    return env


def owned(position, observer):
    """Planes of the boards that the observer and its opponent have won; none but in super tic-tac-toe."""
    if not isinstance(position, SuperBoard):
        return []
    boards = [[won >> board & 1 for board in range(9)] for won in (position.won[observer], position.won[1 - observer])]
    return [np.array(each)[:, None, None] * np.ones((9, 3, 3)) for each in boards]


@each_game
@pytest.mark.filterwarnings("ignore::UserWarning")  # about observations that are no images
def test_pettingzoo_accepts_each_game(make, given, start, shape, capsys):
    api_test(make(*given), num_cycles=300)
    seed_test(lambda: make(*given), num_cycles=100)
    api_test(make(*given, render_mode="rgb_array"), num_cycles=10)


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_the_rules(make, given, start, shape, seed):
    """Movers, legal moves, marks and results are those of the package's own position, move by move."""
    drawn, env, position, marks = random.Random(seed), make(*given), start, {}
    env.reset(seed=seed)
    while position.winner is None:
        player, other = AGENTS[position.current_player], AGENTS[1 - position.current_player]
        assert env.agent_selection == player
        seen, reward, terminated, truncated, _ = env.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert np.flatnonzero(seen["action_mask"]).tolist() == position.legal_moves()
        assert env.observation_space(player).contains(seen)
        planes = np.zeros((2, *shape), np.int8)
        for move, seat in marks.items():
            planes[seat].flat[move] = 1
        unseen = env.observe(other)
        for observer, observed in ((position.current_player, seen), (1 - position.current_player, unseen)):
            expected = [planes[observer], planes[1 - observer], *owned(position, observer)]
            assert np.array_equal(observed["observation"], np.stack(expected, -1))
        assert not unseen["action_mask"].any()
        move = drawn.choice(position.legal_moves())
        marks[move] = position.current_player
        env.step(move)
        position = position.apply(move)
        assert env.unwrapped.position == position
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert not env.observe(env.agent_selection)["action_mask"].any()
    rewards = dict(zip(AGENTS, REWARDS[position.winner], strict=True))
    assert env.rewards == rewards
    for _ in AGENTS:
        assert env.last()[1] == rewards[env.agent_selection]
        env.step(None)
    assert not env.agents


def test_an_axis_is_a_coordinate():
    """Planes of 3x3 and nine boards are read row by row; the first coordinate of a lattice is its last axis."""
    assert played(classic(), 5).observe("player_1")["observation"][1, 2, 0] == 1
    cube = Hypercube(4, 3)
    assert played(lattice(4, 3), cube.cell((1, 2, 3))).observe("player_2")["observation"][3, 2, 1, 1] == 1
    assert played(nine_board(), 9 * 7 + 5).observe("player_1")["observation"][7, 1, 2, 0] == 1


@each_game
def test_an_illegal_move_loses(make, given, start, shape):
    env = played(make(*given), 0, 0)
    assert env.rewards == {"player_1": 0, "player_2": -1}
    assert all(env.terminations.values())
    env.reset()
    assert env.unwrapped.position == start
    assert env.observe("player_1")["action_mask"].sum() == len(start.legal_moves())
    assert message(played, env.unwrapped, 0, 0) == "0 is no legal move"


@each_game
def test_pictures_have_the_marks_where_they_belong(make, given, start, shape):
    """Each cell of a picture is that of a board of one cell's picture: empty, with X or with O."""
    env, first = played(make(*given, render_mode="rgb_array")), start.legal_moves()[0]
    second = start.apply(first).legal_moves()[-1]
    shown = [env.render()]
    for move in (first, second):
        env.step(move)
        shown.append(env.render())
    empty, crossed, both = shown
    assert empty.dtype == np.uint8
    assert empty.shape == crossed.shape == both.shape
    assert env.render() is not both
    changed = [np.argwhere((before != after).any(axis=-1)) for before, after in ((empty, crossed), (crossed, both))]
    assert all(np.ptp(each, axis=0).max() < 24 for each in changed)
    assert not {*map(tuple, changed[0])} & {*map(tuple, changed[1])}
    assert changed[0].max() < 24  # the first cell is on the left above, the last one on the right below
    if second == len(env.unwrapped.board.marks(start)) - 1:
        assert (np.array(empty.shape[:2]) - changed[1].max(axis=0) < 24).all()


def test_sizes_of_pictures():
    """24 pixels for each cell, 8 between boards or layers."""
    sizes = {"3x3": (72, 72), "5": (24, 120), "3x3x3": (72, 232), "2x2x2x2": (104, 104), "nine boards": (232, 232)}
    for name, size in sizes.items():
        make, given, *_ = GAMES[name]
        assert played(make(*given, render_mode="rgb_array")).render().shape == (*size, 3)


def test_boards_that_are_won_are_shaded():
    """O owns the first board under super tic-tac-toe, which no other board is like."""
    env = played(super_board("closed", "rgb_array"), 0, 1, 9, 4, 36, 7)
    drawn = env.render()
    assert [drawn[60, 6].tolist(), drawn[60, 86].tolist()] == [[250, 220, 200], [255, 255, 255]]
    assert env.unwrapped.observe("player_2")["observation"][0, :, :, 2].all()


def test_boards_are_drawn(snapshot):
    envs = played(classic("ansi"), 4, 0), played(lattice(4, 2, "ansi"), 4), played(nine_board(render_mode="ansi"), 4)
    assert "\n\n".join(env.render() for env in envs) == snapshot
    assert played(classic()).unwrapped.render() is None


@each_game
def test_copies_are_games_of_their_own(make, given, start, shape):
    env = played(make(*given), 1)
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        copied.step(2) if copied.observe(copied.agent_selection)["action_mask"][2] else copied.step(9)
        assert env.unwrapped.position == start.apply(1) != copied.unwrapped.position


def test_what_is_refused(snapshot):
    mistakes = (classic, "human"), (lattice, 1, 2), (lattice, 10, 6), (super_board, "free"), (nine_board, "fre")
    assert "\n".join(message(*mistake) for mistake in mistakes) == snapshot


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium.spaces", "gymnasium"])
def test_without_pettingzoo_the_command_is_named(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    for module in ("tttcore.exchange.environment", "tttcore.engines.learner.environment"):
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ConfigError, match=r"^PettingZoo is not installed; `pip install pettingzoo` installs it$"):
        importlib.import_module("tttcore.exchange.environment")


PAGE = (ROOT / "docs" / "how-to" / "reinforcement-learning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, flags=re.DOTALL)


def write_agents(folder, study, rows):
    write(folder / study / "agents.parquet", pd.DataFrame(rows, columns=SCHEMA.names), schema=SCHEMA, provenance={})


@pytest.mark.needs_jit
@pytest.mark.parametrize(("source", "printed"), EXAMPLES)
def test_examples_print_what_the_page_says(source, printed, tmp_path, monkeypatch, capsys):
    """In a folder with the one stored agent that the page names."""
    own = {"board": (4, 3), "weights": [0, 1, 5, 40, 1, 6, 30, 0]}
    row = agent_row(AgentId("post1999", "cube", 0), step=500, unit="generations", last=True, seat="both", **own)
    write_agents(tmp_path / "results", "post1999", [row])
    monkeypatch.chdir(tmp_path)
    exec(compile(source, "example", "exec"), {})
    out = capsys.readouterr().out
    assert out == printed if printed else out


def test_every_block_is_an_example():
    found = len(EXAMPLES), sum(bool(printed) for _, printed in EXAMPLES)
    assert found == (2, PAGE.count("```text"))
    assert PAGE.count("```python") == 2


BOARDS = {"square": (4, 2), "cube": (3, 3)}
GENOMES = ["ga/random/0", "ga/random/1", "ga/random/2"]
BASELINES = ["house/random", "house/careful", "house/minimax-random"]


@pytest.fixture(scope="module")
def results(random_genes, tables, tmp_path_factory):
    """A folder with agents of every kind: genomes, a learner at two stages, Genies on two boards."""
    folder, rows = tmp_path_factory.mktemp("results"), {"ga": [], "learner": [], "genies": []}

    def add(study, treatment, replicate, step=9, last=True, **own):
        name = AgentId(study, treatment, replicate)
        rows[study].append(agent_row(name, step=step, unit="games", last=last, seat="both", **own))

    for place, genes in enumerate(random_genes(3, "policies")):
        add("ga", "random", place, cells=cells_of_rule(genome_player(genes, tables)))
    add("learner", "usual", 0, 0, False, cells=baselines()["random"].cells)
    add("learner", "usual", 0, 100, cells=baselines()["careful"].cells)
    for name, (edge, dimensions) in BOARDS.items():
        for place, weights in enumerate(([0, 1, 5, 40, 1, 6, 30, 0], [3, 1, 4, 1, 5, 9, 2, 6])):
            own = [*weights[:edge], *weights[4 : 4 + edge]]
            add("genies", name, place, board=(edge, dimensions), weights=own)
    for study, own in rows.items():
        write_agents(folder, study, own)
    return folder


def own_player(row, seed):
    if row["game"] == "3x3":
        return uniform_player(row["cells"], stream(seed, "agent"))
    return move_function(Hypercube(int(row["edge"]), int(row["dimensions"])), row["weights"].tolist())


def check_game(env, policies, players):
    """A game of two policies: each move is legal, and the one of the package's own player."""
    env.reset()
    for agent in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        action = None if ended else policies[agent](seen)
        if not ended:
            assert seen["action_mask"][action] == 1
            assert action == players[agent](env.unwrapped.position)
        env.step(action)
    assert env.unwrapped.position.winner is not None


def check_agents(env, results, *agents):
    policies = [agent_policy(agent, results=results, seed=seed) for seed, agent in enumerate(agents)]
    players = [own_player(find_agent(results, agent), seed) for seed, agent in enumerate(agents)]
    check_game(env, *(dict(zip(AGENTS, each, strict=True)) for each in (policies, players)))


@pytest.mark.parametrize("second", [*GENOMES, *BASELINES, "house/umg"])
@pytest.mark.parametrize("first", [*GENOMES, *BASELINES])
def test_players_of_3x3(results, first, second):
    check_agents(classic(), results, first, second)


@pytest.mark.needs_jit
@pytest.mark.parametrize("name", BOARDS)
def test_genies_on_their_board(results, name):
    env = lattice(*BOARDS[name])
    for first in (0, 1):
        check_agents(env, results, f"genies/{name}/{first}", f"genies/{name}/{1 - first}")


@pytest.mark.parametrize("step", [None, 0])
def test_an_exported_agent_plays_the_same_at_each_step(results, tmp_path, step):
    row, file = find_agent(results, "learner/usual/0", step), tmp_path / "g.json"
    file.write_text(json.dumps(export_agent(row)), encoding="utf-8")
    of_run = agent_policy("learner/usual/0", results=results, step=step, seed=3)
    for policy in (agent_policy(str(file), seed=3), of_run):
        check_game(classic(), dict.fromkeys(AGENTS, policy), dict.fromkeys(AGENTS, own_player(row, 3)))
    assert message(agent_policy, str(file), step=0) == f"{file}: step 0: a file is of one step"


def test_a_seed_repeats_the_cells_that_are_drawn():
    seen = played(classic()).last()[0]
    policies = [agent_policy("house/random", seed=seed) for seed in (5, 5, 6)]
    drawn, again, other = ([policy(seen) for _ in range(200)] for policy in policies)
    assert np.unique(drawn).tolist() == list(range(9))
    assert drawn == again != other


def test_what_a_policy_refuses(results, snapshot):
    second, env, nine = agent_policy("house/umg"), played(classic()), played(nine_board())
    seen = env.observe("player_1"), env.observe("player_2"), nine.observe("player_1")
    told = [message(second, each) for each in seen] + [message(agent_policy, "ga/random/3", results=results)]
    assert "\n".join(told).replace(str(results), "RESULTS") == snapshot


def test_mistakes_of_a_call_take_a_line():
    env = classic()
    env.reset()
    policy = agent_policy("house/careful", seed=1)
    seen = env.observe("player_1")
    assert message(env.unwrapped.observe, "player_0").startswith("unknown player 'player_0' (did you mean ")
    for action in (True, None):
        assert message(env.unwrapped.step, action) == f"action: {action}; allowed: a whole number, of a legal move"
    assert message(policy, [seen, seen]).endswith("an observation of type list; allowed: a dictionary, of one board")
