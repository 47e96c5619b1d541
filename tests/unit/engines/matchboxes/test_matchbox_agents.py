"""Machines as agents: their results as players of 3x3 are the exact ones of their session."""

import numpy as np
import pytest
from helpers.learners import HER, MENACE, RECIPES, recipe_of

from tttcore.engines.matchboxes.agents import agents
from tttcore.engines.matchboxes.engine import runner
from tttcore.engines.replicates import Replicate
from tttcore.pipeline.store import StoreError
from tttcore.players.policy import drawn_policy, game

REPLICATE = Replicate(3, "tests", "matchboxes", 0)


def found_of(config, tables, snapshots=0, **changes):
    recipe = recipe_of(config)
    run = runner(recipe, tables)(REPLICATE, None)
    return run, [*agents(recipe, tables, run | changes, REPLICATE, snapshots)]


@pytest.mark.parametrize("name", ["menace", "second", "separate", "refilled", "beads of their own"])
def test_agents_play_as_the_machine(name, tables):
    """Against each policy; without empty boxes, where a machine resigns and an agent plays on."""
    config = RECIPES[name] | {"games": 40, "every": 40, "start": [4, 3, 2, 2]}
    run, (agent,) = found_of(config, tables)
    assert run["empty"] == [0] or config["empty"] == "refilled"
    own, played = drawn_policy(np.empty(0, np.uint16), agent["beads"]), game(dead=False)
    for policy, opponent in played.opponents.items():
        seats = (own, opponent) if agent["seat"] == "first" else (opponent, own)
        ends = played.propagate(*seats)[1][:: 1 if agent["seat"] == "first" else -1]
        wanted = [run[f"{policy}_{result}"][-1] for result in ("won", "drawn", "lost")]
        np.testing.assert_allclose(ends, wanted, atol=1e-12)


def test_an_agent_with_an_empty_box_draws_from_its_first_beads(tables):
    config = RECIPES["punished alone"] | {"opponent": {"perfect": 1.0}, "seat": "second", "games": 300}
    run, (agent,) = found_of(config, tables)
    assert run["empty"][-1] > 0
    asked = (game(dead=False).successors >= 0).any(axis=1) & (game(dead=False).seat == 1)
    assert (agent["beads"].sum(axis=1) > 0).tolist() == asked.tolist()


def test_a_followed_machine_is_recorded_from_the_start(tables):
    _, found = found_of(MENACE, tables, snapshots=3)
    assert [agent["step"] for agent in found] == [0, 50, 120] or [agent["step"] for agent in found] == [0, 100, 120]
    assert sorted(found[0]["beads"][0].tolist())[-3:] == [4, 4, 4]


def test_a_machine_that_ends_otherwise_is_refused(tables):
    with pytest.raises(StoreError, match="ends with another player than is stored"):
        found_of(MENACE, tables, champion="0" * 16)


def test_hexapawn_leaves_no_agents(tables):
    assert found_of(HER, tables)[1] == []
