"""Ask a program that answers boards of 3x3: a board and a sign on a line in, a cell on a line out, again and again."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from tttcore.classroom.asking import Answer, Answers, TooLate, ask_everywhere
from tttcore.classroom.dialogue import read_move
from tttcore.classroom.program import Program, check_moves
from tttcore.classroom.protocols import BOARDS, board_line
from tttcore.games.board_text import read_board
from tttcore.games.classic import ClassicPosition
from tttcore.games.notation import CellNotation, whole_numbers
from tttcore.processes.process import EndedError, LateError, Process

AT_ONCE = 100
"""Times at most that a program reads a board before its answers are read, since to wait for each takes longer."""


def ask_boards(
    program: Program, seats: tuple[int, ...], answers: Answers | None = None
) -> tuple[Answers, tuple[str, ...]]:
    """Ask a program in every position that it can meet, see `asking.ask_everywhere`.

    Raises
    ------
    ValueError
        If it can't be started, makes no legal move in a seat, or does not write a line for each board.
    """
    limits = replace(program.limits, until=program.limits.clock().end)
    with closing(_BoardProgram(replace(program, limits=limits))) as asked:
        answers, notes = ask_everywhere(asked, seats, limits, answers)
    doubts = [check_moves(answers, seat, program.count_from) for seat in seats]
    return answers, (*notes, *filter(None, doubts[-1:]))


class _BoardProgram:
    """Program that is started again only after it has ended, was too slow, or has written something else than a number.

    See `asking.Asked`.
    """

    def __init__(self, program: Program):
        self._program, self._notation = program, CellNotation(program.count_from)
        self._process: Process | None = None
        self._starts = self._answered = 0

    def ask(self, board: str, sign: str, times: int) -> Iterator[Answer]:
        """Yield its answers to a question, up to the first after which it has to start again."""
        limits, seconds = self._program.limits, self._program.limits.seconds
        position = ClassicPosition(read_board(board) or ())
        if self._process is None:
            self._starts += 1
            self._process, seconds = self._program.start(0, self._starts), seconds + limits.start_seconds
        times = min(times, AT_ONCE)
        self._process.tell("\n".join([board_line(position)] * times))
        for _ in range(times):
            try:
                line = self._process.line(seconds)
            except ValueError as error:
                self.close()
                if isinstance(error, EndedError) and self._answered == 1:
                    raise ValueError(f"the program ended after one board; {BOARDS} allows one that reads on") from None
                yield TooLate(error) if isinstance(error, LateError) else str(error)
                return
            self._answered, seconds = self._answered + 1, limits.seconds
            try:
                yield read_move(self._notation, line, position)
            except ValueError as error:
                if not whole_numbers(line):
                    self.close()
                    yield str(error)
                    return
                yield str(error)
        if self._process.is_ahead:
            raise ValueError(f"the program writes more lines than it reads; {BOARDS} allows a cell for each board")

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process = None
