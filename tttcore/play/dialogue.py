"""A game between the computer and somebody who is asked for moves, such as a person at a terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS, SIGNS, Position
from tttcore.play.notation import Notation

P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)

Ask = Callable[[str], str]
Tell = Callable[[str], None]

STOP = ("q", "quit")
ENDS = {CROSS_WINS: "X wins.", NOUGHT_WINS: "O wins.", DRAW: "A draw."}


class Player(Protocol[P_contra]):
    """Who plays against the computer."""

    def move(self, position: P_contra) -> int | None:
        """A legal move; None to stop the game."""

    def learn(self, position: P_contra, move: int) -> None:
        """Be told the move that the computer makes in `position`."""

    def end(self, position: P_contra, winner: int) -> None:
        """Be told how the game ended, and in which position."""


def play(position: P, player: Callable[[P], int], seat: int, partner: Player[P]) -> int | None:
    """Play a game on from `position` and return its winner; None if the partner stopped it.

    Parameters
    ----------
    player : the computer, from a position to a legal move.
    seat : 0 if the computer plays X, 1 if it plays O.
    """
    while (winner := position.winner) is None:
        if position.mover == seat:
            move = player(position)
            partner.learn(position, move)
        else:
            answer = partner.move(position)
            if answer is None:
                return None
            move = answer
        position = position.after(move)
    partner.end(position, winner)
    return winner


@dataclass(frozen=True)
class HumanPlayer(Generic[P]):
    """Sees the board before each move and how the game goes.

    Attributes
    ----------
    ask : shows a prompt and returns what was typed; asked again until it is a legal move or ``q``.
    tell : shows some lines.
    """

    notation: Notation[P]
    ask: Ask
    tell: Tell

    def move(self, position: P) -> int | None:
        """What the person types."""
        self.tell(self.notation.draw(position))
        prompt = f"{SIGNS[position.mover]}, your {self.notation.asks}"
        return legal_move(position, self.notation, lambda: self.ask(prompt), self.tell)

    def learn(self, position: P, move: int) -> None:
        """Tell the move."""
        self.tell(f"{SIGNS[position.mover]} marks {self.notation.write(move)}.")

    def end(self, position: P, winner: int) -> None:
        """Show the last position and tell the winner."""
        self.tell(self.notation.draw(position))
        self.tell(ENDS[winner])


def legal_move(position: P, notation: Notation[P], answer: Callable[[], str], tell: Tell) -> int | None:
    """The first legal move among the answers; what is wrong with others is told. None if one is ``q``."""
    while (typed := answer().strip()).lower() not in STOP:
        try:
            return notation.read(typed, position)
        except ValueError as error:
            tell(f"{error} (q stops)")
    return None
