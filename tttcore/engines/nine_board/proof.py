"""Proofs of the result of a position of nine boards, by depth-first proof-number search (df-pn, Nagai 2002).

A proof shows that one player, the attacker, wins, or that he doesn't. In each position the player to move has a goal:
the attacker's is to win, the defender's to prevent that. Two proof numbers estimate how much is left to show: phi that
the player to move reaches the goal, and delta that he doesn't. They are 0 and `INFINITE` when shown, else between.
Over the moves, whose numbers are those of the opponent after them,

    phi = min delta,        delta = max phi + open moves - 1,

an open move being one after which the opponent hasn't been shown to reach his goal. The sum of all phi would count over
and over what several moves lead to (weak proof-number search, Ueda et al. 2008). The search looks below the move of
lowest delta until that is half as much again as the second lowest (1 + epsilon trick, Pawlewicz and Lew 2007), or until
the thresholds say that a position further up matters more.

Some positions need no search: a player sent to a board with a winning mark has won, and so a move is safe only if
it doesn't send the opponent to such a board; who has no safe move has lost. The numbers of all others begin, with
`lead` such boards more for the opponent than for oneself, at

    phi = 512 * 2^lead,        delta = safe moves * 512 / 2^lead.

Where the defender is shown not only to draw but to win, the numbers show that as well: they are then 0 and `INFINITE`
for him, else 0 and `HELD`. So one proof mostly determines the winner. As each move adds a mark, no position
repeats in a game, and what is shown of one is true however it is reached.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.as_published import POPCOUNT
from tttcore.engines.nine_board.proof_table import empty_table, find, key_after, key_of, numbers_at, store
from tttcore.engines.nine_board.single_boards import safe_cells, threats, with_control
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, MOVES, RULES, NineBoard, target_after
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.jit import inlined, kernel

WINS = CROSS_WON, NOUGHT_WON
"""Results by the player who wins."""
INFINITE = 1 << 30
"""Proof number of what is shown to be false."""
HELD = INFINITE - 1
"""Instead of `INFINITE` where the defender is shown to hold at least a draw."""
LARGEST = HELD - 1
"""Largest proof number while nothing is shown."""
LEAD = 9
"""Largest lead; a lead of 0 begins at 2^LEAD = 512, so that no shift is negative."""
SMALLEST_TABLE, LARGEST_TABLE = 10, 22
"""As powers of two; the largest takes 128 MiB."""


class Proof(NamedTuple):
    """Result of a proof search."""

    winner: int | None  # as `Position.winner`; None if the search ended before
    nodes: int  # positions expanded, counted each time


def prove(position: NineBoard, *, nodes: int) -> Proof:
    """Prove the winner of a position within `nodes` nodes, 1 or more; else ValueError.

    Examples
    --------
    >>> from tttcore.nine_board import NineBoard, prove
    >>> position = NineBoard(crosses=(3,) * 6 + (0,) * 3, noughts=(16,) * 9, target=8)
    >>> prove(position, nodes=1000)
    Proof(winner=1, nodes=976)
    """
    if nodes < 1:
        raise ValueError(f"nodes: {nodes!r} is out of range; allowed: 1 or more")
    if position.winner is not None:
        return Proof(position.winner, 0)
    table, spent = empty_table(min(max(nodes.bit_length(), SMALLEST_TABLE), LARGEST_TABLE)), 0
    for attacker in range(2):
        wins, fails, searched = _search(table, position, attacker, nodes - spent)
        spent += searched
        if wins == 0:
            return Proof(WINS[attacker], spent)
        if wins == INFINITE:
            return Proof(WINS[1 - attacker], spent)
        if fails:
            return Proof(None, spent)
    return Proof(DRAWN, spent)


def _search(table: NDArray[np.int64], position: NineBoard, attacker: int, nodes: int) -> tuple[int, int, int]:
    """Proof number that the attacker wins, that he doesn't, and nodes searched."""
    marks, target, current_player = position.arrays()
    rule = RULES.index(position.rule)
    phi, delta, spent = map(int, search(table, marks, target, current_player, rule, attacker, nodes))
    return (phi, delta, spent) if current_player == attacker else (delta, phi, spent)


