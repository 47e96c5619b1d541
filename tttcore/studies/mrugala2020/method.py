"""Facts of the document's method: its learning rule, and collisions of the hash that it takes for unique.

Each fact of the learning rule is observed on a small case. CPython's hash of a number is the number, but -1 is kept for
errors and hashed as -2; the board has its middle at (0, 0), so that from 5x5 on both are coordinates. The contributions
of two marks with equal hashes to the hash of a set cancel each other out (section 2.1).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tttcore.engines.tabular.keys import position_key, python_hash
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.games.classic import CELLS, DRAWN, OPEN, StateTables
from tttcore.games.mnk import Cell
from tttcore.pipeline.needs import needs
from tttcore.pipeline.rng import stream
from tttcore.studies.method import Fact, fact_table
from tttcore.studies.mrugala2020 import never_cleared, sensible_moves
from tttcore.studies.mrugala2020.game_values import game_value_facts

SMALLEST, FIVE, INFINITE = "3x3", "5x5", "infinite"
CAPTIONS = {"never_cleared": never_cleared.CAPTION, "sensible_moves": sensible_moves.CAPTION}
RANDOM_GAMES = 20_000
"""Games of players that mark any cell; the standard error of a proportion is a third of a percent at most."""
GRID = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


@needs(treatments=[SMALLEST, FIVE, INFINITE])
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the learning rule, of hashes and of game values; parameters as in `studies.method.method_tables`."""
    yield from learning_rule_facts(recipes[SMALLEST], tables, seed=seed)
    yield from random_move_facts(recipes[FIVE], seed)
    yield from python_hash_facts()
    yield from game_value_facts()


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Tables ``never_cleared`` and ``sensible_moves``; parameters as in `studies.method.method_tables`."""
    return {
        "never_cleared": never_cleared.never_cleared(recipes[SMALLEST], seed=seed),
        "sensible_moves": sensible_moves.sensible_moves(recipes[INFINITE], seed=seed),
    }


def learning_rule_facts(recipe: Mapping[str, Any], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the learning rule by a recipe, that of the test on 3x3."""
    yield from _copied(recipe)
    yield from _candidates(recipe)
    yield from _backups(recipe, seed)
    yield from _exploration(recipe, seed)
    yield from _keys(tables)
    yield from _lengths(tables)
    yield from _growing_area(recipe)


def _copied(recipe: Mapping[str, Any]) -> Iterable[Fact]:
    """Numbers that the document gives, from the smallest to the largest, with their names."""
    for name, told in (("rewards", "rewards at the end of a game"), ("initial", "estimates of new positions")):
        numbers = sorted(recipe[name].items(), key=lambda item: item[1])
        yield name, numbers[0][1], f"least of the {told}", ", ".join(f"{key} {value:g}" for key, value in numbers)


def _learner(recipe: Mapping[str, Any], seed: int = 0, **change: Any) -> Learner:
    """Untrained pair by a recipe with changes."""
    built = build_recipe({**recipe, **change}, "facts of the method")
    return Learner(built, stream(seed, "facts of learners").bit_generator.random_raw(1))


def _candidates(recipe: Mapping[str, Any]) -> Iterable[Fact]:
    """Numbers of candidates on every board of the document."""
    for size in (3, 5):
        learner = _learner(recipe, board={"name": "finite", "size": size})
        yield f"cells_{size}", len(learner.candidates([])), f"cells thought of on an empty board of size {size}"
    area = _learner(recipe, board={"name": "infinite", "limiter": 5})
    cells = area.candidates([])
    yield "cells_infinite", len(cells), "the same on an infinite board with limiter 5"
    yield "cells_grown", len(area.candidates(cells)), "the same once all of these are marked"
    for name, told in (("centred", "as the text has it"), ("python", "as Python's randint(0, 3) twice has it")):
        near = _learner(recipe, board={"name": "smarter", "limiter": 2, "opening": name})
        yield f"openings_{name}", len(near.candidates([])), f"cells that the first mark is drawn from, {told}"
    marks = [(0, 0), (0, 1), (5, 5)]
    distances = [min(max(abs(x - a), abs(y - b)) for a, b in marks) for x, y in near.candidates(marks)]
    yield "farthest", max(distances), "greatest distance of a cell that is thought of from the nearest of three marks"
    for name, duplicates, told in (("near", False, ""), ("near_again", True, ", one near to both counted twice")):
        near = _learner(recipe, board={"name": "smarter", "limiter": 2, "duplicates": duplicates})
        yield name, len(near.candidates([(0, 0), (0, 1)])), f"cells within 2 of either of two neighbours{told}"


def _backups(recipe: Mapping[str, Any], seed: int) -> Iterable[Fact]:
    """The winner's values after a first game without exploration, last position first."""
    for target in ("moving", "fixed"):
        learner = _learner(recipe, seed, target=target, exploration=0)
        tally = learner.train(1)
        stored = learner.snapshot()
        own = np.sort(stored.value[stored.player == (1 if tally.first else 2)])[::-1]
        told = ", ".join(f"{value:g}" for value in own)
        yield f"fed_{target}", own[-1], f"estimate of the winner's first position after one game, target {target}", told
        if target == "moving":
            yield "learnt", len(stored.key) / tally.marks, "positions learnt from in that game, for each mark"


