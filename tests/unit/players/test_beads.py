"""Stored players with unequal chances: policies, games, export and import, the league."""

import json

import numpy as np
import pandas as pd
import pytest
from helpers.agents import FREE, different_beads, row_of

from tttcore.engines.agent_players import agent_of, draws_moves
from tttcore.games.classic import CELLS
from tttcore.league.matches import league_players
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_file import export_agent, import_agent
from tttcore.players.agent_registry import describe_agent
from tttcore.players.agent_table import AGENTS
from tttcore.players.policy import game


@pytest.fixture
def beads():
    return different_beads()


def written(tmp_path, exported):
    file = tmp_path / "agent.json"
    file.write_text(json.dumps(exported))
    return file


def test_the_league_draws_in_proportion(beads):
    (player,) = league_players([pd.DataFrame([row_of(beads)], columns=AGENTS.names)])
    own = game(dead=False).seat == 0
    wanted = beads / np.maximum(beads.sum(axis=1, keepdims=True), 1)
    np.testing.assert_allclose(player.policy[own], wanted[own], atol=1e-15)
    assert not player.policy[~own].any()


def test_a_box_without_beads_is_refused(beads):
    beads[0] = 0
    with pytest.raises(StoreError, match=r"^agent 'toys/boxes/0': no free cell to mark in position 0$"):
        league_players([pd.DataFrame([row_of(beads)], columns=AGENTS.names)])


def test_games_draw_in_proportion(beads):
    row = row_of(beads)
    agent = agent_of(row, 5)
    drawn = np.bincount([agent.move(agent.start) for _ in range(4000)], minlength=CELLS)
    np.testing.assert_allclose(drawn / 4000, beads[0] / beads[0].sum(), atol=0.03)
    assert draws_moves(row)


def test_an_exported_agent_comes_back(beads, tmp_path):
    row = pd.Series(row_of(beads))
    assert describe_agent(row) == "matchboxes"
    found = import_agent(written(tmp_path, export_agent(row)))
    np.testing.assert_array_equal(found["beads"], row["beads"])
    np.testing.assert_array_equal(found["cells"][FREE.any(axis=1)], row["cells"][FREE.any(axis=1)])


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ([1, 2], r"beads: \[1, 2\] for the board 000000000; allowed: 9 whole numbers, one for each of its marks"),
        ([0] * 9, r"beads: \[0, 0, 0, 0, 0, 0, 0, 0, 0\] for the board 000000000; allowed: .* from 1 to 46,655"),
        ("9", r"beads: '9' for the board 000000000; allowed: 9 whole numbers"),
        (None, r"beads: None for the board 000000000; allowed: 9 whole numbers"),
    ],
)
def test_wrong_beads_of_a_file(beads, tmp_path, wrong, named):
    exported = export_agent(pd.Series(row_of(beads)))
    exported["beads"]["000000000"] = wrong
    with pytest.raises(ValueError, match=named):
        import_agent(written(tmp_path, exported))
    exported["beads"] = 7
    with pytest.raises(ValueError, match=r"agent\.json: beads: 7; allowed: an object of boards and lists of numbers$"):
        import_agent(written(tmp_path, exported))
