"""Ask a player for its moves in every position that it can meet, often enough to estimate its chances."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.entrant import (
    NOT_ASKED,
    Entrant,
    fault_of,
    positions_to_meet,
    short_line,
    sign_to_move,
)
from tttcore.games.board_text import board_texts
from tttcore.games.classic import CELLS, enumerate_states
from tttcore.players.policy import game
from tttcore.processes.limits import REPEATS, Clock, Limits

Answer = int | str
"""Cell that a player marks, or the reason why it has made no move."""
GROWTH = 4
"""Times by which the number of answers grows from round to round."""


class TooLate(str):
    """Reason why a player has made no move, if it took too long or could not start again: nobody asks there again."""

    __slots__ = ()


class Answers:
    """Answers by position.

    Attributes
    ----------
    cells : (5478, 9) number of times that each free cell was marked.
    faults : number of times by reason, by position.
    too_late : positions in which the player took too long.
    differ : whether answers to the same question have differed.
    illegal : whether a cell was marked that isn't free.
    less_one : whether all answers are cells that, less one, are free.
    games : number of games that a program has played to give them.
    ended : whether the time was over at the end.
    """

    def __init__(self) -> None:
        self.cells = np.zeros((game(dead=False).results.size, CELLS), np.int64)
        self.faults: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.too_late: set[int] = set()
        self.differ = self.ended = self.illegal = False
        self.less_one = True
        self.games = 0

    def add(self, position: int, answer: Answer) -> None:
        """Count an answer."""
        fault = fault_of(position, answer) if isinstance(answer, int) else short_line(answer)
        if isinstance(answer, TooLate):
            self.too_late.add(position)
        is_cell = isinstance(answer, int)
        self.illegal = self.illegal or (is_cell and fault is not None)
        self.less_one = self.less_one and isinstance(answer, int) and fault_of(position, answer - 1) is None
        if fault is None:
            self.cells[position, int(answer)] += 1
        else:
            self.faults[position][fault] += 1
        self.differ = self.differ or self._kinds(position) > 1

    def number(self, position: int) -> int:
        """Number of answers in a position."""
        return int(self.cells[position].sum()) + self.faults.get(position, Counter[str]()).total()

    def _kinds(self, position: int) -> int:
        """Number of different answers in a position; faults are all of one kind."""
        return int(np.count_nonzero(self.cells[position])) + bool(self.faults.get(position))

    def met(self, seat: int) -> np.ndarray:
        """Positions in which the player of a seat can be to move, as far as its answers tell, in order of plies."""
        return np.flatnonzero(positions_to_meet(self.cells > 0, seat))

    def known(self) -> NDArray[np.bool_]:
        """(5478,) True where there are enough answers.

        That is one, or `REPEATS` in a seat in which answers differ, or any number where the player was too slow.
        """
        faults = np.zeros(len(self.cells), np.int64)
        for position, reasons in self.faults.items():
            faults[position] = reasons.total()
        differ, seats = np.count_nonzero(self.cells, axis=1) + (faults > 0) > 1, game(dead=False).seat
        known = self.cells.sum(axis=1) + faults >= np.where(np.isin(seats, seats[differ]), REPEATS, 1)
        known[[*self.too_late]] = True
        return known

    def entrant(self, name: str, kind: str, seats: tuple[int, ...], notes: tuple[str, ...]) -> Entrant:
        """Player with these chances; where it can be to move and too few answers are known, it has not been asked."""
        size = len(self.cells)
        policy, forfeits, calls = np.zeros((size, CELLS)), np.zeros(size), np.zeros(size, np.int64)
        faults: dict[int, str] = {}
        known = self.known()
        met = [np.flatnonzero(positions_to_meet(self.cells * known[:, None] > 0, seat)) for seat in seats]
        for position in np.concatenate(met).tolist():
            if not known[position]:
                faults[position], forfeits[position] = NOT_ASKED, 1.0
                continue
            number = calls[position] = self.number(position)
            policy[position] = self.cells[position] / number
            if reasons := self.faults[position]:
                forfeits[position] = reasons.total() / number
                faults[position] = max(sorted(reasons), key=reasons.__getitem__)
        entrant = Entrant(
            name=name,
            kind=kind,
            seats=seats,
            policy=policy,
            forfeits=forfeits,
            calls=calls,
            faults=faults,
            notes=notes,
        )
        if not (unasked := entrant.unasked(*seats)):
            return entrant
        why = "The time was over before it was" if self.ended else "It was not"
        told = f"{why} asked{' often enough' * self.differ} in {unasked:,} positions. There it counts as losing,"
        told += " and intervals of its results reach up to what it would get if it won there."
        return replace(entrant, notes=(*notes, told), time_over=self.ended)


class Asked(Protocol):
    """Player that can be asked for a move in any position."""

    def ask(self, board: str, sign: str, times: int, /) -> Iterable[Answer]:
        """Answers to a question, at least one, and at most so many."""


def ask_everywhere(
    player: Asked, seats: tuple[int, ...], limits: Limits, answers: Answers | None = None
) -> tuple[Answers, tuple[str, ...]]:
    """Ask a player in every position that its own moves let it reach, and return answers and notes about them.

    The first position of each seat is asked `REPEATS` times, then every position once. Then positions are asked until
    they have `REPEATS` answers, the last plies first, since these are quick for players that search, until half of the
    time is over or two answers to the same question differ. If they do, every position is asked `GROWTH` times as
    often, again and again, up to ``limits.calls`` times, so that the time, if it is short, goes evenly to all. A player
    that draws rarely may so be taken for one that doesn't draw. Where the player took too long it isn't asked again.
    When the time is over, no more than one answer is waited for, and it counts only if it comes.

    Parameters
    ----------
    answers : what the player has answered before, to which more are added; none by default.
    """
    answers, clock = answers or Answers(), limits.clock()
    notes = _asked(player, seats, limits, answers, clock)
    answers.ended = clock.left == 0
    return answers, (notes,)


def _asked(player: Asked, seats: tuple[int, ...], limits: Limits, answers: Answers, clock: Clock) -> str:
    """Ask a player and return a note."""
    for seat in seats:
        _ask(player, int(answers.met(seat)[0]), answers, REPEATS, clock)
    for seat in seats:
        _ask_by_plies(player, seat, answers, 1, clock)
    _ask_again(player, seats, answers, clock)
    if answers.differ:
        times = 1
        while times < limits.calls:
            times = min(GROWTH * times, limits.calls)
            for seat in seats:
                _ask_by_plies(player, seat, answers, times, clock)
        return drawing_note(limits.calls)
    met = [int(position) for seat in seats for position in answers.met(seat)]
    asked = sum(answers.number(position) >= REPEATS for position in met)
    if asked == len(met):
        return f"Asked {REPEATS} times in each of its positions, it always gave the same answer."
    told = f"The time allowed to ask it {REPEATS} times in {asked:,} of its {len(met):,} positions"
    return f"{told}; elsewhere its first answer is taken for its only one."


def drawing_note(calls: int) -> str:
    """Sentence about a player whose chances are estimated."""
    told = "Its answers to the same question differ, so its chances are estimated"
    least = f"from {calls} answers or more in each position, if the time allowed it"
    return f"{told}: {least}. What a player remembers of earlier questions counts as chance."


def _ask_by_plies(player: Asked, seat: int, answers: Answers, times: int, clock: Clock) -> None:
    """Ask until each position has a number of answers, ply by ply, since answers tell which positions come next."""
    plies = np.count_nonzero(enumerate_states().positions, axis=1)
    for ply in range(seat, CELLS, 2):
        for position in answers.met(seat).tolist():
            if plies[position] == ply:
                _ask(player, position, answers, times, clock)


def _ask_again(player: Asked, seats: tuple[int, ...], answers: Answers, clock: Clock) -> None:
    """Ask again to find out whether answers differ."""
    for seat in seats:
        for position in answers.met(seat).tolist()[::-1]:
            if clock.left < clock.seconds / 2 or answers.differ:
                return
            _ask(player, position, answers, REPEATS, clock)


def _ask(player: Asked, position: int, answers: Answers, times: int, clock: Clock) -> None:
    board, sign = board_texts()[position], sign_to_move(position)
    while position not in answers.too_late and (missing := times - answers.number(position)) > 0 and clock.left > 0:
        for answer in player.ask(board, sign, missing):
            if clock.left > 0 or not isinstance(answer, TooLate):
                answers.add(position, answer)
            if clock.left == 0:
                break
