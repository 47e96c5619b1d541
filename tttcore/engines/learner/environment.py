"""Environment of Gymnasium of 3x3 against a player that doesn't learn, and training by a loop that drives it."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from tttcore.engines.learner.looks import Looks, MistakeError, result
from tttcore.games.planes import SHAPE, Masks, Planes, free_mask, planes
from tttcore.learner import EMPTY, after, free

OTHER_PROCESS = (
    "uses its environment in another process, where games can't be counted; use SyncVectorEnv or DummyVecEnv"
)


class Environment(gymnasium.Env[Planes, np.int64]):
    """Environment of 3x3 for a learner; its opponent is part of it.

    An observation is (3, 3, 2), int8: 1 where the learner has a mark, and where the opponent has one. An action is a
    cell, 0 to 8; free cells are true in ``info["action_mask"]`` and in `action_masks`. The reward is 1 for a game that
    is won, -1 for one that is lost or ends as the learner marks a taken cell, else 0.

    Attributes
    ----------
    board : of the game that goes on.
    """

    def __init__(self, opponent: Callable[[str], int], seats: Sequence[int], render_mode: str | None = None):
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.observation_space, self.action_space = Box(0, 1, SHAPE, np.int8), Discrete(9)
        self.render_mode, self.board = render_mode, EMPTY
        self._opponent, self._seats, self._seat, self._over = opponent, seats, seats[0], True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin a game; a seed repeats seats and the opponent's moves."""
        super().reset(seed=seed)
        self.board, self._seat, self._over = EMPTY, self._next_seat(), False
        if self._seat == 1:
            self.board = after(EMPTY, self._opponent(EMPTY))
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Mark a cell, and have the opponent answer."""
        if self._over:
            raise ResetNeeded("no game goes on; call reset first")
        reward = self._marked(int(action))
        self._over = reward is not None
        return self._observation(), float(reward or 0), self._over, False, self._info()

    def action_masks(self) -> Masks:
        """(9,) true for free cells, where sb3-contrib looks for them."""
        return free_mask(self.board).copy()

    def render(self) -> str | None:
        """Three rows of the board; None without a render mode."""
        return None if self.render_mode is None else "\n".join(self.board[row : row + 3] for row in (0, 3, 6))

    def _next_seat(self) -> int:
        """Seat of the learner in the game that begins, drawn."""
        return self._seats[int(self.np_random.integers(len(self._seats)))]

    def _marked(self, cell: int) -> int | None:
        """Result for the learner if the game is over after its mark or the answer."""
        if cell not in free(self.board):
            return -1
        self.board = after(self.board, cell)
        if (over := result(self.board)) is None:
            self.board = after(self.board, self._opponent(self.board))
            over = result(self.board)
        return over if over is None or self._seat == 0 else -over

    def _observation(self) -> Planes:
        return planes(self.board, self._seat).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": free_mask(self.board).astype(np.int8)}


class FinishedError(BaseException):
    """The end of a training, which no handler of mistakes should stop."""


class _Run:
    """A run, which copies of its environment share."""

    def __init__(self, opponent: Callable[[str], int], looks: Looks):
        self.opponent, self.begun = opponent, 0
        self.player: Callable[[Planes, Masks], Any] | None = None
        self._looks, self._process = looks, os.getpid()

    def look(self) -> None:
        """Look at the learner if that is due; FinishedError if it was for the last time."""
        if os.getpid() != self._process:
            raise MistakeError(OTHER_PROCESS)
        self._looks.look(self._answers)
        if self._looks.over:
            raise FinishedError

    def count(self) -> None:
        """Count a game that is over; a look that is due comes first, since copies may end games at once."""
        self.look()
        self._looks.count()

    def _answers(self, boards: list[str]) -> Iterator[object]:
        """Weights of cells, see `training.chances`."""
        masks = np.stack([free_mask(board) for board in boards])
        weights = self._weights(boards, masks)
        if self._looks.games == 0 and not np.array_equal(weights, self._weights(boards, masks)):
            raise MistakeError("environment.player answers otherwise the second time; return weights, not draws")
        for board, own, mask in zip(boards, weights, masks, strict=True):
            if own[~mask].any():
                raise MistakeError(f"environment.player marks a taken cell of {board}")
            yield {cell: own[cell] for cell in np.flatnonzero(mask).tolist()}

    def _weights(self, boards: list[str], masks: Masks) -> NDArray[Any]:
        """(boards, 9) weights of cells."""
        if self.player is None:
            raise MistakeError("sets no environment.player before the first game: a function of observations and masks")
        observations = np.stack([planes(board, board.count(".") % 2 ^ 1) for board in boards])
        told = np.asarray(self.player(observations, masks.copy()))
        if told.shape == masks.shape:
            return told
        if told.shape == (len(boards),) and told.dtype.kind in "iu" and ((told >= 0) & (told < 9)).all():
            return np.eye(9)[told]
        given = f"an array of shape {told.shape}, {told.dtype}, for {len(boards)} boards"
        raise MistakeError(f"environment.player returns {given}; allowed: cells from 0 to 8, or rows of 9 weights")


class CountedEnvironment(Environment):
    """Environment of a run: it counts games, and looks at what the learner would play.

    It ends the training by an exception from `reset` or `step`. Games of its seats come in turn, whatever the seed.
    """

    def __init__(self, run: _Run, seats: Sequence[int]):
        super().__init__(run.opponent, seats)
        self._run = run

    @property
    def player(self) -> Callable[[Planes, Masks], Any] | None:
        """Function that tells what the learner would play without exploring.

        It gets (n, 3, 3, 2) observations and (n, 9) masks, true for free cells, and returns (n,) cells, or (n, 9)
        weights in proportion to which it would draw.
        """
        return self._run.player

    @player.setter
    def player(self, function: Callable[[Planes, Masks], Any]) -> None:
        self._run.player = function

    def copy(self) -> "CountedEnvironment":
        """Make another environment of the same run, for several games at once."""
        return CountedEnvironment(self._run, self._seats)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin a game; a seed changes nothing."""
        self._run.look()
        return super().reset(seed=seed)

    def step(self, action: int | np.int64) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Mark a cell, and have the opponent answer."""
        told = super().step(action)
        if self._over:
            self._run.count()
        return told

    def _next_seat(self) -> int:
        self._run.begun += 1
        return self._seats[(self._run.begun - 1) % len(self._seats)]

    def __reduce__(self) -> NoReturn:
        raise MistakeError(OTHER_PROCESS)


def drive(loop: Callable[[Any], object], opponent: Callable[[str], int], looks: Looks) -> None:
    """Have a loop train its learner; MistakeError if it ends before the environment ends it."""
    run = _Run(opponent, looks)
    try:
        loop(CountedEnvironment(run, looks.seats))
        run.look()
    except FinishedError:
        return
    raise MistakeError("its training ends here; go on until the environment ends it")
