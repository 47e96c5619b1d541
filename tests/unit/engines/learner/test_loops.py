"""Training by loops of others: games are counted exactly whatever drives the environment; mistakes take one line."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from helpers.project import ROOT
from helpers.texts import message

import tttcore.exchange.environment  # noqa: F401 - registers it
from tttcore.engines.learner.engine import trained
from tttcore.engines.learner.recipe import build_recipe
from tttcore.engines.replicates import Replicate
from tttcore.stats.decades import decade_points

pytestmark = pytest.mark.usefixtures("no_process_left")
REPLICATE = Replicate(3, "tests", "loops", 0)
HEAD = """
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

def first_free(observations, masks):
    return masks.argmax(axis=1)

def free(observations, masks):
    return masks / masks.sum(axis=1, keepdims=True)

"""
LOOP = """
    environment.player = {player}
    while True:
        environment.reset()
        while not environment.step(int(environment.action_masks().argmax()))[2]:
            pass
"""
COPIES = """
    environment.player = first_free
    copies = {kind}([environment.copy for _ in range(3)])
    _, info = copies.reset()
    while True:
        _, _, _, _, info = copies.step(np.array([mask.argmax() for mask in info["action_mask"]]))
"""


def run(folder, body, **changes):
    file = folder / "loop.py"
    file.write_text(f"{HEAD}def train(environment, rng, step: float = 0.5):{body}")
    return trained(build_recipe({"learner": str(file), "opponent": "random", "games": 60} | changes, "mine"), REPLICATE)


@pytest.mark.parametrize("seat", ["first", "second", "both"])
def test_a_loop_is_looked_at_as_a_class_that_plays_the_same(seat, tmp_path):
    """Both mark the first free cell in the same games, against the same moves."""
    own = tmp_path / "own.py"
    own.write_text(
        "from tttcore.learner import Learner, free\nclass Own(Learner):\n    def cells(self, board):\n"
        "        return free(board)[0]\n    def end(self, moves, board, result):\n        pass\n"
    )
    recipe = build_recipe({"learner": str(own), "opponent": "random", "games": 60, "seat": seat}, "mine")
    assert run(tmp_path, LOOP.format(player="first_free"), seat=seat) == trained(recipe, REPLICATE)


@pytest.mark.parametrize("body", [COPIES.format(kind="SyncVectorEnv"), LOOP.format(player="free")])
def test_a_look_comes_after_exactly_so_many_games(body, tmp_path):
    row = run(tmp_path, body)
    assert row["fault"] == ""
    assert sorted({*row["games"]}) == [0, *decade_points(60)]


def test_weights_are_those_of_the_player(tmp_path):
    row = run(tmp_path, LOOP.format(player="free"), seat="first")
    assert row["random_won"][-1] == pytest.approx(0.5849206)  # of random moves against random moves


MISTAKES = {
    "game 0: sets no environment.player before": "\n    environment.reset()",
    "game 0: environment.player returns an array of shape (1,), float64, for 1 boards; allowed: cells from 0 to 8": (
        LOOP.format(player="lambda boards, masks: np.ones(len(boards))")
    ),
    "game 0: environment.player marks a taken cell of XO": LOOP.format(
        player="lambda boards, masks: np.zeros(len(boards), int)"
    ),
    "game 0: environment.player answers otherwise the second time": LOOP.format(
        player="lambda boards, masks: masks * np.array([[rng.random() for _ in range(9)] for _ in boards])"
    ),
    "game 1: its training ends here; go on until": (
        "\n    environment.player = first_free\n    environment.reset()\n"
        "    while not environment.step(int(environment.action_masks().argmax()))[2]: pass\n"
    ),
    "game 0: raises ResetNeeded in line": "\n    environment.step(4)",
    "game 0: uses its environment in another process, where games can't be counted": COPIES.format(
        kind="AsyncVectorEnv"
    ),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_of_a_loop_is_stored_with_its_game(said, tmp_path):
    row = run(tmp_path, MISTAKES[said])
    assert row["fault"].startswith(said), row["fault"]


def test_without_gymnasium_the_command_is_named(tmp_path):
    """A file that hides it, as it isn't installed."""
    body = LOOP.format(player="first_free") + "\nimport sys\nsys.modules['gymnasium'] = None\n"
    assert "train needs Gymnasium; `pip install gymnasium` installs it" in message(lambda: run(tmp_path, body))


def test_recipes_of_loops(tmp_path):
    body = LOOP.format(player="first_free")
    said = "mine.opponent: 'itself' for a function; allowed: opponents that don't learn"
    assert message(lambda: run(tmp_path, body, opponent="itself")) == said
    said = "mine.parameters.stpe: no such key (did you mean 'step'?); known: step"
    assert message(lambda: run(tmp_path, body, parameters={"stpe": 1})) == said


def test_the_registered_environment_is_gymnasiums():
    make = {"opponent": "house/perfect", "render_mode": "ansi"}
    check_env(gymnasium.make("tttcore/3x3-v0", **make).unwrapped)
    env = gymnasium.make("tttcore/3x3-v0", seat="second", **make)
    observation, info = env.reset(seed=1)
    assert observation[..., 0].sum() == 0 < observation[..., 1].sum() == 1 == 9 - info["action_mask"].sum()
    assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].astype(bool).tolist()
    taken = int(observation[..., 1].argmax())
    assert env.step(taken)[1:4] == (-1.0, True, False)
    games = [[env.reset(seed=seed)[0].tolist() for seed in range(9)] for _ in range(2)]
    assert games[0] == games[1]
    for wrong in ({"seat": "third"}, {"opponent": "rndom"}, {"render_mode": "human"}):
        assert next(iter(wrong)) in message(lambda wrong=wrong: gymnasium.make("tttcore/3x3-v0", **wrong))


def test_the_loop_of_the_guide_learns(tmp_path):
    """With Stable-Baselines3, where it is installed."""
    pytest.importorskip("sb3_contrib")
    page = (ROOT / "docs" / "how-to" / "stable-baselines3.md").read_text(encoding="utf-8")
    file = tmp_path / "my_ppo.py"
    file.write_text(page.split("```python\n")[1].split("```")[0])
    row = trained(build_recipe({"learner": str(file), "opponent": "random", "games": 3000}, "mine"), REPLICATE)
    assert row["random_lost"][-2] < row["random_lost"][0] / 2
