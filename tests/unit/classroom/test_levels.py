"""Levels of 3x3: results of players beside those of the evaluation of entered players."""

import numpy as np
import pandas as pd
import pytest
from helpers.agents import small_agents

from tttcore.classroom.levels import STRENGTHS, UNBEATEN, chosen_levels, never_loses, strength
from tttcore.games.position import SEAT_INDICES
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.policy import drawn_policy, game


@pytest.fixture(scope="module")
def agents(tables):
    return small_agents(tables)


@pytest.fixture(scope="module")
def players(agents):
    """Policies and seats of the players at the end of their runs and of the baselines, by id."""
    return {
        row["agent"]: (drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"]), row["seat"])
        for row in rows(agents)
    }


def rows(agents):
    return pd.concat([agents[(agents["game"] == "3x3") & agents["last"]], baseline_agents()]).to_dict("records")


def test_strengths_are_shares_of_the_way_from_random_to_perfect_moves(players):
    played = game(dead=False)

    def points(policy, seat):
        """From the chances of games' ends."""
        met = [(policy, played.opponents[name])[:: 1 - 2 * seat] for name in ("random", "careful")]
        ends = [played.propagate(*both)[1][:: 1 - 2 * seat] for both in met]
        return np.mean([won + drawn / 2 for won, drawn, _ in ends])

    for policy, seat in players.values():
        shares = []
        for own in SEAT_INDICES[seat]:
            least, most = (points(played.opponents[name], own) for name in ("random", "perfect"))
            shares.append((points(policy, own) - least) / (most - least))
        assert strength(policy, seat) == pytest.approx(np.mean(shares))


def test_who_never_loses(players):
    """A player that is careless once in a hundred moves can lose."""
    found = {name for name, player in players.items() if never_loses(*player)}
    assert {"house/perfect", "house/minimax-first", "house/minimax-random"} <= found
    assert found.isdisjoint({"house/random", "house/careful", "house/umg-listed"})
    opponents = game(dead=False).opponents
    assert not never_loses(0.99 * opponents["perfect"] + 0.01 * opponents["random"], "both")


def test_levels_are_different_players_nearest_to_their_strengths(agents, players):
    found = chosen_levels(agents)
    preferred = {
        row["agent"]
        for row in rows(agents)
        if row["seat"] == "both" and any(len(row[held]) for held in ("genome", "weights", "beads", "estimates"))
    }
    assert preferred.isdisjoint({"mrugala2020/3x3/1", "house/careful"})
    learners = {name: player for name, player in players.items() if name in preferred}
    beaten, unbeaten = (
        learners if sum(never_loses(*player) == is_unbeaten for player in learners.values()) >= least else players
        for is_unbeaten, least in ((False, len(STRENGTHS)), (True, 1))
    )  # others only where these are too few
    assert [*found] == [*STRENGTHS, UNBEATEN]
    assert len({*found.values()}) == len(found)
    taken = set()
    for level, wanted in STRENGTHS.items():
        distance = {
            name: abs(strength(*player) - wanted)
            for name, player in beaten.items()
            if name not in taken and not never_loses(*player)
        }
        assert distance[found[level]] == pytest.approx(min(distance.values()))
        taken.add(found[level])
    best = max(strength(*player) for player in unbeaten.values() if never_loses(*player))
    assert strength(*players[found[UNBEATEN]]) == pytest.approx(best)


def test_baselines_alone_have_all_levels():
    assert chosen_levels(AGENTS.empty()) == {
        "Easy": "house/random",
        "Medium": "house/careful",
        "Hard": "house/umg-listed",
        "Perfect": "house/minimax-first",
    }


def test_the_order_of_rows_changes_nothing(agents):
    assert chosen_levels(agents.sample(frac=1, random_state=1)) == chosen_levels(agents)
