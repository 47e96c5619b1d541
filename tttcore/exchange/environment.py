"""The games as environments of PettingZoo (AEC), and 3x3 against a stored opponent as one of Gymnasium.

A learner sees an action for each cell, two planes of marks, and in super tic-tac-toe two of boards that are won.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.learner.opponents import cumulative_table
from tttcore.engines.learner.training import table_player
from tttcore.exchange.picture import picture
from tttcore.games import nine_board as nine
from tttcore.games import super_board as super_game
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import FIRST, SECOND, Hypercube, HypercubePosition
from tttcore.games.nine_board import BOARDS, CELLS, NineBoard, PositionOnNineBoards
from tttcore.games.notation import CellNotation, Notation
from tttcore.games.notation_boards import HypercubeNotation, NineBoardNotation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, SEAT_INDICES, Position, Seat
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.players.agent_file import MOST_LINES

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

    from tttcore.engines.learner.environment import Environment
except ModuleNotFoundError:
    raise ConfigError("PettingZoo is not installed; `pip install pettingzoo` installs it") from None

__all__ = ["against", "classic", "lattice", "nine_board", "super_board"]

P = TypeVar("P", bound=Position)

AGENTS = ("player_1", "player_2")
"""The players: X, who moves first, and O."""
ILLEGAL = -1
"""Reward for an illegal move."""
RENDER_MODES = ["ansi", "rgb_array"]


@dataclass(frozen=True)
class Board(Generic[P]):
    """A game, and how its positions become arrays. A move's number is an action, and counts the cells of `shape`.

    Attributes
    ----------
    name : name of the environment.
    start : first position.
    shape : shape of a plane of marks; in C order its cells are the actions.
    marks : function from a position to the (actions,) contents of its cells: 0 empty, 1 X, 2 O.
    notation : draws positions.
    owners : function from a position to the (actions,) owners of the cells' boards: 0 nobody, 1 X, 2 O; None if boards
        have no owners.
    grid : shape of the board in a picture, see `picture`; that of a plane by default.
    """

    name: str
    start: P
    shape: tuple[int, ...]
    marks: Callable[[P], NDArray[np.int8]]
    notation: Notation[P]
    owners: Callable[[P], NDArray[np.int8]] | None = None
    grid: tuple[int, ...] = ()

    @property
    def actions(self) -> int:
        """Number of actions."""
        return prod(self.shape)

    def planes(self, position: P, seat: int) -> NDArray[np.int8]:
        """(*shape, 2 or 4) 1 where the player in `seat` (0 for X, 1 for O) has a mark, and where the opponent has.

        If boards have owners, likewise where the cell's board is the player's, and where it is the opponent's.
        """
        both = (FIRST, SECOND) if seat == 0 else (SECOND, FIRST)
        contents = [self.marks(position)] if self.owners is None else [self.marks(position), self.owners(position)]
        planes = [(each == side).reshape(self.shape) for each in contents for side in both]
        return np.stack(planes, axis=-1).astype(np.int8)

    def picture(self, position: P) -> NDArray[np.uint8]:
        """(height, width, 3) picture of a position."""
        marks, grid = self.marks(position), self.grid or self.shape
        owners = np.zeros_like(marks) if self.owners is None else self.owners(position)
        return picture(marks.reshape(grid), owners.reshape(grid))

    def action_mask(self, position: P) -> NDArray[np.int8]:
        """(actions,) 1 for legal moves; all 0 if the game is over."""
        mask = np.zeros(self.actions, np.int8)
        mask[position.legal_moves()] = 1
        return mask


def _classic_marks(position: ClassicPosition) -> NDArray[np.int8]:
    return np.array(position.board, np.int8)


def _nine_board_marks(position: PositionOnNineBoards) -> NDArray[np.int8]:
    crosses, noughts = (
        np.array(marks)[:, None] >> np.arange(CELLS) & 1 for marks in (position.crosses, position.noughts)
    )
    return (FIRST * crosses + SECOND * noughts).astype(np.int8).ravel()


def _owners(position: SuperBoard) -> NDArray[np.int8]:
    crosses, noughts = (won >> np.arange(BOARDS) & 1 for won in position.won)
    return (FIRST * crosses + SECOND * noughts).astype(np.int8).repeat(CELLS)


def classic(render_mode: str | None = None) -> AECEnv:
    """Environment of 3x3, see `GameEnv`; planes are (3, 3): row, column.

    Examples
    --------
    >>> from tttcore.exchange.environment import classic
    >>> env = classic(render_mode="ansi")
    >>> env.reset()
    >>> env.step(4)
    >>> print(env.render())
     0 | 1 | 2
    ---+---+---
     3 | X | 5
    ---+---+---
     6 | 7 | 8
    """
    board = Board("tttcore_classic_v0", ClassicPosition(), (3, 3), _classic_marks, CellNotation(count_from=0))
    return _wrapped(board, render_mode)


def lattice(edge: int, dimensions: int, render_mode: str | None = None) -> AECEnv:
    """Environment of a board of edge^dimensions cells, see `GameEnv`; planes have an axis per dimension.

    The first coordinate of a cell is the last axis of a plane: (layer, row, column). The game is drawn as soon as
    nobody can win any more.

    Raises
    ------
    ValueError
        If edge or dimensions are out of range, or the board has more than 100,000 lines.

    Examples
    --------
    >>> from tttcore.exchange.environment import lattice
    >>> env = lattice(edge=4, dimensions=3)
    >>> env.action_space("player_1")
    Discrete(64)
    """
    cube = Hypercube(edge, dimensions)
    if cube.line_count > MOST_LINES:
        raise ValueError(f"edge, dimensions: a board of {cube.line_count:,} lines; allowed: up to {MOST_LINES:,}")
    name = f"tttcore_lattice_{'x'.join([str(edge)] * dimensions)}_v0"
    notation = HypercubeNotation(cube, count_from=0)
    board = Board(name, HypercubePosition(cube), (edge,) * dimensions, HypercubePosition.marks, notation)
    return _wrapped(board, render_mode)


def nine_board(rule: nine.Rule = "free", render_mode: str | None = None) -> AECEnv:
    """Environment of nine-board tic-tac-toe, see `GameEnv`; planes are (9, 3, 3): board, row, column.

    The action mask tells which board must be marked. ValueError for an unknown rule, see `games.nine_board`.

    Examples
    --------
    >>> from tttcore.exchange.environment import nine_board
    >>> env = nine_board()
    >>> env.reset()
    >>> env.step(40)
    >>> env.observe("player_2")["action_mask"].nonzero()[0].tolist()
    [36, 37, 38, 39, 41, 42, 43, 44]
    """
    _check(rule, nine.RULES)
    return _on_nine_boards("tttcore_nine_board_v0", NineBoard(rule=rule), None, render_mode)


def super_board(rule: super_game.Rule = "open", render_mode: str | None = None) -> AECEnv:
    """Environment of super tic-tac-toe, see `GameEnv`; planes are (9, 3, 3): board, row, column.

    There are two more planes, for boards that are won. ValueError for an unknown rule, see `games.super_board`.

    Examples
    --------
    >>> from tttcore.exchange.environment import super_board
    >>> env = super_board(rule="majority")
    >>> env.reset()
    >>> env.observe("player_1")["observation"].shape
    (9, 3, 3, 4)
    """
    _check(rule, super_game.RULES)
    return _on_nine_boards("tttcore_super_board_v0", SuperBoard(rule=rule), _owners, render_mode)


def against(opponent: str = "random", seat: Seat = "both", render_mode: str | None = None) -> Environment:
    """Environment of Gymnasium of 3x3 against a player, registered as ``tttcore/3x3-v0``, see `Environment`.

    Parameters
    ----------
    opponent : ``random``, ``careful`` or ``perfect``, the id of a baseline, or a file of ``ttt export``.
    seat : first, second, or both, of which each game draws one.

    Examples
    --------
    >>> import gymnasium
    >>> import tttcore.exchange.environment
    >>> env = gymnasium.make("tttcore/3x3-v0", opponent="house/perfect", seat="first", render_mode="ansi")
    >>> _, info = env.reset(seed=1)
    >>> env.step(4)[1:4]
    (0.0, False, False)
    """
    if seat not in SEAT_INDICES:
        raise ValueError(f"seat: unknown seat {seat!r}{choices(seat, tuple(SEAT_INDICES))}")
    _check_mode(render_mode, ["ansi"])

    def draw() -> float:
        return environment.np_random.random()

    environment = Environment(table_player(cumulative_table(opponent, seat), draw), SEAT_INDICES[seat], render_mode)
    return environment


gymnasium.register("tttcore/3x3-v0", entry_point=f"{__name__}:against")


def _check_mode(render_mode: str | None, known: Sequence[str]) -> None:
    if render_mode not in (None, *known):
        raise ValueError(f"render_mode: {render_mode!r}; allowed: None, {', '.join(known)}")


def _check(rule: str, rules: Sequence[str]) -> None:
    if rule not in rules:
        raise ValueError(f"rule: unknown rule {rule!r}{choices(rule, rules)}")


def _on_nine_boards(
    name: str, start: Any, owners: Callable[[Any], NDArray[np.int8]] | None, mode: str | None
) -> AECEnv:
    notation = NineBoardNotation(count_from=0)
    board = Board(name, start, (BOARDS, 3, 3), _nine_board_marks, notation, owners, grid=(3, 3, 3, 3))
    return _wrapped(board, mode)


def _wrapped(board: Board[P], render_mode: str | None) -> AECEnv:
    """Environment that ends the game at an illegal move and refuses what PettingZoo refuses, like its tictactoe_v3."""
    ending = TerminateIllegalWrapper(GameEnv(board, render_mode), illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ending))


class GameEnv(AECEnv, Generic[P]):
    """Environment of a deterministic game, in the conventions of PettingZoo's tictactoe_v3.

    An observation is a dictionary of two arrays of 0 and 1 (int8): ``observation``, (*shape, 2), has the marks of the
    observing player and those of the opponent (in super tic-tac-toe it is (*shape, 4) and has also the cells of the
    boards that the one and the other has won); ``action_mask``, (actions,), has the legal moves, none for a player who
    is not to move. At the end the winner's reward is 1 and the loser's -1; all rewards before, and in a draw, are 0.

    Attributes
    ----------
    board : the game.
    position : current position; ``env.unwrapped.position`` in the environments that the functions of this module make.

    Raises
    ------
    ValueError
        If the render mode isn't None, ``ansi`` or ``rgb_array``.
    """

    def __init__(self, board: Board[P], render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": board.name, "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}
        _check_mode(render_mode, RENDER_MODES)
        self.board, self.position, self.render_mode = board, board.start, render_mode
        self.possible_agents = [*AGENTS]
        self.action_spaces = {agent: Discrete(board.actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, board.planes(board.start, 0).shape, np.int8),
                    "action_mask": Box(0, 1, (board.actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """Space of a player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Space of a player's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the game has no randomness that a seed could change, and no options."""
        self.position = self.board.start
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.current_player]

    def observe(self, agent: str) -> dict[str, Any]:
        """Observation of a player, see the class; ValueError for an unknown one."""
        if agent not in AGENTS:
            raise ValueError(f"unknown player {agent!r}{choices(agent, AGENTS)}")
        mask = self.board.action_mask(self.position)
        return {
            "observation": self.board.planes(self.position, AGENTS.index(agent)),
            "action_mask": mask if agent == self.agent_selection else 0 * mask,
        }

    def step(self, action: Any) -> None:
        """Make a move, a whole number; None removes a player whose game is over. ValueError for an illegal move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
            raise ValueError(f"action: {action!r}; allowed: a whole number, of a legal move")
        self.position = self.position.apply(int(action))
        winner = self.position.winner
        if winner is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if winner != DRAWN:
                won = (CROSS_WON, NOUGHT_WON)
                self.rewards = {agent: 1 if winner == own else -1 for agent, own in zip(AGENTS, won, strict=True)}
            self._accumulate_rewards()
        self.agent_selection = AGENTS[self.position.current_player]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Board as a text (``ansi``) or as a (height, width, 3) picture (``rgb_array``); None without a render mode.

        In the text free cells have numbers, counted from 0.
        """
        if self.render_mode == "rgb_array":
            return self.board.picture(self.position)
        return None if self.render_mode is None else self.board.notation.draw(self.position)
