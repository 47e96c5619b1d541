"""Facts about the document's player of nine boards, its rules, heuristics and searches (Osipa 2017, section 2)."""

import math
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby, product

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.as_published import board_score, evaluate
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.engines.nine_board.proof import prove
from tttcore.engines.nine_board.reference import HEURISTICS, WIN
from tttcore.games.nine_board import BOARDS, CELLS, COMPLETING, FULL, LINES, MOVES, NineBoard, perft
from tttcore.games.position import CROSS_WON, NOUGHT_WON, SIGNS
from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import bootstrap_interval, noncentrality_interval, redrawn_counts
from tttcore.studies.method import Fact

COUNTED = 50
"""Random positions on which perft counts are compared."""
SEARCHED = 400
"""Random positions on which searches are compared."""
LATE = 40
"""Fewest marks of positions whose results are proved."""
PROOF = 100_000
"""Node limit of a proof."""
OPENINGS = 8100
"""First moves drawn from the document's player."""
DEEPEST = 4
"""Largest depth of the compared searches."""
AGAIN = 5
"""Searches of a position that are compared with one another."""
Counts = NDArray[np.float64]


def nine_board_facts(player: ScheduledDepth, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about the rules, the heuristics and the search.

    Parameters
    ----------
    player : of the document, as its treatment describes it.
    """
    yield from _rules(rng)
    yield from _schedule(player)
    yield from _heuristics()
    yield from _searches(rng)
    yield from _first_moves(player, rng)
    yield from _wins(rng)
    yield from _late(rng)
    yield from _unshuffled(player, rng)


def _rules(rng: np.random.Generator) -> Iterable[Fact]:
    yield "first_moves", len(NineBoard().legal_moves()), "moves of X at first"
    first = NineBoard().current_player
    yield "first_player", first, "who moves at step 0, counted from 0", SIGNS[first]
    positions, depths = [NineBoard(), *_positions(COUNTED, rng)], range(1, 4)
    differing = sum(any(perft(position, depth) != _ways(position, depth) for position in positions) for depth in depths)
    scope = f"from the start and {COUNTED} random positions"
    how = f"depths up to {depths[-1]} at which compiled and plain rules count other ways to play, {scope}"
    yield "perft_differing", differing, how


def _ways(position: NineBoard, depth: int) -> int:
    """Count the ways to play on as `perft` does, by the rules of `NineBoard` alone."""
    if depth == 0:
        return 1
    return sum(_ways(position.apply(move), depth - 1) for move in position.legal_moves())


def _schedule(player: ScheduledDepth) -> Iterable[Fact]:
    for step in (0, 1, 30, 31):
        yield f"plies_{step}", player.plies(step), f"looked ahead at step {step}"
    spans = [(plies, [*steps]) for plies, steps in groupby(range(MOVES), player.plies)]
    text = "; ".join(f"{plies} from {steps[0]}" for plies, steps in spans)
    yield "schedule", len(spans), "different spans of the game: plies looked ahead, from which step on", text


def _heuristics() -> Iterable[Fact]:
    """Facts about the bounds of the heuristics."""
    boards = list(_open_boards())
    scope = "highest score of nine boards without a line, with as many marks of X as of O or one more, by"
    for heuristic, scored in ((1, "one mark from a line"), (2, "cells that complete a line")):
        most = _most_of_nine((board, board_score(*board, heuristic)) for board in boards)
        yield f"most_{heuristic}", most / WIN, f"{scope} {scored}"
    lines = ((board, _ways_by_lines(*board) - _ways_by_lines(*reversed(board))) for board in boards)
    yield "most_by_lines", _most_of_nine(lines) / WIN, "the same if a cell that completes two lines counted twice"
    ways = {board: [COMPLETING[own] & ~(board[0] | board[1]) & FULL for own in board] for board in boards}
    both = [board for board, of_both in ways.items() if all(of_both)]
    most = max(abs(board_score(*board, 1)) for board in both)
    yield "both_control", most, f"most that heuristic 1 gives any of the {len(both)} boards that both control"
    scores = {board_score(*board, 2) / own.bit_count() for board, (own, other) in ways.items() if own and not other}
    yield "way_scores", len(scores), "different scores of a way to win a board where the opponent has none"
    yield "heuristics", len(HEURISTICS), "heuristics"
    yield "nothing", max(abs(board_score(*board, 0)) for board in boards), "highest score by heuristic 0"


def _open_boards() -> Iterator[tuple[int, int]]:
    """Iterate over X's and O's bits on every board without a line."""
    for marks in product(range(3), repeat=CELLS):
        board = tuple(sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in (1, 2))
        if not any(own & line == line for own in board for line in LINES):
            yield board[0], board[1]


def _most_of_nine(scored: Iterable[tuple[tuple[int, int], int]]) -> int:
    """Highest sum of nine boards' scores where X has as many marks as O in all, or one more."""
    best: dict[int, int] = {}
    for (own, other), score in scored:
        ahead = own.bit_count() - other.bit_count()
        best[ahead] = max(best.get(ahead, score), score)
    most = {0: 0}
    for _ in range(BOARDS):
        longer: dict[int, int] = {}
        for (ahead, so_far), (more, score) in product(most.items(), best.items()):
            longer[ahead + more] = max(longer.get(ahead + more, so_far + score), so_far + score)
        most = longer
    return max(most[0], most[1])


def _ways_by_lines(own: int, other: int) -> int:
    """Number of lines of a board that one mark completes."""
    return sum((own & line).bit_count() == 2 and not other & line for line in LINES)


def _searches(rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about what pruning and shuffling change in the search as published, checked by the fast one."""
    fast = {heuristic: AlphaBeta(heuristic, table_bits=0) for heuristic in HEURISTICS}
    pruned = in_order = chosen = 0
    for position in _positions(SEARCHED, rng):
        for heuristic in HEURISTICS:
            depth = int(rng.integers(1, DEEPEST + 1))
            search = partial(as_published.search, position, heuristic=heuristic, depth=depth)
            plain, shuffled = search(pruning=False), search(state=rng.bit_generator.random_raw(1))
            pruned += shuffled.value != plain.value
            in_order += search().move != plain.move
            values = fast[heuristic].values(position, depth)
            sign = 1 - 2 * position.current_player
            best = max(sign * value for value in values.values())
            chosen += sign * values[shuffled.move] != best
    scope = f"of {SEARCHED} positions and {len(HEURISTICS)} heuristics, up to depth {DEEPEST}, those"
    yield "values_differing_pruned", pruned, f"{scope} whose value differs without pruning"
    kept = f"{scope} in which, without shuffling, pruning changes the first best move"
    yield "first_kept_differing", in_order, kept
    yield "not_best", chosen, f"{scope} in which the move that is chosen is not among the best"


def _first_moves(player: ScheduledDepth, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about the first moves: whether the document's player rates and chooses all alike."""
    values = AlphaBeta(player.heuristic).values(NineBoard(), player.plies(0))
    yield "first_values", len(set(values.values())), "different scores of the 81 first moves"
    made = [player.move(NineBoard(), rng.bit_generator.random_raw(1)) for _ in range(OPENINGS)]
    test = scipy.stats.chisquare(np.bincount(made, minlength=MOVES))
    yield "first_moves_p", test.pvalue, f"chi-squared p-value of {OPENINGS:,} first moves, each as likely"
    uneven = math.sqrt(noncentrality_interval(test.statistic, MOVES - 1)[1] / OPENINGS)
    how = "upper 95% end of how far their chances are from 1/81, root mean square, as a part of 1/81"
    yield "first_moves_uneven", uneven, how


def _wins(rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about wins in one ply: their score, whatever the heuristic."""
    won = [position for position in _positions(SEARCHED, rng) if position.winning_moves()]
    scored = sum(
        as_published.search(position, heuristic=heuristic, depth=1).value == WIN * (1 - 2 * position.current_player)
        for position in won
        for heuristic in HEURISTICS
    )
    scope = f"share of {len(won)} positions with a win in one and {len(HEURISTICS)} heuristics that score 1 or -1"
    yield "wins_scored", scored / len(won) / len(HEURISTICS), scope


def _late(rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about late positions: how often heuristics 1 and 2 favour the player who loses."""
    wrong, count = dict.fromkeys((1, 2), 0), dict.fromkeys((1, 2), 0)
    for position in _positions(SEARCHED, rng, since=LATE):
        winner = prove(position, nodes=PROOF).winner
        for heuristic in count:
            guess = evaluate(position.arrays().marks, heuristic)
            if winner and guess:
                count[heuristic] += 1
                wrong[heuristic] += winner != (CROSS_WON if guess > 0 else NOUGHT_WON)
    for heuristic, name in ((1, "misjudged"), (2, "misjudged_2")):
        scope = f"of {count[heuristic]} late positions with a winner proved and a score not 0"
        yield name, wrong[heuristic] / count[heuristic], f"{scope}, share that heuristic {heuristic} gives the loser"


def _unshuffled(player: ScheduledDepth, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts about whether chance changes the moves of the document's player, if moves are shuffled or not."""
    varying = {False: 0, True: 0}
    for position in _positions(SEARCHED, rng):
        search = partial(as_published.search, position, heuristic=player.heuristic, depth=player.plies(position.ply))
        for shuffled in varying:
            words = rng.bit_generator.random_raw((AGAIN, 1))
            moves = {search(state=own if shuffled else None).move for own in words}
            varying[shuffled] += len(moves) > 1
    scope = f"of {SEARCHED} positions searched {AGAIN} times, those with different moves"
    yield "moves_varying_in_order", varying[False], f"{scope}, in the order of cells"
    yield "moves_varying", varying[True], f"{scope}, shuffled"


CONTROL = {"fact": "Fact", **with_interval("value", "Value", tells="error"), "how": "Meaning"}
"""Columns of `control`."""
MANY, FEW = 3, 1
"""Boards that count as many, or more, and as few, or fewer."""
HOW_IT_LIMITS = {
    "limited": "share of the legal moves that lose at once, since the opponent can win the board that they lead to",
    "limited_by_many": f"the same where the opponent controls {MANY} boards or more",
    "limited_by_few": f"the same where it controls {FEW} or none",
    "more_by_many": "difference of the two",
}
"""Definitions of the facts of `control`."""


def control(player: ScheduledDepth, rng: np.random.Generator, *, games: int, resamples: int = 2000) -> pd.DataFrame:
    """Degree to which control of boards limits the opponent's moves, in games of a player with itself.

    A player controls a board that it could win with its next mark. Every position of a game counts in which somebody
    moves, with all of its legal moves.

    Returns
    -------
    fact, how : facts and their definitions as in `HOW_IT_LIMITS`.
    value, value_low, value_high, value_error, value_unseen : ratios of sums over all positions, with intervals over
        games, see `bootstrap_interval`.
    """
    counts = np.array([_limits(player, np.uint64(word)) for word in rng.bit_generator.random_raw(games)], np.float64)
    found = _shares(counts.sum(axis=0))
    again = [_shares(sums) for sums in np.tensordot(redrawn_counts(games, resamples, rng), counts, 1)]
    rows = []
    for name, how in HOW_IT_LIMITS.items():
        redrawn = np.array([other[name] for other in again])
        rows.append({"fact": name, **bootstrap_interval("value", found[name], redrawn, observations=games), "how": how})
    return pd.DataFrame(rows, columns=[*CONTROL])


def _limits(player: ScheduledDepth, word: np.uint64) -> Counts:
    """(2, 3) legal moves of a game, and those that lose at once: where the opponent controls few boards, some, many."""
    state, position, counts = np.array([word]), NineBoard(), np.zeros((2, 3))
    while position.winner is None:
        marks, moves = position.arrays().marks, position.legal_moves()
        own, other = marks[1 - position.current_player], marks[position.current_player]
        controlled = int(np.count_nonzero(COMPLETING[own] & FULL & ~(own | other)))
        following = [position.apply(move) for move in moves]
        lost = sum(after.winner is None and bool(after.winning_moves()) for after in following)
        counts[:, 0 if controlled <= FEW else 2 if controlled >= MANY else 1] += len(moves), lost
        position = position.apply(player.move(position, state))
    return counts


def _shares(sums: Counts) -> dict[str, float]:
    """Compute the facts of `control` from (2, 3) sums over games."""
    moves, lost = sums
    with np.errstate(invalid="ignore"):
        few, _, many = lost / moves
    return dict(zip(HOW_IT_LIMITS, (lost.sum() / moves.sum(), many, few, many - few), strict=True))


def _positions(count: int, rng: np.random.Generator, *, since: int = 0) -> Iterator[NineBoard]:
    """Iterate over positions of open games, after at least `since` random moves that don't win."""
    found = 0
    while found < count:
        position = NineBoard()
        for _ in range(int(rng.integers(since, MOVES))):
            quiet = sorted(set(position.legal_moves()) - set(position.winning_moves()))
            if not quiet:
                break
            position = position.apply(quiet[rng.integers(len(quiet))])
        if position.ply >= since and position.winner is None:
            found += 1
            yield position
