"""Two learners of a game and all they know: they are trained, asked, tried against others, put away and taken up again.

Source: mrugala2020, section 2.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular import value_table as books
from tttcore.engines.tabular.board_window import Window, empty_window, radius_at_first
from tttcore.engines.tabular.boards import Finite, Infinite, Smarter
from tttcore.engines.tabular.game_end import standing
from tttcore.engines.tabular.kernel_parameters import plan_of
from tttcore.engines.tabular.keys import SALT, key_of
from tttcore.engines.tabular.recipe import Recipe
from tttcore.engines.tabular.self_play import CAREFUL, LEARNED, NO_ROOM, OUTSIDE, RANDOM, play
from tttcore.pipeline.rng import Words

PLAYERS = {"learned": LEARNED, "random": RANDOM, "careful": CAREFUL}
WIDEST = 200
"""Radius that no window may have; games that grow so large take more time and memory than there is."""
SECOND_SALT = 0x61756469746F7273
"""What an audit tells positions apart by; combined with the salt, so that it is another one."""


class Tally(NamedTuple):
    """Counts of games: won by the first player, drawn, won by the second; marks made; games whose area grew."""

    first: int
    drawn: int
    second: int
    marks: int
    grown: int


class Snapshot(NamedTuple):
    """Learners in full, but for their recipe.

    Attributes
    ----------
    player, key, value : (n,) whose estimate (1 or 2), of which position, and how much; by player and key.
    check : (n,) keys by the second salt, None if nothing is audited.
    games : trained so far.
    state : the word that chance goes on from.
    limits : how far the players think of cells on a growing area.
    collisions : look-ups that met the estimate of another position.
    """

    player: NDArray[np.int8]
    key: Words
    value: NDArray[np.float64]
    check: Words | None
    games: int
    state: int
    limits: tuple[int, int]
    collisions: int


class Learner:
    """Both players of a game, who learn from playing each other.

    Parameters
    ----------
    recipe : how.
    state : a word in an array, which all chance in training comes from; it stays as it is.
    salt : what keys are drawn from; another one changes nothing but the keys.
    audited : whether keys that several positions share are found out, by a second salt.

    Raises
    ------
    ValueError
        If canonical keys are to be audited, which positions share on purpose.
    """

    def __init__(self, recipe: Recipe, state: Words, *, salt: int = SALT, audited: bool = False) -> None:
        if audited and recipe.key == "canonical":
            raise ValueError("key: canonical ones can't be audited; positions share them on purpose")
        self.recipe, self.salt, self.audited = recipe, salt, audited
        self.games = 0
        self._state = state.copy()
        self._plan = plan_of(recipe, audited=audited)
        self._limits = np.full(2, self._plan.limiter, np.int64)
        self._radius = radius_at_first(recipe.board)
        self._window = self._empty_window()
        self._book = books.empty_book(audited=audited, seen=books.none_seen(rows=_is_sifted(recipe)))

    @property
    def state(self) -> int:
        """The word that chance in training goes on from."""
        return int(self._state[0])

    @property
    def entries(self) -> tuple[int, int]:
        """Estimates kept for the first and the second player."""
        return int(self._book.used[0]), int(self._book.used[1])

    @property
    def collisions(self) -> int:
        """Look-ups in training that met the estimate of another position; 0 unless audited."""
        return int(self._book.used[2])

    def train(self, games: int) -> Tally:
        """Play so many games and learn from each; ValueError if one grows out of all bounds."""
        tally = self._play(games, ("learned", "learned"), self._state, self._limits, learns=True)
        self.games += games
        return tally

    def meet(self, first: str, second: str, games: int, state: Words) -> Tally:
        """Results of games in which nothing is explored or learnt.

        Parameters
        ----------
        first, second : who plays: ``learned``, ``random`` (any cell) or ``careful`` (wins if it can at once, else keeps
            the other from doing so, else any cell).
        state : a word in an array, which all chance comes from.
        """
        return self._play(games, (first, second), state, self._limits.copy(), learns=False)

    def candidates(self, marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Cells that who is to move thinks of after the players' `marks` in turn, in order."""
        match self.recipe.board:
            case Finite() as board:
                return _free(marks, board.reach)
            case Infinite() as board:
                limit = int(self._limits[len(marks) % 2]) if board.limits == "kept" else board.limiter
                reach = max((max(abs(x), abs(y)) for x, y in marks), default=0)
                while (board.grows == "edge" and reach >= limit) or not _free(marks, limit):
                    limit += board.limiter
                return _free(marks, limit)
            case Smarter() as board if marks:
                near = [cell for mark in marks for cell in _square(mark, board.limiter) if cell not in marks]
                return near if board.duplicates else list(dict.fromkeys(near))
        plan = self._plan
        span = range(plan.opening_low, plan.opening_low + plan.opening_width)
        return [(x, y) for x in span for y in span]

    def estimates(self, marks: Sequence[tuple[int, int]]) -> list[float]:
        """What the player who is to move thinks of each of `candidates`."""
        finite = isinstance(self.recipe.board, Finite)
        after = [[*marks, cell] for cell in self.candidates(marks)]
        keys = [key_of(self.recipe.key, position, finite=finite, salt=self.salt) for position in after]
        begun = [standing(position, self.recipe.board, self.recipe.need) for position in after]
        initial = np.array([getattr(self.recipe.initial, stands) for stands in begun])
        return self.look_up(np.array(keys, np.uint64), initial).tolist()

    def look_up(self, keys: Words, initial: NDArray[np.float64]) -> NDArray[np.float64]:
        """Estimates of positions by their `keys`, see `keys.key_of`; `initial` ones where nothing was learnt."""
        values = initial.astype(np.float64)
        books.get(self._book, keys, values)
        return values

    def snapshot(self) -> Snapshot:
        """All there is to go on from."""
        keys, values, checks = books.entries_of(self._book)
        player = (keys & np.uint64(1)).astype(np.int8) + np.int8(1)
        order = np.lexsort((keys, player))
        limits = int(self._limits[0]), int(self._limits[1])
        return Snapshot(
            player=player[order],
            key=keys[order],
            value=values[order],
            check=checks[order] if self.audited else None,
            games=self.games,
            state=self.state,
            limits=limits,
            collisions=self.collisions,
        )

    @classmethod
    def resumed(cls, recipe: Recipe, snapshot: Snapshot, *, salt: int = SALT) -> "Learner":
        """Learners as they were, which go on as if they had never been put away."""
        learner = cls(recipe, np.array([snapshot.state], np.uint64), salt=salt, audited=snapshot.check is not None)
        checks = np.empty(0, np.uint64) if snapshot.check is None else snapshot.check
        learner._book = books.book_of(snapshot.key, snapshot.value, checks, audited=learner.audited)
        learner._book.used[2] = snapshot.collisions
        learner._limits[:] = snapshot.limits
        learner.games = snapshot.games
        return learner

    def _play(
        self, games: int, players: tuple[str, str], state: Words, limits: NDArray[np.int64], *, learns: bool
    ) -> Tally:
        """Play, with more room whenever there is too little."""
        counts = np.zeros(5, np.int64)
        seats = PLAYERS[players[0]], PLAYERS[players[1]]
        while (left := games - int(counts[:3].sum())) > 0:
            ended = play(left, self._plan, self._window, self._book, state, limits, seats, learns, counts)
            if ended == NO_ROOM:
                self._book = books.larger(self._book)
            elif ended == OUTSIDE:
                self._widen()
        first, second, drawn, marks, grown = counts.tolist()
        return Tally(first, drawn, second, marks, grown)

    def _widen(self) -> None:
        if 2 * self._radius > WIDEST:
            raise ValueError(
                f"board: a game doesn't end within {WIDEST // 2} cells of the middle; allowed: boards where all do"
            )
        self._radius *= 2
        self._window = self._empty_window()

    def _empty_window(self) -> Window:
        return empty_window(self.recipe, self._radius, self.salt, self.salt ^ SECOND_SALT)


def _is_sifted(recipe: Recipe) -> bool:
    """Whether most positions that are thought of have no estimate, and those that have don't all fit into the cache."""
    cached = isinstance(recipe.board, Finite) and recipe.board.size <= 3
    return recipe.storage == "lazy" and not isinstance(recipe.board, Smarter) and not cached


def _free(marks: Sequence[tuple[int, int]], limit: int) -> list[tuple[int, int]]:
    return [cell for cell in _square((0, 0), limit) if cell not in marks]


def _square(middle: tuple[int, int], limit: int) -> list[tuple[int, int]]:
    """Cells up to `limit` away, x before y."""
    span = range(-limit, limit + 1)
    return [(middle[0] + x, middle[1] + y) for x in span for y in span]