@kernel
def search(table, marks, target, current_player, rule, attacker, limit):
    """Fast form of `reference.best_result`: phi and delta of a position that isn't over, and nodes searched.

    Neither is 0 if `limit` nodes were too few.

    The recursion of df-pn on an explicit stack: each ply has a row with the position's key, target and control, its
    moves with the numbers after them, and the thresholds at which the search leaves it. `table` is read and filled;
    `marks` change.
    """
    keys = np.empty((MOVES + 1, 3), np.int64)
    moves, phis, deltas = np.empty((3, MOVES + 1, MOVES), np.int64)
    targets, controls, counts, tried, began, phi_limit, delta_limit = np.zeros((7, MOVES + 1), np.int64)
    keys[0, 0], keys[0, 1], keys[0, 2] = key_of(marks, target, attacker, rule)
    targets[0] = target
    for board in range(BOARDS):
        controls[0] = _with_control(controls[0], board, marks[0, board], marks[1, board])
    phi, delta = _initial_numbers(marks, controls[0], target, current_player)
    if phi == 0 or delta == 0:
        return phi, delta, 0
    phi_limit[0] = delta_limit[0] = HELD  # nothing but a proof ends the search at the root
    ply, nodes, entered = 0, 0, True
    while True:
        player = current_player ^ (ply & 1)
        if entered:
            if nodes == limit:
                return LARGEST, LARGEST, nodes
            began[ply] = nodes
            nodes += 1
            counts[ply] = _expand(
                table, marks, keys, targets, controls, moves, phis, deltas, ply, player, rule, attacker
            )
        # Computed anew on every return from below, since the numbers of the move tried have changed.
        phi, delta, best, second, open_moves = _combine(phis, deltas, ply, counts[ply])
        entered = phi < phi_limit[ply] and delta < delta_limit[ply]
        if entered:
            # Go down to the most-proving move.
            board, cell = moves[ply, best] // CELLS, moves[ply, best] % CELLS
            marks[player, board] |= 1 << cell  # taken back on the way up
            tried[ply] = best
            ply += 1
            controls[ply] = _with_control(controls[ply - 1], board, marks[0, board], marks[1, board])
            targets[ply] = target_after(marks, cell, rule)
            keys[ply, 0], keys[ply, 1], keys[ply, 2] = key_after(
                keys[ply - 1, 0], keys[ply - 1, 1], keys[ply - 1, 2],
                player, board, cell, targets[ply - 1], targets[ply],
            )  # fmt: skip
            # Phi and delta change sides with the player. Its phi may grow until the delta above, max phi + open moves
            # - 1, reaches its threshold (and by 1 in any case); its delta until it is 1.5 times the second lowest + 1.
            phi_limit[ply] = max(delta_limit[ply - 1] - (open_moves - 1), phis[ply - 1, best] + 1)
            delta_limit[ply] = min(phi_limit[ply - 1], second + second // 2 + 1)
            continue
        # A threshold is reached: keep the numbers and go back up.
        store(table, keys[ply, 0], keys[ply, 1], keys[ply, 2], phi, delta, nodes - began[ply])
        if ply == 0:
            return phi, delta, nodes
        ply -= 1
        move = moves[ply, tried[ply]]
        # `player` is still the one below, who was to move after this mark of the other.
        marks[player ^ 1, move // CELLS] ^= 1 << move % CELLS
        phis[ply, tried[ply]], deltas[ply, tried[ply]] = phi, delta


@kernel
def _expand(table, marks, keys, targets, controls, moves, phis, deltas, ply, player, rule, attacker):
    """List the moves of a position with the numbers after them, from the table if it has them; return how many.

    Moves that lose are left out, and all others after one that wins.
    """
    # Who can win at once has numbers without search, so that in a position expanded here no mark completes a line.
    # Moves come in rising order, on which the choice among equal numbers depends.
    count, target, control = 0, targets[ply], controls[ply]
    crosses, noughts, rest = keys[ply, 0], keys[ply, 1], keys[ply, 2]
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        for cell in range(CELLS):
            if not free >> cell & 1:
                continue
            marks[player, board] |= 1 << cell
            # Nearly always the board that is named has a free cell: only else is the rule asked.
            next_target = cell if marks[0, cell] | marks[1, cell] != FULL else target_after(marks, cell, rule)
            if next_target < 0:
                # A draw, which is the defender's goal. The numbers are those of the opponent of who moved.
                phi, delta = (0, HELD) if player == attacker else (HELD, 0)
            else:
                changed = _with_control(control, board, marks[0, board], marks[1, board])
                phi, delta = _initial_numbers(marks, changed, next_target, 1 - player)
                if phi and delta:  # nothing is shown yet without search: look it up
                    after = key_after(crosses, noughts, rest, player, board, cell, target, next_target)
                    place = find(table, after[0], after[1], after[2])
                    if place >= 0:
                        phi, delta = numbers_at(table, place)
            marks[player, board] ^= 1 << cell
            if delta == INFINITE:
                continue  # the opponent wins after this move
            moves[ply, count], phis[ply, count], deltas[ply, count] = board * CELLS + cell, phi, delta
            count += 1
            if phi == INFINITE:
                return count  # the opponent loses after this one
    return count


@kernel
def _combine(phis, deltas, ply, count):
    """Phi and delta of a position from those of its moves; index of the lowest delta, second lowest delta, open moves.

    Without moves the position is lost: phi is `INFINITE` and delta 0.
    """
    lowest, second, best = INFINITE, INFINITE, -1
    most, shown, open_moves = 0, 0, 0
    for place in range(count):
        phi, delta = phis[ply, place], deltas[ply, place]
        # Not <=: the first of equal moves is the one to follow, so that a search always goes the same way.
        if delta < lowest:  # the new lowest makes the old one second
            lowest, second, best = delta, lowest, place
        else:
            second = min(second, delta)
        if delta == 0:
            shown = max(shown, phi)  # INFINITE for a move that wins, HELD for one that holds the draw
        most = max(most, phi)
        # After a move with phi 0 the opponent is shown to reach his goal: nothing is left to show there.
        open_moves += phi > 0
    if lowest == 0:
        return 0, shown, best, second, open_moves
    return lowest, 0 if lowest >= HELD else min(most + open_moves - 1, LARGEST), best, second, open_moves


@kernel
def _initial_numbers(marks, control, target, player):
    """Phi and delta of a position for the player to move, without search."""
    # One mark wins a board with a threat, here either player's, X in cell 2 and O in cell 5:
    # X X .
    # O O .      a player sent here wins, so that neither sends the other here
    # . . .
    own, other = threats(control, player), threats(control, 1 - player)
    if own & (FULL if target == ANY else 1 << target):
        return 0, INFINITE
    safe = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        safe += int(POPCOUNT[safe_cells(free, COMPLETING[marks[1 - player, board]] & free, other, board)])
    if safe == 0:
        return INFINITE, 0
    # 512 * 2^lead and safe * 512 / 2^lead, see above: the lead is LEAD at most, so that no shift is negative.
    lead = POPCOUNT[other] - POPCOUNT[own]
    # + and - bind tighter than <<.
    return 1 << LEAD + lead, safe << LEAD - lead


@inlined
def _with_control(control, board, crosses, noughts):
    """Update the controlled boards at a board with these marks, see `single_boards.with_control`."""
    free = FULL & ~(crosses | noughts)
    return with_control(control, board, COMPLETING[crosses] & free, COMPLETING[noughts] & free)
