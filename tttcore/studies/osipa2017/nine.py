"""What the document's way of playing on nine boards does (Osipa 2017, section 2), measured on its parts."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

import numpy as np
from scipy import stats

from tttcore.engines.nine_board.alphabeta import as_published as described
from tttcore.engines.nine_board.alphabeta.heuristics import HEURISTICS, WIN, board_worth, evaluate
from tttcore.engines.nine_board.alphabeta.search import Engine
from tttcore.engines.nine_board.players import Scheduled
from tttcore.engines.nine_board.proof import prove
from tttcore.games.nine_board import BOARDS, CELLS, COMPLETING, FULL, LINES, MOVES, NineBoard, perft
from tttcore.games.position import CROSS_WINS, NOUGHT_WINS

Row = tuple[str, float, str, str]

COUNTED = 50
"""Random positions from which ways to play are counted."""
SEARCHED = 400
"""Random positions on which searches are held against each other."""
LATE = 40
"""Marks from which on results are proved at once."""
PROOF = 100_000
"""Positions that a proof may weigh."""
OPENINGS = 8100
"""First moves of the document's player."""
DEEPEST = 4
"""Plies that those searches look ahead at most."""


def nine_facts(player: Scheduled, rng: np.random.Generator) -> Iterable[Row]:
    """Facts of the rules, the heuristics and the search.

    Parameters
    ----------
    player : the document's, as its treatment describes it.
    """
    yield from _rules(rng)
    yield from _schedule(player)
    yield from _heuristics()
    yield from _searches(rng)
    yield from _first_moves(player, rng)
    yield from _wins(rng)
    yield from _late(rng)


def _rules(rng: np.random.Generator) -> Iterable[Row]:
    yield "first_moves", len(NineBoard().moves()), "", "moves of X at first"
    positions, depths = [NineBoard(), *_positions(COUNTED, rng)], range(1, 4)
    differing = sum(any(perft(position, depth) != _ways(position, depth) for position in positions) for depth in depths)
    told = f"from the start and {COUNTED} random positions"
    how = f"depths up to {depths[-1]} at which compiled and plain rules count other ways to play, {told}"
    yield "perft_differing", differing, "", how


def _ways(position: NineBoard, depth: int) -> int:
    """Ways to play on, as `perft` has them, by the rules of positions alone."""
    if depth == 0:
        return 1
    return sum(_ways(position.after(move), depth - 1) for move in position.moves())


def _schedule(player: Scheduled) -> Iterable[Row]:
    for step in (0, 1, 30, 31):
        yield f"plies_{step}", player.plies(step), "", f"looked ahead at step {step}"


def _heuristics() -> Iterable[Row]:
    """Bounds over all boards without a line; nine of the best together bound a position."""
    boards = list(_open_boards())
    for heuristic, told in ((1, "one mark from a line"), (2, "cells that complete a line")):
        most = max(board_worth(*board, heuristic) for board in boards)
        yield f"most_{heuristic}", BOARDS * most / WIN, "", f"highest score of nine boards by {told}"
    lines = max(_ways_by_lines(*board) - _ways_by_lines(*reversed(board)) for board in boards)
    yield "most_by_lines", BOARDS * lines / WIN, "", "the same if a cell that completes two lines counted twice"
    both = [board for board in boards if all(COMPLETING[own] & ~(board[0] | board[1]) & FULL for own in board)]
    worth = max(abs(board_worth(*board, 1)) for board in both)
    how = f"most that heuristic 1 gives any of the {len(both)} boards that both control"
    yield "both_control", worth, "", how
    yield "nothing", max(abs(board_worth(*board, 0)) for board in boards), "", "highest score by heuristic 0"


def _open_boards() -> Iterator[tuple[int, int]]:
    """X's and O's bits on every board without a line."""
    for marks in product(range(3), repeat=CELLS):
        board = tuple(sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in (1, 2))
        if not any(own & line == line for own in board for line in LINES):
            yield board[0], board[1]


