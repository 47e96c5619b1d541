"""Ask a player for its moves in every position that it can meet, often enough to estimate its chances."""

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from tttcore.entered.answers import Answer, Answers
from tttcore.entered.entrant import board_text, sign_to_move
from tttcore.entered.limits import SAME, Clock, Limits
from tttcore.games.classic import CELLS, enumerate_states


class Asked(Protocol):
    """Player that can be asked for a move in any position."""

    def ask(self, board: str, sign: str, times: int, /) -> Iterable[Answer]:
        """Answers to a question, at least one, and at most so many."""


def ask_everywhere(player: Asked, seats: tuple[int, ...], limits: Limits) -> tuple[Answers, tuple[str, ...]]:
    """Ask a player in every position that its own moves let it reach, and return answers and notes about them.

    Every position is asked once, then `SAME` times. If any two answers to the same question differ, every position is
    asked ``limits.calls`` times. A player that draws rarely may so be taken for one that doesn't draw. Where the player
    had to be ended it isn't asked again.
    """
    answers, clock = Answers(), Clock(limits.all_seconds)
    times = [1, SAME]
    for number in times:
        for seat in seats:
            _ask_seat(player, seat, answers, number, clock)
        if number == SAME and answers.differ and limits.calls > SAME:
            times.append(limits.calls)
    return answers, (note_of(answers, times[-1]),)


def note_of(answers: Answers, times: int) -> str:
    """Sentence about the number of answers behind each chance."""
    if answers.differ:
        return f"Its answers differ, so its chances are estimated from up to {times} answers in each position."
    return f"Asked up to {times} times in each position, it always gave the same answer."


def _ask_seat(player: Asked, seat: int, answers: Answers, times: int, clock: Clock) -> None:
    """Ask until each position has a number of answers, ply by ply, since answers tell which positions come next."""
    plies = np.count_nonzero(enumerate_states().positions, axis=1)
    for ply in range(seat, CELLS, 2):
        for position in (int(each) for each in answers.met(seat) if plies[each] == ply):
            board, sign = board_text(position), sign_to_move(position)
            while (
                position not in answers.stopped and (missing := times - answers.number(position)) > 0 and clock.left > 0
            ):
                for answer in player.ask(board, sign, missing):
                    answers.add(position, answer)
