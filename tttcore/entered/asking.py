"""Ask a player for its moves in every position that it can meet, often enough to estimate its chances."""

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from tttcore.entered.answers import Answer, Answers
from tttcore.entered.entrant import board_text, sign_to_move
from tttcore.entered.limits import SAME, Clock, Limits
from tttcore.games.classic import CELLS, enumerate_states

MORE = 4
"""Times by which the number of answers grows from round to round."""


class Asked(Protocol):
    """Player that can be asked for a move in any position."""

    def ask(self, board: str, sign: str, times: int, /) -> Iterable[Answer]:
        """Answers to a question, at least one, and at most so many."""


def ask_everywhere(player: Asked, seats: tuple[int, ...], limits: Limits) -> tuple[Answers, tuple[str, ...]]:
    """Ask a player in every position that its own moves let it reach, and return answers and notes about them.

    The first position of each seat is asked `SAME` times, then every position once. Then positions are asked until they
    have `SAME` answers, the last plies first, since these are quick for players that search, until half of the time is
    over or two answers to the same question differ. If they do, every position is asked `MORE` times as often, again
    and again, up to ``limits.calls`` times, so that the time, if it is short, goes evenly to all. A player that draws
    rarely may so be taken for one that doesn't draw. Where the player took too long it isn't asked again.
    """
    answers, clock = Answers(), Clock(limits.all_seconds)
    for seat in seats:
        _ask(player, int(answers.met(seat)[0]), answers, SAME, clock)
    for seat in seats:
        _ask_by_plies(player, seat, answers, 1, clock)
    _ask_again(player, seats, answers, clock)
    if answers.differ:
        times = 1
        while times < limits.calls:
            times = min(MORE * times, limits.calls)
            for seat in seats:
                _ask_by_plies(player, seat, answers, times, clock)
        return answers, (drawing_note(limits.calls),)
    met = [int(position) for seat in seats for position in answers.met(seat)]
    asked = sum(answers.number(position) >= SAME for position in met)
    if asked == len(met):
        return answers, (f"Asked {SAME} times in each of its positions, it always gave the same answer.",)
    told = f"Asked {SAME} times in {asked:,} of its {len(met):,} positions, else once at most, it always gave the same"
    return answers, (f"{told} answer, so that it is taken for one that draws nothing.",)


def drawing_note(calls: int) -> str:
    """Sentence about a player whose chances are estimated."""
    least = f"{calls} answer{'s' * (calls > 1)} or more"
    return f"Its answers differ, so its chances are estimated: from {least} in each position, if the time allowed it."


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
            _ask(player, position, answers, SAME, clock)


def _ask(player: Asked, position: int, answers: Answers, times: int, clock: Clock) -> None:
    board, sign = board_text(position), sign_to_move(position)
    while position not in answers.too_late and (missing := times - answers.number(position)) > 0 and clock.left > 0:
        for answer in player.ask(board, sign, missing):
            answers.add(position, answer)
