"""Times of moves on nine boards: with pruning and without, and by player."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Annotated

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.benchmarks import Benchmark, benchmark_kinds
from tttcore.engines.nine_board.alphabeta import as_published as described
from tttcore.engines.nine_board.engine import NOT_AS_DESCRIBED, as_described, build_recipe
from tttcore.engines.nine_board.plots import move_times
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.registry import Between, ConfigError
from tttcore.pipeline.rng import Words, stream
from tttcore.pipeline.stored import Recipes

TAKES = 3
"""Calls of which the fastest counts: what slows the others down is not the move."""


class OfMoves(Benchmark):
    """Times of moves in games of a treatment's first player against itself.

    Attributes
    ----------
    treatment : whose players.
    games : how many.
    """

    treatment: str
    games: int

    @property
    def shows(self) -> Sequence[str]:
        """See `Benchmark.shows`."""
        return (self.treatment,)

    def positions(self, study: str, recipes: Recipes, seed: int) -> Iterator[tuple[int, NineBoard, Words]]:
        """Number of the game, position and random words of every move; these move on when the next is asked for."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        player = next(iter(recipe.players.values()))
        for game in range(self.games):
            state = stream(seed, study, "clocked", self.treatment, game).bit_generator.random_raw(1)
            position = NineBoard(rule=recipe.rule)
            while position.winner is None:
                yield game, position, state
                position = position.after(player.move(position, state))


@benchmark_kinds.register("by_move")
@dataclass(frozen=True, kw_only=True)
class ByMove(OfMoves):
    """Every search of the document's player, with pruning and without."""

    treatment: str
    games: Annotated[int, Between(1)]

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; game, step, pruned and unpruned seconds."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        name, player = next(iter(recipe.players.items()))
        if not as_described(player):
            raise ConfigError(f"treatment: {self.treatment!r}: {name!r} {NOT_AS_DESCRIBED}")
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            depth = player.plies(position.ply)
            search = partial(described.search, position, heuristic=player.heuristic, depth=depth)
            pruned, unpruned = _seconds(state, search, partial(search, pruning=False))
            rows.append({"game": game, "step": position.ply, "pruned": pruned, "unpruned": unpruned})
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame) -> Figure:
        """See `Benchmark.draw`."""
        return move_times.times_by_move(times, title=self.title)


@benchmark_kinds.register("by_player")
@dataclass(frozen=True, kw_only=True)
class ByPlayer(OfMoves):
    """Every player of a treatment on the same positions."""

    treatment: str
    games: Annotated[int, Between(1)]

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; player, game, step, seconds."""
        players = build_recipe(recipes[self.treatment], self.treatment).players
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            spent = _seconds(state, *(partial(player.move, position) for player in players.values()))
            rows += [
                {"player": name, "game": game, "step": position.ply, "seconds": seconds}
                for name, seconds in zip(players, spent, strict=True)
            ]
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame) -> Figure:
        """See `Benchmark.draw`."""
        return move_times.times_of_players(times, title=self.title)


def _seconds(state: Words, *works: Callable[..., object]) -> list[float]:
    """Of each work the fastest of `TAKES` calls, always with the same words as `state`; they take turns."""
    spent = [math.inf] * len(works)
    for _ in range(TAKES):
        for place, work in enumerate(works):
            words = state.copy()
            began = perf_counter()
            work(state=words)
            spent[place] = min(spent[place], perf_counter() - began)
    return spent
