"""Evaluation of players of 3x3 that are objects of Python, see `tttcore.evaluate`."""

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np

from tttcore.classroom.asking import Answer, ask_everywhere
from tttcore.classroom.entrant import Entrant, stored_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.field import read_field
from tttcore.classroom.files import array_entrant, enter_file
from tttcore.classroom.program import check_moves
from tttcore.classroom.runner import answer
from tttcore.classroom.table_file import table_entrant
from tttcore.games.classic import enumerate_states
from tttcore.games.planes import free_mask, planes
from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.players.agent_registry import find_agent
from tttcore.processes.limits import Limits

Move = Callable[[str, str], object]
"""Function from a board and the sign to move to a cell."""


class _Function:
    """Player that is a function in this process; see `asking.Asked`."""

    def __init__(self, move: Move):
        self._move = move

    def ask(self, board: str, sign: str, times: int) -> Iterator[Answer]:
        """Yield its answers to a question."""
        for _ in range(times):
            told = answer(self._move, board, sign)
            yield told.removeprefix("!") if told.startswith("!") else int(told)


def evaluated(player: Any, *, seat: Seat | None, results: Path) -> dict[str, Any]:
    """Evaluate a player, see `tttcore.evaluate` and `evaluation.evaluate`."""
    return evaluate(_entrant(player, seat, results), read_field(results))


def _entrant(player: Any, seat: Seat | None, results: Path) -> Entrant:
    name = getattr(player, "__name__", "player")
    if callable(player):
        needed = [] if isinstance(player, type) else signature(player).parameters.values()
        takes = sum(each.default is each.empty for each in needed)
        if takes not in (1, 2):
            raise ValueError(f"{name} is no function of a board and a sign, or of an observation")
        move = player if takes == 2 else _of_policy(player)
        seats = SEAT_INDICES[seat or "both"]
        answers, notes = ask_everywhere(_Function(move), seats, Limits())
        for own in seats:
            check_moves(answers, own, 0)
        return answers.entrant(name, "function", seats, notes)
    if isinstance(player, Mapping):
        return table_entrant({str(board): told for board, told in player.items()}, name, seat)
    if isinstance(player, Path) or (isinstance(player, str) and isfile(player)):
        return enter_file(Path(player), Limits(), seat=seat)
    if isinstance(player, str):
        if not (player.isdecimal() and len(player) == len(enumerate_states().states)):
            return stored_entrant(player, "stored player", find_agent(results, player), seat)
        player = [*map(int, player)]
    return array_entrant(np.asarray(player), name, seat)


def _of_policy(policy: Callable[[Any], object]) -> Move:
    """Function of boards from one of observations, see `exchange.environment`."""

    def move(board: str, sign: str) -> object:
        mask = free_mask(board).astype(np.int8)
        return policy({"observation": planes(board, "XO".index(sign)).copy(), "action_mask": mask})

    return move
