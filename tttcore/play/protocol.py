"""The computer as a program among programs: moves on standard input and output, one per line, and nothing else there.

What is to be said otherwise goes to standard error. Osipa (2017), sections 1.5 and 2.5, which leave open how a move is
written; see `notation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from tttcore.play.dialogue import ENDS, P, Tell, legal_move
from tttcore.play.notation import Notation


@dataclass(frozen=True)
class ProgramPlayer(Generic[P]):
    """The other program, a `dialogue.Player`.

    Attributes
    ----------
    hear : the next line that it writes; heard again until it is a legal move or ``q``.
    say : passes a line on to it.
    tell : shows a message to whoever looks on.
    """

    notation: Notation[P]
    hear: Callable[[], str]
    say: Tell
    tell: Tell

    def move(self, position: P) -> int | None:
        """What the program writes."""
        return legal_move(position, self.notation, self.hear, self.tell)

    def learn(self, position: P, move: int) -> None:
        """Say the move and nothing else."""
        self.say(self.notation.write(move))

    def end(self, position: P, winner: int) -> None:
        """Tell the winner."""
        self.tell(ENDS[winner])
