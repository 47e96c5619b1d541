"""Ask a program that plays games, as for `ttt referee`: by games that lead to the positions asked for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

from tttcore.classroom.asking import Answer, Answers, TooLate, drawing_note
from tttcore.classroom.protocols import BOARDS, Protocol, protocol_of
from tttcore.classroom.referee import arguments, seed_of
from tttcore.games.classic import ClassicPosition
from tttcore.games.notation import CellNotation
from tttcore.games.position import OPEN, SEATS
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import game
from tttcore.processes.limits import Limits
from tttcore.processes.process import LateError, Process

GAMES_AT_ONCE = 8
"""Games that run side by side."""
FRUITLESS = 20
"""Rounds of games in a row without a position that is asked for, after which the other positions are left."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """Program that is started anew for each game.

    Attributes
    ----------
    command : as for `referee.arguments`.
    folder : the folder in which it runs; that of this process by default.
    limits : ``seed`` is that of the seeds it is given.
    count_from : number of its first cell.
    """

    command: str
    limits: Limits
    folder: Path | None = None
    count_from: int = 1

    @property
    def protocol(self) -> Protocol[ClassicPosition]:
        """Protocol that it speaks on 3x3."""
        return protocol_of(self.command, ClassicPosition(), CellNotation(self.count_from))

    def start(self, seat: int, number: int) -> Process:
        """Start it for a game; ValueError if it can't be."""
        words = arguments(self.command, SEATS[seat], number, seed_of(self.limits.seed, number, 1))
        limits = self.limits
        return Process(words, max_bytes=limits.max_bytes, folder=self.folder, until=limits.until, stop=limits.stop)


def ask_program(
    program: Program, seats: tuple[int, ...], answers: Answers | None = None
) -> tuple[Answers, tuple[str, ...]]:
    """Play games until a program has answered in each position that it can meet, and return answers and notes.

    Each answer is taken to depend on the position alone, not on the moves that led there. If answers to the same
    question differ, each position is asked ``limits.calls`` times, as far as the time allows; else once, and the first
    ones as often as games begin. Games run side by side, and their answers are counted in the order of their numbers.

    Parameters
    ----------
    answers : what it has answered before, to which more are added; none by default.

    Raises
    ------
    ValueError
        If the program can't be started, or makes no legal move in a seat.
    """
    limits = program.limits
    answers, clock = answers or Answers(), limits.clock()
    program = replace(program, limits=replace(limits, until=clock.end))
    with limits.threads(GAMES_AT_ONCE) as pool:
        for times in (1, limits.calls):
            for seat in seats:
                fruitless = 0
                while clock.left > 0 and fruitless < FRUITLESS and (times == 1 or answers.differ):
                    targets = wanting(answers, seat, times)[:GAMES_AT_ONCE]
                    numbers = range(answers.games + 1, answers.games + 1 + len(targets))
                    games = pool.map(partial(_play, program, answers.cells.copy(), seat), numbers, targets)
                    came = 0
                    for position, answer in chain.from_iterable(games):
                        if clock.left > 0 or not isinstance(answer, TooLate):
                            came += answers.number(position) < times
                            answers.add(position, answer)
                    answers.games += len(targets)
                    fruitless = 0 if came else fruitless + 1
                    if not targets:
                        break
                doubt = check_moves(answers, seat, program.count_from)
    answers.ended = clock.left == 0
    note = f"{answers.games:,} games were played; its answers are taken to depend on the position alone."
    if answers.ended:
        note += f" A program that answers boards ({BOARDS}) takes less time."
    return answers, (note, *((drawing_note(limits.calls),) if answers.differ else ()), *((doubt,) if doubt else ()))


def counting_doubt(count_from: int, reasons: Iterable[str]) -> str:
    """Sentence on a program among whose illegal moves is the cell before the first or behind the last; else empty."""
    outside, range_told, other = ("0", "0 to 8", 0) if count_from == 1 else ("9", "1 to 9", 1)
    if any(re.search(rf"(?<!\d){outside}' is no free cell", reason) for reason in reasons):
        return f"It marked cell {outside}. Moves {range_told}? Try --count-from {other}."
    return ""


def wanting(answers: Answers, seat: int, times: int) -> list[int]:
    """Positions that a player can meet, was asked in less often and wasn't too slow for; the latest first.

    Games that lead to the latest ask for those on the way as well.
    """
    met = answers.met(seat).tolist()[::-1]
    return [each for each in met if answers.number(each) < times and each not in answers.too_late]


def _play(program: Program, cells: np.ndarray, seat: int, number: int, target: int) -> list[tuple[int, Answer]]:
    """Play a game towards a position, then on to its end, and return the program's answers with their positions.

    Of the opponent's marks, the first is taken from which the player's known moves lead to the target. If none does,
    since the player has moved otherwise or the target lies behind, it is one after which the game goes on and the
    player has answered least often.

    Parameters
    ----------
    cells : (5478, 9) number of times that the player is known to have marked a cell.
    """
    played = game(dead=False)
    leads = np.zeros(len(cells), np.bool_)
    _lead(played.successors, played.seat, played.results, seat, cells, target, leads)
    board, position, limits, protocol = ClassicPosition(), 0, program.limits, program.protocol
    answers: list[tuple[int, Answer]] = []
    process = program.start(seat, number)
    try:
        if seat == 0:
            protocol.tell(process, board)
        while played.results[position] == OPEN:
            after = played.successors[position]
            if played.seat[position] == seat:
                seconds = limits.seconds + limits.start_seconds * (not answers)
                cell = protocol.move(process, board, seconds)
                answers.append((position, cell))
                board = board.apply(cell)
            else:
                free = np.flatnonzero(after >= 0).tolist()
                leading = [each for each in free if leads[after[each]]]
                seen = {each: (played.results[after[each]] != OPEN, cells[after[each]].sum()) for each in free}
                cell = leading[0] if leading else min(free, key=seen.__getitem__)
                board = board.apply(cell)
                protocol.tell(process, board, cell)
            position = int(after[cell])
    except LateError as error:
        answers.append((position, TooLate(error)))
    except ValueError as error:
        answers.append((position, str(error)))
    finally:
        process.kill()
    return answers


def check_moves(answers: Answers, seat: int, count_from: int) -> str:
    """Sentence on a player if it may count cells otherwise, else empty.

    ValueError if it was asked in a seat and has made no legal move there.
    """
    own = game(dead=False).seat == seat
    doubt = counting_doubt(count_from, chain.from_iterable(answers.faults.values()))
    reasons = [reason for position, found in answers.faults.items() if own[position] for reason in found]
    if reasons and not answers.cells[own].any():
        told = f"the player has made no legal move as the {SEATS[seat]} player; {reasons[0]}"
        raise ValueError(". ".join(filter(None, (told, doubt))))
    return doubt


@kernel
def _lead(successors, seats, results, seat, cells, target, leads):
    """Mark positions from which the target can come, by known moves of the player and any of its opponent."""
    leads[target] = True
    for position in range(target - 1, -1, -1):
        if results[position] == OPEN:
            for cell in range(successors.shape[1]):
                may = cells[position, cell] > 0 if seats[position] == seat else successors[position, cell] >= 0
                if may and leads[successors[position, cell]]:
                    leads[position] = True
