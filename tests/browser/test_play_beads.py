"""Agents with beads on the play page: their beads, chances and counts are those of Python, whether by box or not."""

import numpy as np
import pytest
from helpers.agents import small_agents

from tttcore.classroom.play_page import play_context
from tttcore.games.position import SEAT_INDICES
from tttcore.players.policy import drawn_policy, game, uniform_policy
from tttcore.report.site import write_page

RESULTS = ("won", "drawn", "lost")
ARRIVED = """
  const {chances, decoded, evaluate, seatsOf} = TTT.classic;
  return JSON.parse(document.getElementById("data-classic").text).agents.filter(({kind}) => kind === "beads").flatMap(
    (agent) => agent.snapshots.map((snapshot) => {
      const found = decoded(snapshot, agent);
      return {
        agent: agent.id, step: snapshot.step, boxed: "boxes" in snapshot,
        drawn: [...found.cells].map(([position, cells]) =>
          [position, cells, found.beads.get(position), chances(found, position)]),
        counts: Object.fromEntries(seatsOf(agent).map((seat) => [seat, evaluate(found, seat)])),
      };
    }));
"""


@pytest.fixture(scope="module")
def agents(tables):
    found = small_agents(tables)
    return found[found["beads"].str.len() > 0]


@pytest.fixture(scope="module")
def path(agents, tmp_path_factory):
    file = tmp_path_factory.mktemp("beads") / "play.html"
    names = {"michie1963": "Michie"}
    write_page(file, "play.html.j2", studies=names, **play_context(agents, names=names, treatments={}))
    return file


@pytest.fixture(scope="module")
def arrived(browser, path):
    """Agents with beads as the page sees them, by id and step."""
    browser.open(path)
    return {(found["agent"], found["step"]): found for found in browser.run(ARRIVED)}


def test_boxes_and_beads_arrive(arrived, agents):
    assert set(arrived) == set(agents[["agent", "step"]].itertuples(index=False, name=None))
    assert {found["boxed"] for found in arrived.values()} == {True, False}
    for row in agents.itertuples():
        beads = np.asarray(row.beads).reshape(-1, 9)
        for position, cells, numbers, chances in arrived[row.agent, row.step]["drawn"]:
            held = beads[position]
            assert sorted(cells) == np.flatnonzero(held).tolist()
            if len(cells) > 1:
                assert numbers == held[cells].tolist()
            assert chances == pytest.approx((held[cells] / held.sum()).tolist())


def test_counts_weigh_moves_by_their_beads(arrived, agents):
    played = game(dead=False)
    every = (played.successors >= 0).astype(float)
    for row in agents.itertuples():
        own = drawn_policy(row.cells, row.beads)
        for seat in SEAT_INDICES[row.seat]:
            found = arrived[row.agent, row.step]["counts"][str(seat)]
            for name, opponent in {"lines": every, "random": uniform_policy(every > 0)}.items():
                ends = played.propagate(*((own, opponent) if seat == 0 else (opponent, own)))[1]
                wanted = ends if seat == 0 else ends[::-1]
                assert [found[name][result] for result in RESULTS] == pytest.approx(wanted)
