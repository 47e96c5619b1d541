"""The play page with agents of small runs, and what tests do on its board of 3x3."""

from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.classroom.play_page import play_context
from tttcore.games.position import SEAT_INDICES
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.policy import unpacked
from tttcore.report.site import write_page

STUDIES = {
    "ancheta2020": "A",
    "hemingroth2025": "H",
    "post1999": "P",
    "mrugala2020": "M 2020",
    "osipa2017": "O",
    "michie1963": "M 1963",
}
ABOUTS = {"mrugala2020": "Two learners play each other."}
TREATMENTS = {"mrugala2020": {"3x3": "learner", "3x3-dead-ties": "learner with ties"}, "post1999": {"cube": "Genie"}}
PANEL = "#classic"
RESULTS = ("won", "drawn", "lost")
ARRIVED = """
  const {decoded, evaluate, seatsOf} = TTT.classic;
  return JSON.parse(document.getElementById("data-classic").text).agents.flatMap((agent) =>
    agent.snapshots.map((snapshot) => {
      const found = decoded(snapshot, agent);
      const {cells, estimates, beads} = found;
      return {
        agent: agent.id, step: snapshot.step, kind: agent.kind, weights: snapshot.weights ?? [],
        cells: [...cells], estimates: [...estimates], beads: [...beads],
        counts: Object.fromEntries(seatsOf(agent).map((seat) => [seat, evaluate(found, seat)])),
      };
    }));
"""
"""Agents of the page as its engine reads them."""


def write_play_page(file: Path, agents: pd.DataFrame) -> Path:
    """Write the page of a table of agents."""
    context = play_context(agents, names=STUDIES, treatments=TREATMENTS, abouts=ABOUTS)
    write_page(file, "play.html.j2", studies=STUDIES, **context)
    return file


def known_players(agents: pd.DataFrame) -> dict[tuple[str, int], tuple[tuple[int, ...], np.ndarray]]:
    """Seats and cells of all agents of 3x3, house players among them, by id and step."""
    known = pd.concat([agents[agents["game"] == "3x3"], baseline_agents()])
    return {
        (row["agent"], row["step"]): (SEAT_INDICES[row["seat"]], unpacked(np.asarray(row["cells"], np.uint16)))
        for row in known.to_dict("records")
    }


def choose(board, study, treatment, seat="x"):
    """Meet a player of a kind, from a seat."""
    board.choice("Player").select_by_value(f"{study}/{treatment}")
    board.choice("You play").select_by_value(seat)
    board.wait_for("person")


def finish(board):
    """Mark the first free cell until the game is over."""
    while board.wait_for("person", "over") == "person":
        board.place(board.free()[0]).click()


def digits(signs):
    """The board as digits, from what stands in its cells."""
    return "".join({"": "0", "X": "1", "O": "2"}[sign] for sign in signs)


def is_reply(board, cells):
    """True if the last reply, which the panel beside the board shows, is one of the agent's."""
    before = [_sign(cell) for cell in board.all(".perfect .cell")]
    position = board.run("return TTT.classic.tables.boards.indexOf(arguments[0])", digits(before))
    chosen = board.all(".perfect .cell").index(board.one(".perfect .chosen"))
    return bool(cells[position, chosen])


def _sign(cell):
    text = cell.get_attribute("textContent")  # as it is in a fold
    return text if text in ("X", "O") else ""
