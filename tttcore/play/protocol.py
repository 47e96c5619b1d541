"""Line protocol for games between programs: moves on standard input and output, one per line, and nothing else.

Messages go to standard error. Source: Osipa (2017), sections 1.5 and 2.5, which leave open how a move is written; see
`notation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from tttcore.play.dialogue import ENDS, P, Tell, legal_move
from tttcore.play.notation import Notation


@dataclass(frozen=True)
class ProgramPlayer(Generic[P]):
    """Program on the other side of the protocol, a `dialogue.Player`.

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
        return legal_move(position, self.notation, self.hear, self.tell)

    def learn(self, position: P, move: int) -> None:
        """Write the computer's move and nothing else."""
        self.say(self.notation.write(move))

    def end(self, position: P, winner: int) -> None:
        """Show the result."""
        self.tell(ENDS[winner])
