"""Answers of a player that is asked for moves: counted by position, turned into chances."""

from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np

from tttcore.entered.entrant import NOT_ASKED, Entrant, fault_of, positions_to_meet, printable
from tttcore.games.classic import CELLS
from tttcore.players.policy import game

Answer = int | str
"""Cell that a player marks, or the reason why it has made no move."""


class TooLate(str):
    """Reason why a player has made no move, if it took too long, so that asking again would cost as much."""

    __slots__ = ()


class Answers:
    """Answers by position.

    Attributes
    ----------
    cells : (5478, 9) number of times that each free cell was marked.
    faults : number of times by reason, by position.
    too_late : positions in which the player took too long.
    differ : whether answers to the same question have differed.
    """

    def __init__(self) -> None:
        self.cells = np.zeros((game(dead=False).results.size, CELLS), np.int64)
        self.faults: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.too_late: set[int] = set()
        self.differ = False

    def add(self, position: int, answer: Answer) -> str | None:
        """Count an answer, and return the reason if it is no legal move."""
        fault = fault_of(position, answer) if isinstance(answer, int) else printable(answer)
        if isinstance(answer, TooLate):
            self.too_late.add(position)
        if fault is None:
            self.cells[position, int(answer)] += 1
        else:
            self.faults[position][fault] += 1
        self.differ = self.differ or self._kinds(position) > 1
        return fault

    def number(self, position: int) -> int:
        """Number of answers in a position."""
        return int(self.cells[position].sum()) + self.faults[position].total()

    def _kinds(self, position: int) -> int:
        """Number of different answers in a position; faults are all of one kind."""
        return int(np.count_nonzero(self.cells[position])) + bool(self.faults.get(position))

    def met(self, seat: int) -> np.ndarray:
        """Positions in which the player of a seat can be to move, as far as its answers tell, in order of plies."""
        return np.flatnonzero(positions_to_meet(self.cells.astype(np.float64), seat))

    def entrant(self, name: str, kind: str, seats: tuple[int, ...], notes: tuple[str, ...] = ()) -> Entrant:
        """Player with these chances; it forfeits in positions that it can meet and was never asked for."""
        size = len(self.cells)
        policy, forfeits, calls = np.zeros((size, CELLS)), np.zeros(size), np.zeros(size, np.int64)
        faults: dict[int, str] = {}
        for position in (int(each) for seat in seats for each in self.met(seat)):
            number = calls[position] = self.number(position)
            if number == 0:
                faults[position], forfeits[position] = NOT_ASKED, 1.0
                continue
            policy[position] = self.cells[position] / number
            if reasons := self.faults[position]:
                forfeits[position] = reasons.total() / number
                faults[position] = max(sorted(reasons), key=reasons.__getitem__)
        entrant = Entrant(
            name=name, kind=kind, seats=seats, policy=policy, forfeits=forfeits, calls=calls, faults=faults, notes=notes
        )
        if not entrant.unasked:
            return entrant
        told = f"The time was over before {len(entrant.unasked):,} positions were asked for. There it loses at once"
        told += ", and intervals of its results reach up to what it would get if it won there."
        return replace(entrant, notes=(*notes, told))
