"""Genies: a run and single games against the plain reference, games against a recount, and the largest boards."""

import json
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from timing import seconds

from tttcore.engines.genies import benchmarks, reference
from tttcore.engines.genies.players.linear import EVALUATE, WIN_OR_BLOCK, Player, random_players, strategy_3_genes
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.engines.genies.recipe import Recipe, build_recipe
from tttcore.engines.genies.steady_state import History, SteadyState
from tttcore.engines.genies.summary import lineage, players
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

GENERATIONS, GAMES = 1000, 300
EVERY = 10
"""The reference plays one game of each so many generations."""
RECIPE: dict[str, Any] = {
    "edge": 4,
    "dimensions": 3,
    "population": 10,
    "static": {"count": 1, "strategy": 3},
    "games": GAMES,
    "start": {"name": "uniform", "low": 0, "high": 9},
    "goal": "win",
    "score": {"name": "halved", "division": "real"},
    "replace": {"name": "worst", "best_of": "family"},
    "cross": {"name": "copy"},
    "mutate": {"name": "drift", "percent": 20},
    "generations": GENERATIONS,
    "unofficial": {"every": GENERATIONS + 1, "games": 1},
    "success": {"score": 110, "window": 20},
}
LARGEST = {10: 5, 12: 3}
"""Dimensions of the largest boards of edge 4, and how many games are played on each."""


def evolution(rounds: int) -> dict[str, float]:
    """One run with outcomes remembered, with every game played, and by the reference.

    The reference would take half an hour. It plays one game of every tenth generation, between two Genies of that
    generation, and its mean time stands for all; what it does between games is left out.
    """
    recipe = build_recipe(RECIPE, "genies")
    remembering, playing = SteadyState(recipe), SteadyState(recipe, cache_outcomes=False)
    history, other = (state.run(stream(0, "benchmarks")) for state in (remembering, playing))
    assert all(np.array_equal(*fields) for fields in zip(history, other, strict=True))
    sample = list(sampled_pairs(recipe, history))
    remembered, played = seconds(
        lambda: remembering.run(stream(0, "benchmarks")),
        lambda: playing.run(stream(0, "benchmarks")),
        rounds=max(rounds // 2, 5),
    )
    (plain,) = seconds(lambda: [reference.play(Hypercube(4, 3), *pair) for pair in sample], rounds=max(rounds // 10, 3))
    plain *= GENERATIONS * GAMES / len(sample)
    return {
        "Genies 4^3: ms for 1,000 generations of 300 games": remembered * 1e3,
        "Genies 4^3: plain Python / 1,000 generations of 300 games": plain / remembered,
        "Genies 4^3: every game played / outcomes remembered": played / remembered,
    }


def sampled_pairs(recipe: Recipe, history: History) -> Iterator[tuple[Player, Player]]:
    """Two of the Genies that played in every tenth generation."""
    family, rng = lineage(history.died, history.parent, population=recipe.population), stream(0, "benchmarks", "pairs")
    for generation in range(EVERY, GENERATIONS + 1, EVERY):
        one, other = rng.choice(players(family, generation)["number"], 2, replace=False).tolist()
        yield genie_of(recipe, history, one), genie_of(recipe, history, other)


def genie_of(recipe: Recipe, history: History, number: int) -> Player:
    """A Genie by its number in the family tree."""
    fixed = recipe.static
    return fixed.player if number < fixed.count else Player(EVALUATE, history.genes[number - fixed.count].tolist())


def games(rounds: int) -> dict[str, float]:
    """Single games between random players, others in each round."""
    plain, anew = [], []
    for game in range(rounds):
        streams = partial(stream, 0, "benchmarks", game)
        table = benchmarks.game_times([(4, 5), (4, 7)], streams, limit=math.inf)
        spent = table.set_index(["dimensions", "player"])["seconds"]
        plain.append(plain_seconds(5, streams) / spent[5, "incremental"])
        anew.append(spent[7, "recount"] / spent[7, "incremental"])
    return {
        "Genies 4^5: plain Python / compiled game": float(median(plain)),
        "Genies 4^7: compiled recount / game": float(median(anew)),
    }


def plain_seconds(dimensions: int, streams: benchmarks.Streams) -> float:
    """Time of the reference's game between the same players, what follows from the board alone known beforehand."""
    board = Hypercube(4, dimensions)
    pair = [Player(EVALUATE, player.genes.tolist()) for player in random_players(board, streams(4, dimensions))]
    reference.lines_through(board)
    began = time.perf_counter()
    reference.play(board, *pair)
    return time.perf_counter() - began


def ahead(rounds: int) -> dict[str, float]:
    """Time of a move of MinMax beside that of a Genie with the same genes, in games against strategy 3."""
    cube, opponent = Hypercube(4, 3), Player(WIN_OR_BLOCK)
    genes = strategy_3_genes(cube).tolist()
    sides = {depth: MinMax(genes, depth) for depth in (2, 3)}
    moves = {depth: len(play_match(cube, side, opponent).moves) for depth, side in sides.items()}
    genie, *others = seconds(
        lambda: play_match(cube, opponent, opponent),
        *(partial(play_match, cube, side, opponent) for side in sides.values()),
        rounds=10 * rounds,
    )
    genie /= len(play_match(cube, opponent, opponent).moves)
    return {
        f"Genies 4^3: a game of MinMax {depth} / of strategy 3, per move": spent / moves[depth] / genie
        for depth, spent in zip(sides, others, strict=True)
    }


def large() -> dict[str, float]:
    """Median time and highest memory of games on the largest boards, each in a process of its own."""
    measured = {}
    game_in_a_process(7, 0)  # compiles
    for dimensions, count in LARGEST.items():
        results = [game_in_a_process(dimensions, seed) for seed in range(count)]
        measured[f"Genies 4^{dimensions}: seconds for a game"] = median(own["seconds"] for own in results)
        measured[f"Genies 4^{dimensions}: peak memory, MB"] = max(own["peak_rss_mb"] for own in results)
    return measured


def game_in_a_process(dimensions: int, seed: int) -> dict[str, float]:
    """Output of `ttt genies game` about a game."""
    command = [Path(sys.executable).with_name("ttt"), "genies", "game", "--json"]
    options = [f"--dimensions={dimensions}", "--edge=4", f"--seed={seed}"]
    done = subprocess.run([*command, *options], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def measure(rounds: int) -> dict[str, float]:
    """Ratios, times and memory of Genies."""
    return {**evolution(rounds), **games(max(rounds // 6, 3)), **ahead(rounds), **large()}
