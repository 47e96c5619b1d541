"""Stored players with unequal chances: policies, games, export and import, the league."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.agents import FREE, different_beads, row_of
from helpers.texts import message

from tttcore.engines.agent_players import agent_of, draws_moves
from tttcore.games.classic import CELLS
from tttcore.league.matches import league_players
from tttcore.players.agent_file import export_agent, import_agent
from tttcore.players.agent_registry import describe_agent
from tttcore.players.agent_table import AGENTS
from tttcore.players.policy import game


@pytest.fixture
def beads():
    return different_beads()


def imported(exported):
    Path("agent.json").write_text(json.dumps(exported))
    return import_agent(Path("agent.json"))


def players(beads):
    return league_players([pd.DataFrame([row_of(beads)], columns=AGENTS.names)])


def test_the_league_draws_in_proportion(beads):
    """A box without beads is refused."""
    (player,) = players(beads)
    own = game(dead=False).seat == 0
    wanted = beads / np.maximum(beads.sum(axis=1, keepdims=True), 1)
    np.testing.assert_allclose(player.policy[own], wanted[own], atol=1e-15)
    assert not player.policy[~own].any()
    beads[0] = 0
    assert message(players, beads) == "agent 'toys/boxes/0': no free cell to mark in position 0"


def test_games_draw_in_proportion(beads):
    row = row_of(beads)
    agent = agent_of(row, 5)
    drawn = np.bincount([agent.move(agent.start) for _ in range(4000)], minlength=CELLS)
    np.testing.assert_allclose(drawn / 4000, beads[0] / beads[0].sum(), atol=0.03)
    assert draws_moves(row)


def test_an_exported_agent_comes_back(beads, tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    row = pd.Series(row_of(beads))
    assert describe_agent(row) == "matchboxes"
    exported = export_agent(row)
    found = imported(exported)
    np.testing.assert_array_equal(found["beads"], row["beads"])
    np.testing.assert_array_equal(found["cells"][FREE.any(axis=1)], row["cells"][FREE.any(axis=1)])
    wrong = ([1, 2], [0] * 9, "9", None)
    told = [message(imported, exported | {"beads": exported["beads"] | {"000000000": each}}) for each in wrong]
    told.append(message(imported, exported | {"beads": 7}))
    assert "\n".join(told) == snapshot
