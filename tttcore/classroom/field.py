"""The field that entered players are compared with: stored players of 3x3 and baselines, their points and names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tttcore.classroom.playing import Floats
from tttcore.league.matches import Player, league_players, play_round_robin
from tttcore.league.ranking import seat_scores
from tttcore.pipeline.store import read
from tttcore.players.agent_registry import agent_files, baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.baselines import BASELINE_GROUP

COLUMNS = ["agent", "study", "treatment", "replicate", "last", "game", "seat", "cells", "beads"]
TIED = 1e-10
"""Difference up to which scores are equal: above what rounding each match to 12 decimals can make of a tie."""


@dataclass(frozen=True, eq=False)
class Field:
    """Players in each seat, by groups.

    Attributes
    ----------
    players : of all seats; those of a group, which is a treatment, are next to each other.
    """

    players: Sequence[Player]

    def of_seat(self, seat: int) -> list[Player]:
        """Players of a seat."""
        return [each for each in self.players if seat in each.seats]

    def groups(self, seat: int) -> dict[str, list[Player]]:
        """Players of a seat by their groups."""
        found: dict[str, list[Player]] = {}
        for each in self.of_seat(seat):
            found.setdefault(each.group, []).append(each)
        return found

    @cached_property
    def points(self) -> Mapping[int, Floats]:
        """Points per game of the players of each seat, in their order: means over groups of opponents."""
        return dict(enumerate(seat_scores(play_round_robin(self.players))))

    @property
    def studies(self) -> set[str]:
        """Studies whose players it has, `BASELINE_GROUP` among them."""
        return {each.study for each in self.players}

    @property
    def has_runs(self) -> bool:
        """Tell whether it has players of runs, besides the baselines."""
        return self.studies != {BASELINE_GROUP}


def read_field(results: Path) -> Field:
    """Read the players at the end of their runs from the tables of agents in a folder of results, and the baselines.

    Raises
    ------
    ValueError
        If a file isn't a table of agents.
    """
    tables = [read(file, schema=AGENTS, columns=COLUMNS) for file in agent_files(results).values()]
    return Field(league_players([*tables, baseline_agents()]))


def rank_among(points: float, others: Floats) -> int:
    """Rank of a score among those of others, 1 for the best; equal ones share the better rank."""
    return 1 + int(np.count_nonzero(others - points > TIED))
