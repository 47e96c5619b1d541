"""Stored agents as policies: functions from an observation to an action."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.agent_players import agent_of
from tttcore.games.position import Position
from tttcore.players.agent_file import import_agent
from tttcore.players.agent_registry import find_agent

__all__ = ["agent_policy"]

P = TypeVar("P", bound=Position)

Policy = Callable[[Mapping[str, NDArray[np.int8]]], int]
"""Function from an observation of the player to move, see `environment.GameEnv`, to a legal action.

It raises ValueError if nobody is to move there, if the board is another one than the agent's, or if the agent has not
learnt to play in this seat.
"""


def agent_policy(agent: str, *, results: Path = Path("results"), step: int | None = None, seed: int = 0) -> Policy:
    """Policy of a stored agent, which plays as in ``ttt play AGENT``.

    Parameters
    ----------
    agent : id that ``ttt agents`` lists, or name of a .json file that ``ttt export`` has written.
    results : folder with a folder for each study; baselines need none.
    step : step of its run at which the agent is taken; by default the end.
    seed : of the cells that an agent of 3x3 draws with equal probabilities, as ``ttt play AGENT --seed`` draws them.

    Raises
    ------
    ValueError
        For an unknown agent or step, a file that holds no agent, or a step of a file, which has only one.

    Examples
    --------
    >>> from tttcore.exchange.environment import classic
    >>> from tttcore.exchange.policy import agent_policy
    >>> env = classic()
    >>> env.reset()
    >>> agent_policy("house/careful", seed=1)(env.observe("player_1"))
    3
    """
    is_file = Path(agent).suffix == ".json"
    if is_file and step is not None:
        raise ValueError(f"{agent}: step {step}: a file is of one step")
    found = import_agent(Path(agent)) if is_file else find_agent(results, agent, step)
    shape = (int(found["edge"]),) * int(found["dimensions"]) + (2,)
    player = agent_of(found, seed)

    def policy(observation: Mapping[str, NDArray[np.int8]]) -> int:
        if not isinstance(observation, Mapping):
            given = type(observation).__name__
            raise ValueError(f"{agent}: an observation of type {given}; allowed: a dictionary, of one board")
        planes = observation["observation"]
        if planes.shape != shape:
            raise ValueError(f"{agent}: an observation of shape {planes.shape}; allowed: {shape}, its own board")
        if not observation["action_mask"].any():
            raise ValueError(f"{agent}: no action is legal; allowed: the observation of a player who is to move")
        return player.move(_position(player.start, planes))

    return policy


def _position(start: P, planes: NDArray[np.int8]) -> P:
    """Position with these marks, of the player to move and of the opponent.

    The game is open there, so it was open after any of these marks, in whatever order the players made them.
    """
    own, theirs = (np.flatnonzero(planes[..., plane]).tolist() for plane in (0, 1))
    first, second = (own, theirs) if len(own) == len(theirs) else (theirs, own)
    position = start
    for pair in zip_longest(first, second):
        for move in pair:
            if move is not None:
                position = position.apply(move)
    return position