def _exploration(recipe: Mapping[str, Any], seed: int) -> Iterable[Fact]:
    """Proportion of random moves whose afterstates are updated."""
    learner = _learner(recipe, seed, exploration=1)
    tally = learner.train(1)
    share = sum(learner.entries) / tally.marks
    yield "remembered", share, "positions learnt from in a first game of random moves, for each mark"


def random_move_facts(recipe: Mapping[str, Any], seed: int) -> Iterable[Fact]:
    """Proportions of games that each seat wins if both players mark any cell."""
    words = stream(seed, "facts of random moves").bit_generator.random_raw(1)
    tally = _learner(recipe).play_match("random", "random", RANDOM_GAMES, words)
    for seat, won in (("first", tally.first), ("second", tally.second)):
        told = f"share of {RANDOM_GAMES:,} games on 5x5 that the {seat} player wins if both mark any cell"
        yield f"random_{seat}_5", won / RANDOM_GAMES, told


def _keys(tables: StateTables) -> Iterable[Fact]:
    """Positions whose key depends on the order of marks, and number of different keys."""
    differing, distinct = 0, set[int]()
    for board in tables.positions[1:].tolist():
        marks = [[GRID[cell] for cell in range(CELLS) if board[cell] == side] for side in (1, 2)]
        orders = product(*((own, own[::-1], own[1:] + own[:1]) for own in marks))
        keys = {position_key("owned", _in_turn(*order), finite=True) for order in orders}
        differing += len(keys) > 1
        distinct |= keys
    yield "orders_differing", differing, "positions of 3x3 whose key depends on the order of marks"
    yield "keys", len(distinct), "different keys of these positions"
    yield "positions", len(tables.positions) - 1, "of them there are"


def _in_turn(first: Sequence[Cell], second: Sequence[Cell]) -> list[Cell]:
    """Marks of both players in turn."""
    return [(first, second)[turn % 2][turn // 2] for turn in range(len(first) + len(second))]


def _lengths(tables: StateTables) -> Iterable[Fact]:
    """Lengths of the shortest and the longest win on 3x3."""
    won = tables.plies[(tables.outcomes != OPEN) & (tables.outcomes != DRAWN)]
    yield "shortest_win", won.min(), "marks with which a game of 3x3 is won at the earliest"
    yield "longest_win", won.max(), "and at the latest"


def _growing_area(recipe: Mapping[str, Any]) -> Iterable[Fact]:
    """A first game on an area that grows whenever its edge is marked, which may not end."""
    learner = _learner(recipe, board={"name": "infinite", "limiter": 5, "grows": "edge"}, need=5)
    try:
        ended, told = 1, f"with {learner.train(1).marks} marks"
    except ValueError:
        ended, told = 0, "it goes on out of all bounds"
    yield "edge_ends", ended, "1 if a first game ends on an area that grows whenever its edge is marked", told


class HashedBoard(NamedTuple):
    """Board of which all sets of marks up to some size are hashed."""

    name: str
    size: int
    least: int
    """Smallest coordinate."""
    most: int
    """Largest number of marks in a set."""

    def __str__(self) -> str:
        return f"{self.size}x{self.size} from {self.least} on, up to {self.most} marks"


BOARDS = HashedBoard("3", 3, -1, 9), HashedBoard("5", 5, -2, 3), HashedBoard("5_from_0", 5, 0, 3)


def python_hash_facts() -> Iterable[Fact]:
    """Facts: numbers of sets of marks and of different hashes; takes seconds."""
    differing = 0
    for board in BOARDS:
        for owned, name, told in ((True, "owned", "marks with owners"), (False, "unowned", "marks alone")):
            hashes = [(python_hash(marks, owned=owned), _hash(marks, owned)) for marks in _sets(board, owned)]
            sets, distinct = len(hashes), len({emulated for emulated, _ in hashes})
            differing += sum(emulated != real for emulated, real in hashes)
            yield f"hashed_{name}_{board.name}", sets, f"sets of {told} on {board}"
            yield f"hashes_{name}_{board.name}", distinct, f"different hashes of sets of {told} on {board}"
            how = f"by how much sets outnumber their hashes, as a share of the sets: {told} on {board}"
            yield f"lost_{name}_{board.name}", 1 - distinct / sets, how
    yield "hashes_differing", differing, "of all these sets, those whose hash by this Python is another"


def _sets(board: HashedBoard, owned: bool) -> Iterator[list[Cell]]:
    """All sets of marks that players can have made in turn, ignoring wins; each in one possible order."""
    span = range(board.least, board.least + board.size)
    cells = [(x, y) for x in span for y in span]
    for number in range(1, board.most + 1):
        for marks in combinations(cells, number):
            for first in combinations(marks, (number + 1) // 2) if owned else [marks[::2]]:
                yield _in_turn(first, [cell for cell in marks if cell not in first])


def _hash(marks: list[Cell], owned: bool) -> int:
    """Hash of a set of marks by this Python."""
    return hash(frozenset((cell, turn % 2 + 1) for turn, cell in enumerate(marks)) if owned else frozenset(marks))
