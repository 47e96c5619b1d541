"""The play page as a file: complete, allowed to run its own scripts alone, and the same each time; its levels."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from helpers.agents import FREE, different_beads, row_of, small_agents
from helpers.pages import check_alone

from tttcore.classroom.levels import STRENGTHS, UNBEATEN, chosen_levels, never_loses, strength
from tttcore.classroom.play_page import (
    CUBE,
    bead_numbers,
    boxes,
    classic_agents,
    first_cells,
    hypercube_agents,
    play_context,
)
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import enumerate_states
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.policy import MOST_BEADS, drawn_policy, game, packed
from tttcore.report.site import write_page

STUDIES = {"ancheta2020": "A & B", "hemingroth2025": "</script>", "post1999": "P", "mrugala2020": "M"}
TREATMENTS = {"ancheta2020": {"control-described": "control & more"}}


@pytest.fixture(scope="module")
def agents(tables):
    return small_agents(tables)


def written(folder, agents):
    """Text of the page of these agents."""
    path = folder / "play.html"
    write_page(path, "play.html.j2", studies=STUDIES, **play_context(agents, names=STUDIES, treatments=TREATMENTS))
    return path.read_text(encoding="utf-8")


def test_one_file_that_may_run_what_it_holds_and_no_more(agents, tmp_path):
    """Titles stay data; the order of agents changes nothing."""
    text = written(tmp_path, agents)
    check_alone(text)
    data = json.loads(re.search(r'<script type="application/json" id="data-classic">(.*?)</script>', text)[1])
    assert data["studies"]["hemingroth2025"] == "</script>"
    assert data["studies"]["ancheta2020"] == "A & B"
    called = {agent["treatment"]: agent["name"] for agent in data["agents"]}
    assert called["control-described"] == "control & more"
    assert called["second-seat"] == "second-seat"
    assert written(tmp_path / "again", agents.sample(frac=1, random_state=0)) == text


def test_agents_of_a_study_are_in_the_order_of_their_names(agents):
    names = {"mrugala2020": {"3x3-random-ties": "R", "3x3": "L"}}
    found = [agent["treatment"] for agent in classic_agents(agents, names) if agent["study"] == "mrugala2020"]
    assert list(dict.fromkeys(found)) == ["3x3-random-ties", "3x3", "3x3-dead-ties"]


def test_agents_have_their_snapshots_in_order(agents):
    shown = {agent["id"]: agent for agent in classic_agents(agents, {})}
    for name, rows in agents[agents["game"] == "3x3"].groupby("agent"):
        steps = [snapshot["step"] for snapshot in shown[name]["snapshots"]]
        assert steps == sorted(rows["step"])
    assert [name for name in shown if name.startswith("house/")] == [*shown][-7:]


def test_machines_have_boxes_where_symmetric_positions_share_them(agents):
    shown = {agent["id"]: agent for agent in classic_agents(agents, {}) if agent["study"] == "michie1963"}
    held = {name: {*agent["snapshots"][-1]} - {"step"} for name, agent in shown.items()}
    assert held["michie1963/random/0"] == held["michie1963/perfect/0"] == {"boxes"}
    assert held["michie1963/separate/0"] == {"cells", "beads"}


def test_genies_of_the_cube(agents):
    cube = agents[agents["treatment"] == "cube"]
    shown = hypercube_agents(agents, CUBE, {})
    assert [agent["id"] for agent in shown] == sorted(set(cube["agent"]))
    assert [snapshot["weights"] for agent in shown for snapshot in agent["snapshots"]] == [
        list(weights) for weights in cube.sort_values(["replicate", "step"])["weights"]
    ]


def test_an_agent_is_written_as_far_as_it_can_come(random_genes, agents):
    """A first player that is certain opens, answers one of eight replies, then one of six, and so on at most."""
    row = agents[agents["treatment"] == "control-described"].iloc[[0]].copy()
    (genes,) = random_genes(1, "play page")
    row["cells"] = [packed(policy_of_genome(genes))]
    agent = classic_agents(row, {})[0]
    marks = len(agent["snapshots"][0]["cells"]) // 2
    assert 1 + 8 < marks <= 1 + 8 + 8 * 6 + 8 * 6 * 4 + 8 * 6 * 4 * 2


def test_an_agent_that_marks_nothing_is_refused(agents):
    row = agents[agents["treatment"] == "control-described"].iloc[[0]].copy()
    row["cells"] = [np.zeros(5478, np.uint16)]
    with pytest.raises(StoreError, match=r"^ancheta2020/control-described/\d+: .* marks no cell"):
        classic_agents(row, {})


@pytest.fixture
def of_boxes():
    """Beads on the first cell that leads to each state, as many as the last digits of both states say."""
    found, states = np.zeros(FREE.shape, np.uint16), enumerate_states().state_of
    for position in np.flatnonzero(FREE.any(axis=1)):
        for state, cell in first_cells(position).items():
            found[position, cell] = 1 + (states[position] + state) % 7
    return found


def test_boxes_are_written_by_state(of_boxes):
    """A box for each state that faces the first player, 304 of them with a choice."""
    tables = enumerate_states()
    faced = tables.open & (tables.plies % 2 == 0)
    after = [len({*tables.next_state[state].tolist()} - {-1}) for state in np.flatnonzero(faced)]
    assert sum(number > 1 for number in after) == 304
    text = boxes(of_boxes, "first")
    width, digits = int(text[0]), text[1:]
    assert width == len(np.base_repr(of_boxes.max(), 36))
    assert len(digits) == width * sum(after)
    cells = [cell for _, cell in sorted(first_cells(0).items())]
    assert [int(digits[width * at : width * (at + 1)], 36) for at in range(3)] == of_boxes[0, cells].tolist()
    assert boxes(different_beads(), "first") is None


def test_agents_on_the_page(of_boxes):
    table = pd.DataFrame([row_of(of_boxes), row_of(different_beads())], columns=AGENTS.names)
    table["agent"] = ["toys/boxes/0", "toys/boxes/1"]
    first, second = (agent for agent in classic_agents(table, {}) if agent["study"] == "toys")
    assert first["kind"] == second["kind"] == "beads"
    assert set(first["snapshots"][0]) == {"step", "boxes"}
    assert set(second["snapshots"][0]) == {"step", "cells", "beads"}


@pytest.mark.parametrize(
    ("numbers", "text"), [([0, 7, 35], "107z"), ([1, 36, 1295], "20110zz"), ([MOST_BEADS], "3zzz"), ([], "1")]
)
def test_numbers_have_no_more_digits_than_they_need(numbers, text):
    assert bead_numbers(np.array(numbers, np.uint16)) == text


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


def test_baselines_alone_have_all_levels(agents):
    """The order of rows changes nothing."""
    assert chosen_levels(agents.sample(frac=1, random_state=1)) == chosen_levels(agents)
    assert chosen_levels(AGENTS.empty()) == {
        "Easy": "house/random",
        "Medium": "house/careful",
        "Hard": "house/umg-listed",
        "Perfect": "house/minimax-first",
    }
