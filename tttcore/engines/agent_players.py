"""Agents that play: the initial position of their game, and a function that chooses their moves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tttcore.engines.genies.agents import move_function
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import SEAT_INDICES, SEATS, Position, Seat
from tttcore.pipeline.rng import stream
from tttcore.players.policy import drawn_policy, policy_player, uniform_player, unpacked

STREAM = "agent"


@dataclass(frozen=True)
class Agent:
    """A player that a run has produced, or a baseline.

    Attributes
    ----------
    name : as `ttt agents` lists it.
    seat : the seat that it has learnt.
    start : first position of its game, see `games.position.Position`.
    choose : move in a position of its game that isn't over and in which it is to move in its seat.
    """

    name: str
    seat: Seat
    start: Position
    choose: Callable[[Any], int]

    def move(self, position: Position) -> int:
        """Move that it makes in a position.

        Parameters
        ----------
        position : `start`, or what moves have led to from there.

        Returns
        -------
        Number of a cell, from 0, for ``position.apply``.

        Raises
        ------
        ValueError
            If the game is over, or the side to move has the seat that the agent has not learnt.
        """
        if position.winner is not None:
            raise ValueError(f"{self.name}: the game is over, so there is no move")
        if position.current_player not in SEAT_INDICES[self.seat]:
            raise ValueError(
                f"{self.name}: it has not learnt the {SEATS[position.current_player]} seat; allowed: {self.seat}"
            )
        return self.choose(position)


def draws_moves(row: Any) -> bool:
    """True if an agent draws some of its moves at random, see `agent_of`."""
    return row["game"] == "3x3" and bool((unpacked(row["cells"]).sum(axis=1) > 1).any())


def agent_of(row: Any, seed: int) -> Agent:
    """Agent from its row in the table of ``agents``, or from what `players.agent_file` has read.

    Parameters
    ----------
    row : mapping or series with the columns ``agent``, ``game``, ``edge``, ``dimensions``, ``seat``, ``cells``,
        ``beads`` and ``weights``, see `players.agent_table`.
    seed : of the moves that it draws at random.
    """
    start, choose = _classic(row, seed) if row["game"] == "3x3" else _lattice(row)
    return Agent(row["agent"], row["seat"], start, choose)


def _classic(row: Any, seed: int) -> tuple[Position, Callable[[Any], int]]:
    rng = stream(seed, STREAM)
    if len(row["beads"]):
        return ClassicPosition(), policy_player(drawn_policy(row["cells"], row["beads"]), rng)
    return ClassicPosition(), uniform_player(row["cells"], rng)


def _lattice(row: Any) -> tuple[Position, Callable[[Any], int]]:
    board = Hypercube(int(row["edge"]), int(row["dimensions"]))
    return HypercubePosition(board), move_function(board, row["weights"].tolist())
