"""Environments of PettingZoo: its own checks, random games against the package's positions, examples of the docs."""

import copy
import importlib
import pickle
import random
import sys

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason='pettingzoo is not installed; `pip install "tttcore[rl]"`')

import re

import pandas as pd
from helpers.project import ROOT
from pettingzoo.test import api_test, seed_test

from tttcore.exchange.environment import AGENTS, classic, lattice, nine_board, super_board
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write
from tttcore.players.agent_table import AGENTS as SCHEMA
from tttcore.players.agent_table import AgentId, agent_row

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
    with pytest.raises(ValueError, match=r"^0 is no legal move$"):
        played(env.unwrapped, 0, 0)


@each_game
def test_pictures_have_the_marks_where_they_belong(make, given, start, shape):
    """Each cell of a picture is that of a board of one cell's picture: empty, with X or with O."""
    env = played(make(*given, render_mode="rgb_array"))
    empty = env.render()
    assert empty.dtype == np.uint8
    first, second = start.legal_moves()[0], start.apply(start.legal_moves()[0]).legal_moves()[-1]
    env.step(first)
    crossed = env.render()
    env.step(second)
    both = env.render()
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
    env = played(
        super_board("closed", "rgb_array"), *[9 * a + b for a, b in [(0, 0), (0, 1), (1, 0), (0, 4), (4, 0), (0, 7)]]
    )
    drawn = env.render()
    assert drawn[60, 6].tolist() == [250, 220, 200]
    assert drawn[60, 86].tolist() == [255, 255, 255]
    assert env.unwrapped.observe("player_2")["observation"][0, :, :, 2].all()


def test_boards_are_drawn():
    assert played(classic("ansi"), 4, 0).render().splitlines()[0] == " O | 1 | 2"
    assert played(lattice(4, 2, "ansi"), 4).render().splitlines() == [
        "   0  1  2  3",
        "0  ·  ·  ·  ·",
        "1  X  ·  ·  ·",
        "2  ·  ·  ·  ·",
        "3  ·  ·  ·  ·",
    ]
    assert played(nine_board(render_mode="ansi"), 4).render().splitlines()[0].split() == ["0", "|", "1", "|", "2"]
    assert played(classic()).unwrapped.render() is None


@each_game
def test_copies_are_games_of_their_own(make, given, start, shape):
    env = played(make(*given), 1)
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        copied.step(2) if copied.observe(copied.agent_selection)["action_mask"][2] else copied.step(9)
        assert env.unwrapped.position == start.apply(1) != copied.unwrapped.position


@pytest.mark.parametrize(
    ("make", "given", "message"),
    [
        (classic, ("human",), "render_mode: 'human'; allowed: None, ansi, rgb_array"),
        (lattice, (1, 2), "edge: 1 is out of range; allowed: from 2 to 126"),
        (lattice, (10, 6), r"edge, dimensions: a board of 992,992 lines; allowed: up to 100,000"),
        (super_board, ("free",), r"rule: unknown rule 'free'; known: open, closed, majority"),
        (nine_board, ("fre",), r"rule: unknown rule 'fre' \(did you mean 'free'\?\); known: free, draw"),
    ],
)
def test_what_is_refused(make, given, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        make(*given)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium.spaces"])
def test_without_pettingzoo_the_command_is_named(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "tttcore.exchange.environment")
    with pytest.raises(ConfigError, match=r'^PettingZoo is not installed; `pip install "tttcore\[rl\]"` installs it$'):
        importlib.import_module("tttcore.exchange.environment")


PAGE = (ROOT / "docs" / "how-to" / "reinforcement-learning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, flags=re.DOTALL)


@pytest.fixture
def stored_genie(tmp_path, monkeypatch):
    """A folder with the one stored agent that the page names."""
    path = AgentId("post1999", "cube", 0)
    weights = [0, 1, 5, 40, 1, 6, 30, 0]
    row = agent_row(path, step=500, unit="generations", last=True, seat="both", board=(4, 3), weights=weights)
    table = pd.DataFrame([row], columns=SCHEMA.names)
    write(tmp_path / "results" / "post1999" / "agents.parquet", table, schema=SCHEMA, provenance={})
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("stored_genie")
@pytest.mark.needs_jit
@pytest.mark.parametrize(("source", "printed"), EXAMPLES)
def test_examples_print_what_the_page_says(source, printed, capsys):
    exec(compile(source, "example", "exec"), {})
    out = capsys.readouterr().out
    assert out == printed if printed else out


def test_every_block_is_an_example():
    assert len(EXAMPLES) == PAGE.count("```python") == 3
    assert sum(bool(printed) for _, printed in EXAMPLES) == PAGE.count("```text")