def _ways_by_lines(own: int, other: int) -> int:
    """Lines of a board that one mark completes."""
    return sum((own & line).bit_count() == 2 and not other & line for line in LINES)


def _searches(rng: np.random.Generator) -> Iterable[Row]:
    """What pruning and shuffling change in the described search, and whether the engine agrees with its moves."""
    engines = {heuristic: Engine(heuristic, table_bits=0) for heuristic in HEURISTICS}
    pruned = in_order = chosen = 0
    for position in _positions(SEARCHED, rng):
        for heuristic in HEURISTICS:
            depth = int(rng.integers(1, DEEPEST + 1))
            search = partial(described.search, position, heuristic=heuristic, depth=depth)
            plain, shuffled = search(pruning=False), search(state=rng.bit_generator.random_raw(1))
            pruned += shuffled.value != plain.value
            in_order += search().move != plain.move
            values = engines[heuristic].values(position, depth)
            sign = 1 - 2 * position.mover
            best = max(sign * value for value in values.values())
            chosen += sign * values[shuffled.move] != best
    told = f"of {SEARCHED} positions and {len(HEURISTICS)} heuristics, up to depth {DEEPEST}, those"
    yield "values_differing_pruned", pruned, "", f"{told} whose value differs without pruning"
    kept = f"{told} in which, without shuffling, pruning changes the first best move"
    yield "first_kept_differing", in_order, "", kept
    yield "not_best", chosen, "", f"{told} in which the move that is chosen is not among the best"


def _first_moves(player: Scheduled, rng: np.random.Generator) -> Iterable[Row]:
    """Whether all first moves are alike to the document's player."""
    values = Engine(player.heuristic).values(NineBoard(), player.plies(0))
    yield "first_values", len(set(values.values())), "", "different scores of the 81 first moves"
    made = [player.move(NineBoard(), rng.bit_generator.random_raw(1)) for _ in range(OPENINGS)]
    p = stats.chisquare(np.bincount(made, minlength=MOVES)).pvalue
    yield "first_moves_p", p, "", f"chi-square p-value of {OPENINGS:,} first moves, each as likely"


def _wins(rng: np.random.Generator) -> Iterable[Row]:
    """What a win in one scores, whatever the heuristic."""
    won = [position for position in _positions(SEARCHED, rng) if position.wins()]
    scored = sum(
        described.search(position, heuristic=heuristic, depth=1).value == WIN * (1 - 2 * position.mover)
        for position in won
        for heuristic in HEURISTICS
    )
    told = f"share of {len(won)} positions with a win in one and {len(HEURISTICS)} heuristics that score 1 or -1"
    yield "wins_scored", scored / len(won) / len(HEURISTICS), "", told


def _late(rng: np.random.Generator) -> Iterable[Row]:
    """How often a heuristic points to the player who loses."""
    wrong = count = 0
    for position in _positions(SEARCHED, rng, since=LATE):
        winner = prove(position, nodes=PROOF).winner
        guess = evaluate(position.start().marks, 1)
        if winner and guess:
            count += 1
            wrong += winner != (CROSS_WINS if guess > 0 else NOUGHT_WINS)
    told = f"of {count} late positions with a winner proved and a score not 0, share that heuristic 1 gives the loser"
    yield "misjudged", wrong / count, "", told


def _positions(count: int, rng: np.random.Generator, *, since: int = 0) -> Iterator[NineBoard]:
    """Positions in which the game goes on, after a number of random moves of at least `since`."""
    found = 0
    while found < count:
        position = NineBoard()
        for _ in range(int(rng.integers(since, MOVES))):
            quiet = sorted(set(position.moves()) - set(position.wins()))
            if not quiet:
                break
            position = position.after(quiet[rng.integers(len(quiet))])
        if position.ply >= since and position.winner is None:
            found += 1
            yield position
