"""Pair of tabular players trained by self-play: training, values, matches, snapshots, and greedy play.

Source: mrugala2020, section 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.board_window import empty_window, initial_radius
from tttcore.engines.tabular.keys import SALT, position_key
from tttcore.engines.tabular.move_choice import CAREFUL, LEARNED, RANDOM
from tttcore.engines.tabular.recipe import Finite, Recipe, Smarter, kernel_parameters
from tttcore.engines.tabular.reference import Tally, candidates, openings, played, status_of
from tttcore.engines.tabular.self_play import TABLE_FULL, WINDOW_EXCEEDED, play_games, workspace
from tttcore.engines.tabular.value_table import doubled, empty_bloom, empty_table, entries_of, look_up, table_of
from tttcore.games.mnk import Cell, MnkPosition, number_of
from tttcore.pipeline.rng import Words, uniform

PLAYER_KINDS = {"learned": LEARNED, "random": RANDOM, "careful": CAREFUL}
MAX_RADIUS = 200
"""Largest radius of a window; larger games take more time and memory than there is."""
SECOND_SALT = 0x61756469746F7273
"""Combined with the salt into a second one, whose keys tell which positions share a key."""


class Snapshot(NamedTuple):
    """Complete state of a pair of players, without their recipe; (n,) entries are sorted by player and key."""

    player: NDArray[np.int8]  # (n,) owner of each entry of the value table, 1 or 2
    key: Words  # (n,)
    value: NDArray[np.float64]  # (n,)
    check: Words | None  # (n,) keys by the second salt, None if collisions aren't counted
    games: int  # trained so far
    state: int  # random state
    collisions: int  # look-ups that returned the value of another position


class Learner:
    """Both players of a game, which learn by self-play.

    Parameters
    ----------
    state : random state of training, a word in an array; the array isn't changed.
    salt : seed of the keys' words; another one changes nothing but the keys.
    count_collisions : whether collisions of keys are counted, by means of a second salt.

    Raises
    ------
    ValueError
        If collisions of canonical keys are to be counted; positions share them on purpose.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.tabular import AS_DESCRIBED, Learner, build_recipe
    >>> learner = Learner(build_recipe(AS_DESCRIBED, "mine"), np.array([1], np.uint64))
    >>> learner.train(1000)
    Tally(first=670, drawn=87, second=243, marks=6643, grown=0)
    >>> learner.play_match("learned", "random", 100, np.array([1], np.uint64))
    Tally(first=99, drawn=1, second=0, marks=542, grown=0)
    """

    def __init__(self, recipe: Recipe, state: Words, *, salt: int = SALT, count_collisions: bool = False) -> None:
        if count_collisions and recipe.key == "canonical":
            raise ValueError("key: collisions of canonical ones can't be counted; positions share them on purpose")
        self.recipe, self.salt, self.count_collisions = recipe, salt, count_collisions
        self.games = 0
        self._state = state.copy()
        self._parameters = kernel_parameters(recipe, count_collisions=count_collisions)
        self._radius = initial_radius(recipe.board)
        self._set_up_window()
        self._table = empty_table(count_collisions=count_collisions, bloom=empty_bloom(rows=_needs_bloom(recipe)))

    @property
    def state(self) -> int:
        """Random state of training."""
        return int(self._state[0])

    @property
    def entries(self) -> tuple[int, int]:
        """Numbers of values stored for the first and the second player."""
        return int(self._table.used[0]), int(self._table.used[1])

    @property
    def collisions(self) -> int:
        """Number of look-ups in training that returned the value of another position; 0 unless they are counted."""
        return int(self._table.used[2])

    def train(self, games: int) -> Tally:
        """Play games with exploration and update values after each; ValueError if one outgrows `MAX_RADIUS`."""
        tally = self._play(games, ("learned", "learned"), self._state, learns=True)
        self.games += games
        return tally

    def play_match(self, first: str, second: str, games: int, state: Words) -> Tally:
        """Results of games without exploration and updates.

        Parameters
        ----------
        first, second : kinds of players: ``learned``, ``random`` (any cell) or ``careful`` (completes a row if it can,
            else prevents one of the other, else any cell).
        state : random state, a word in an array.
        """
        return self._play(games, (first, second), state, learns=False)

    def candidates(self, marks: Sequence[Cell]) -> list[Cell]:
        """Cells that the player to move may choose after the players' `marks` in turn, in order."""
        board = self.recipe.board
        return openings(board) if isinstance(board, Smarter) and not marks else candidates(board, played(marks))

    def candidate_values(self, marks: Sequence[Cell]) -> list[float]:
        """Values of the afterstates that `candidates` lead to."""
        board, keys, initial = self.recipe.board, [], []
        for cell in self.candidates(marks):
            after = [*marks, cell]
            finite = isinstance(board, Finite)
            keys.append(position_key(self.recipe.key, after, finite=finite, salt=self.salt))
            initial.append(getattr(self.recipe.initial, status_of(board, played(after), cell, self.recipe.need)))
        return self.values_of(np.array(keys, np.uint64), np.array(initial)).tolist()

    def values_of(self, keys: Words, initial: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of positions by their `keys`, see `keys.position_key`; `initial` ones where none is stored."""
        values = initial.astype(np.float64)
        look_up(self._table, keys, values)
        return values

    def snapshot(self) -> Snapshot:
        """Complete state, see `Snapshot`."""
        keys, values, checks = entries_of(self._table)
        player = (keys & np.uint64(1)).astype(np.int8) + np.int8(1)
        order = np.lexsort((keys, player))
        return Snapshot(
            player=player[order],
            key=keys[order],
            value=values[order],
            check=checks[order] if self.count_collisions else None,
            games=self.games,
            state=self.state,
            collisions=self.collisions,
        )

    @classmethod
    def resumed(cls, recipe: Recipe, snapshot: Snapshot, *, salt: int = SALT) -> "Learner":
        """Players restored from a snapshot; they go on as if there had been no interruption."""
        learner = cls(
            recipe, np.array([snapshot.state], np.uint64), salt=salt, count_collisions=snapshot.check is not None
        )
        checks = np.empty(0, np.uint64) if snapshot.check is None else snapshot.check
        learner._table = table_of(snapshot.key, snapshot.value, checks, count_collisions=learner.count_collisions)
        learner._table.used[2] = snapshot.collisions
        learner.games = snapshot.games
        return learner

    def _play(self, games: int, players: tuple[str, str], state: Words, *, learns: bool) -> Tally:
        """Play games; double the value table or the window whenever the kernel needs more room."""
        counts = np.zeros(5, np.int64)
        seats = PLAYER_KINDS[players[0]], PLAYER_KINDS[players[1]]
        while (left := games - int(counts[:3].sum())) > 0:
            status = play_games(
                left, self._parameters, self._window, self._table, self._workspace, state, seats, learns, counts
            )
            if status == TABLE_FULL:
                self._table = doubled(self._table)
            elif status == WINDOW_EXCEEDED:
                self._widen()
        drawn, first, second, marks, grown = counts.tolist()
        return Tally(first, drawn, second, marks, grown)

    def _widen(self) -> None:
        """Double the window's radius."""
        if 2 * self._radius > MAX_RADIUS:
            raise ValueError(
                f"board: a game doesn't end within {MAX_RADIUS // 2} cells of the middle; allowed: boards where all do"
            )
        self._radius *= 2
        self._set_up_window()

    def _set_up_window(self) -> None:
        self._window = empty_window(self.recipe, self._radius, self.salt, self.salt ^ SECOND_SALT)
        self._workspace = workspace(self._window)


def _needs_bloom(recipe: Recipe) -> bool:
    """True if most look-ups are of positions that aren't stored, in a table larger than the cache."""
    fits_cache = isinstance(recipe.board, Finite) and recipe.board.size <= 3
    return recipe.storage == "lazy" and not isinstance(recipe.board, Smarter) and not fits_cache


@dataclass(frozen=True)
class GreedyPlayer:
    """Greedy policy of the seat whose turn it is. Source: mrugala2020, sections 2.1 and 2.3.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.tabular import AS_DESCRIBED, GreedyPlayer, Learner, MnkPosition, build_recipe
    >>> learner = Learner(build_recipe(AS_DESCRIBED, "mine"), np.array([1], np.uint64))
    >>> player = GreedyPlayer(learner, np.array([2], np.uint64))
    >>> start = MnkPosition(limiter=1, k=3)
    >>> start.apply(player(start)).marks
    ((-1, -1),)
    """

    learner: Learner  # the trained pair
    state: Words  # random state, a word in an array: for random ties, and the opening of a smarter board

    def __call__(self, position: MnkPosition) -> int:
        """Move in an open position; takes a random word where there is a choice."""
        cells = self._best_cells(position)
        return number_of(cells[0] if len(cells) == 1 else cells[int(uniform(self.state) * len(cells))])

    def _best_cells(self, position: MnkPosition) -> list[Cell]:
        """Cells that the policy draws from."""
        cells = self.learner.candidates(position.marks)
        if not position.marks and isinstance(self.learner.recipe.board, Smarter):
            return cells
        values = self.learner.candidate_values(position.marks)
        highest = max(values)
        best = [cell for cell, value in zip(cells, values, strict=True) if value == highest]
        return best if self.learner.recipe.ties == "random" else best[:1]
