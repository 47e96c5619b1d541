"""The engine of 3x3 in the page: the tables, values, agents, beads and counts of the Python core."""

import numpy as np
import pytest

from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.games.classic import CROSS_WON, DRAWN, NOUGHT_WON, OPEN, solve
from tttcore.games.position import SEAT_INDICES
from tttcore.games.tables import from_digits, to_digits
from tttcore.players.policy import game, uniform_policy, unpacked

RESULTS = ("won", "drawn", "lost")
ARRIVED = """
  const { chances, decoded, evaluate, seatsOf } = TTT.classic;
  return JSON.parse(document.getElementById("data-classic").text).agents.flatMap((agent) =>
    agent.snapshots.map((snapshot) => {
      const found = decoded(snapshot, agent), { beads, cells, estimates } = found;
      return {
        agent: agent.id, step: snapshot.step, kind: agent.kind, weights: snapshot.weights ?? [],
        boxed: "boxes" in snapshot, cells: [...cells], estimates: [...estimates],
        drawn: agent.kind !== "beads" ? []
          : [...cells].map(([position, own]) => [position, own, beads.get(position), chances(found, position)]),
        counts: Object.fromEntries(seatsOf(agent).map((seat) => [seat, evaluate(found, seat)])),
      };
    }));
"""


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture(scope="module")
def arrived(browser, play_page):
    """Agents of the page as its engine reads them, by id and step."""
    browser.open(play_page)
    return {(found["agent"], found["step"]): found for found in browser.run(ARRIVED)}


def test_tables_equal_those_of_python(page, tables):
    found = page.run("const {tables, values} = TTT.classic; return {...tables, values}")
    results = {CROSS_WON: 1, NOUGHT_WON: -1, DRAWN: 0, OPEN: None}
    assert found["boards"] == to_digits(tables.positions)
    assert found["next"] == tables.next_position.tolist()
    assert found["states"] == to_digits(tables.states)
    assert found["stateOf"] == tables.state_of.tolist()
    assert found["symmetryOf"] == tables.symmetry_of.tolist()
    assert found["results"] == [results[tables.outcomes[state]] for state in tables.state_of]
    assert found["values"] == solve(tables).values[tables.state_of].tolist()


def test_every_agent_arrives(arrived, players):
    assert list(arrived) != []
    assert set(arrived) == set(players)
    assert {found["kind"] for found in arrived.values()} == {"genes", "estimates", "weights", "rules", "beads"}


def test_counts_equal_those_of_python(arrived, players):
    """Over every line of its opponent, and against random marks; beads weigh moves."""
    played = game(dead=False)
    every = (played.successors >= 0).astype(float)
    for key, (seats, _, own) in players.items():
        for seat in seats:
            found = arrived[key]["counts"][str(seat)]
            for name, opponent in {"lines": every, "random": uniform_policy(every > 0)}.items():
                _, ends = played.propagate(*((own, opponent) if seat == 0 else (opponent, own)))
                wanted = ends if seat == 0 else ends[::-1]
                assert [found[name][result] for result in RESULTS] == pytest.approx(wanted), (key, seat, name)


def test_counts_equal_those_of_the_kernel_that_evolves(arrived, agents, tables):
    """Which counts replies up to symmetry."""
    genetic = agents[agents["genome"] != ""]
    assert set(genetic["seat"]) == set(SEAT_INDICES)
    for row in genetic.itertuples():
        found = arrived[row.agent, row.step]["counts"]
        counts = Evaluator(tables, row.seat)(
            from_digits(genetic["genome"])[[genetic.index.get_loc(row.Index)]]
        ).counts()
        lines = [seat["lines"] for seat in found.values()]
        for name, result in {"wins": "won", "draws": "drawn", "losses": "lost"}.items():
            assert sum(each[result] for each in lines) == counts[name][0]


def test_cells_and_estimates_arrive(arrived, agents):
    played = game(dead=False)
    for row in agents[(agents["game"] == "3x3") & (agents["beads"].str.len() == 0)].itertuples():
        cells = dict(arrived[row.agent, row.step]["cells"])
        wanted = unpacked(np.asarray(row.cells, np.uint16))
        assert all(np.flatnonzero(wanted[position]).tolist() == found for position, found in cells.items())
        assert (0 in cells) == (row.seat != "second")
        estimates = dict(arrived[row.agent, row.step]["estimates"])
        assert bool(estimates) == bool(len(row.estimates))
        if estimates:
            after = np.unique(played.successors[list(cells)])
            assert sorted(estimates) == after[after >= 0].tolist()
            assert max(abs(row.estimates[position] - seen) for position, seen in estimates.items()) < 0.00051


def test_boxes_and_beads_arrive(arrived, agents):
    assert {found["boxed"] for found in arrived.values() if found["kind"] == "beads"} == {True, False}
    for row in agents[agents["beads"].str.len() > 0].itertuples():
        for position, cells, numbers, chances in arrived[row.agent, row.step]["drawn"]:
            held = np.asarray(row.beads).reshape(-1, 9)[position]
            assert sorted(cells) == np.flatnonzero(held).tolist()
            assert len(cells) == 1 or numbers == held[cells].tolist()
            assert chances == pytest.approx((held[cells] / held.sum()).tolist())


def test_agents_are_asked_where_they_can_come_to(arrived, players):
    """Positions by going through all games one by one."""
    successors, results = game(dead=False).successors, game(dead=False).results

    def walk(position, turn, seats, cells, seen):
        if position in seen or results[position] != OPEN:
            return
        seen.add(position)
        marks = np.flatnonzero(cells[position] if turn == seats else successors[position] >= 0)
        for cell in marks:
            walk(successors[position, cell], 1 - turn, seats, cells, seen)

    for key, (seats, cells, _) in players.items():
        asked = set()
        for seat in seats:
            seen = set()
            walk(0, 0, seat, cells, seen)
            asked |= {position for position in seen if game(dead=False).seat[position] == seat}
        assert {position for position, _ in arrived[key]["cells"]} == asked


def test_genes_that_are_shown(page, arrived, agents):
    for row in agents[agents["genome"] != ""].itertuples():
        shown = page.run(
            "return arguments[0].map(([position, [cell]]) => TTT.classic.gene(position, cell))",
            arrived[row.agent, row.step]["cells"],
        )
        assert shown
        assert all(int(row.genome[gene["state"]]) == gene["allele"] for gene in shown)


def test_scores_that_are_shown_are_those_a_genie_goes_by(page, arrived):
    genies = [found for found in arrived.values() if found["kind"] == "weights"]
    assert genies
    for found in genies:
        scores = page.run(
            "return arguments[1].map(([position]) => [...TTT.classic.scores(arguments[0], position)])",
            found["weights"], found["cells"],
        )  # fmt: skip
        for (_, cells), scored in zip(found["cells"], scores, strict=True):
            best = max(score for _, score in scored)
            assert [next(cell for cell, score in scored if score == best)] == cells
