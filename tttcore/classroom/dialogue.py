"""Play a game between the computer and a player who is asked for moves: a person at a terminal, or a program."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from tttcore.games.notation import Notation, quoted
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, SIGNS, Position

P = TypeVar("P", bound=Position)

Ask = Callable[[str], str]
Tell = Callable[[str], None]

STOP = ("q", "quit")
ENDS = {CROSS_WON: "X wins.", NOUGHT_WON: "O wins.", DRAWN: "A draw."}


def play(
    position: P, computer: Callable[[P], int], seat: int, player: "HumanPlayer[P] | ProgramPlayer[P]"
) -> int | None:
    """Play a game from `position` and return its winner; None if the player stopped it.

    Parameters
    ----------
    computer : function from a position to a legal move.
    seat : 0 if the computer plays X, 1 if it plays O.
    player : the computer's opponent.
    """
    while (winner := position.winner) is None:
        if position.current_player == seat:
            move = computer(position)
            player.learn(position, move)
        else:
            answer = player.move(position)
            if answer is None:
                return None
            move = answer
        position = position.apply(move)
    player.end(position, winner)
    return winner


@dataclass(frozen=True)
class HumanPlayer(Generic[P]):
    """Person who sees the board before each move, is told the computer's moves (`learn`) and the result (`end`).

    Attributes
    ----------
    ask : shows a prompt and returns the typed line; called again until it is a legal move or ``q``.
    tell : shows some lines.
    """

    notation: Notation[P]
    ask: Ask
    tell: Tell

    def move(self, position: P) -> int | None:
        """Ask the person for a move."""
        self.tell(self.notation.draw(position))
        prompt = f"{SIGNS[position.current_player]}, your {self.notation.asks}"
        return _legal_move(position, self.notation.read, lambda: self.ask(prompt), self.tell)

    def learn(self, position: P, move: int) -> None:
        """Show the computer's move."""
        self.tell(f"{SIGNS[position.current_player]} marks {self.notation.write(move)}.")

    def end(self, position: P, winner: int) -> None:
        """Show the last position and the result."""
        self.tell(self.notation.draw(position))
        self.tell(ENDS[winner])


@dataclass(frozen=True)
class ProgramPlayer(Generic[P]):
    """Program on the other side of a line protocol: moves, one per line, at most after a prompt; messages go elsewhere.

    Source: Osipa (2017), sections 1.5 and 2.5, which leave open how a move is written; see `notation`.

    Attributes
    ----------
    hear : returns the next line that it writes; called again until it is a legal move or ``q``.
    say : passes a line on to it.
    tell : shows a message to spectators.
    """

    notation: Notation[P]
    hear: Callable[[], str]
    say: Tell
    tell: Tell

    def move(self, position: P) -> int | None:
        """Read the program's move."""
        return _legal_move(position, partial(read_move, self.notation), self.hear, self.tell)

    def learn(self, position: P, move: int) -> None:
        """Write the computer's move and nothing else."""
        self.say(self.notation.write(move))

    def end(self, position: P, winner: int) -> None:
        """Show the result."""
        self.tell(ENDS[winner])


def read_move(notation: Notation[P], line: str, position: P) -> int:
    """Move that follows the last ``:``, ``?`` or ``>`` of a program's line, before which a prompt may stand.

    ValueError of the notation about the whole line, if that is no legal move; it says if the last word alone is one.
    """
    with suppress(ValueError):
        return notation.read(re.split("[:?>]", line)[-1], position)
    try:
        return notation.read(line, position)
    except ValueError as error:
        told = str(error)
    *words, last = line.split() or [""]
    if words and not any(word.isdecimal() for word in words):
        with suppress(ValueError):
            notation.read(last, position)
            told = f"{quoted(line)} has more than a move; allowed: the move alone, or behind a colon"
    raise ValueError(told)


def _legal_move(position: P, read: Callable[[str, P], int], answer: Callable[[], str], tell: Tell) -> int | None:
    """First legal move among the answers, None if one is ``q``; mistakes in the others are shown by `tell`."""
    while (typed := answer().strip()).lower() not in STOP:
        try:
            return read(typed, position)
        except ValueError as error:
            tell(f"{error} (q stops)")
    return None
