"""Proofs of who wins at nine boards, by depth-first proof-number search (df-pn, Nagai 2002).

A proof shows that one player, the attacker, wins, or that he doesn't. In each position who moves has a goal: the
attacker to win, the defender that the attacker doesn't. Two numbers tell how much there seems to be left to show,
phi that who moves reaches the goal and delta that he doesn't: 0 and `WON` when it is shown, else in between. Over the
moves, whose numbers are those of the opponent after them,

    phi = min delta,        delta = max phi + open moves - 1,

an open move being one after which the opponent hasn't been shown to reach his goal. The sum of all phi would count over
and over what several moves lead to (weak proof-number search, Ueda et al. 2008). The search looks below the move of
lowest delta until that is half as much again as the second lowest (Pawlewicz and Lew 2007), or until numbers further up
say that another position matters more.

What is known without looking: who is sent to a board that he can win with a mark has won, and so a move is safe only if
it doesn't send the opponent to such a board; who has no safe move has lost. Else, with a lead of so many such boards of
the opponent's over one's own,

    phi = 512 * 2^lead,        delta = safe moves * 512 / 2^lead.

Where the defender is shown not only to draw but to win, that is told as well: his numbers are 0 and `WON` then, else 0
and `HELD`. So one proof mostly says who wins, whoever it is. As each move adds a mark, no position comes back in a
game, and what was shown of one is true however it is reached.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tttcore.engines.nine_board.alphabeta.heuristics import COUNT
from tttcore.engines.nine_board.proof_table import empty_table, find, keep, key_after, key_of, numbers_at
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, MOVES, RULES, NineBoard, Rule, target_after
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS
from tttcore.pipeline.jit import inlined, kernel

WINS = CROSS_WINS, NOUGHT_WINS
WON = 1 << 30
HELD = WON - 1
"""Of a defender who has at least a draw."""
OPEN = HELD - 1
"""The most that a number can be while nothing is shown."""
LEAD = 9
"""The largest lead, and the power of two that none is worth."""
SMALLEST_TABLE, LARGEST_TABLE = 10, 22
"""As powers of two; the largest takes 128 MiB."""


class Proof(NamedTuple):
    """What was proved of a position."""

    winner: int | None
    """As `Position.winner`; None if the search ended before."""
    nodes: int
    """Positions whose moves were listed, each time counted."""


class Traced(NamedTuple):
    """From where on a game's course is proved."""

    ply: int
    """The earliest so that the value of each position from there on is proved."""
    winner: int
    """Who wins the position at this ply if nobody errs."""
    nodes: int
    """Of all proofs."""


def prove(position: NineBoard, *, nodes: int) -> Proof:
    """Who wins a position, looking into `nodes` positions at most, 1 or more; else ValueError."""
    return Prover(nodes).prove(position)


def proved_from(rule: Rule, moves: Sequence[int], nodes: int) -> Traced:
    """Walk back from the end of a game as long as its positions are proved.

    Before a move of who wins after it nothing is left to prove.

    Parameters
    ----------
    moves : of a finished game from the empty board; ValueError if it isn't one.
    nodes : at most for each position, 1 or more.
    """
    positions = [NineBoard(rule=rule)]
    for move in moves:
        positions.append(positions[-1].after(move))
    winner = positions[-1].winner
    if winner is None:
        raise ValueError(f"moves: the game is not over after {len(moves)}")
    prover, spent = Prover(nodes), 0
    for ply in reversed(range(len(moves))):
        if WINS[positions[ply].mover] != winner:
            proof = prover.prove(positions[ply], suspected=winner)
            spent += proof.nodes
            if proof.winner is None:
                return Traced(ply + 1, winner, spent)
            winner = proof.winner
    return Traced(0, winner, spent)


class Prover:
    """Proves positions, one after the other, and remembers what it found; `nodes` as in `prove`, for each of them."""

    def __init__(self, nodes: int) -> None:
        if nodes < 1:
            raise ValueError(f"nodes: {nodes!r} is out of range; allowed: 1 or more")
        self._nodes = nodes
        self._table = empty_table(min(max(nodes.bit_length(), SMALLEST_TABLE), LARGEST_TABLE))

    def prove(self, position: NineBoard, *, suspected: int = CROSS_WINS) -> Proof:
        """Who wins a position; first it is asked whether the suspected winner does, of a draw whether X does."""
        if position.winner is not None:
            return Proof(position.winner, 0)
        spent = 0
        for attacker in (1, 0) if suspected == NOUGHT_WINS else (0, 1):
            goal, other, nodes = self._ask(position, attacker, self._nodes - spent)
            spent += nodes
            if goal == 0:
                return Proof(WINS[attacker], spent)
            if goal == WON:
                return Proof(WINS[1 - attacker], spent)
            if other:
                return Proof(None, spent)
        return Proof(DRAW, spent)

    def _ask(self, position: NineBoard, attacker: int, nodes: int) -> tuple[int, int, int]:
        """How much is left to show that the attacker wins, and that he doesn't, and how many nodes that took."""
        marks, target, mover = position.start()
        rule = RULES.index(position.rule)
        phi, delta, taken = map(int, search(self._table, marks, target, mover, rule, attacker, nodes))
        return (phi, delta, taken) if mover == attacker else (delta, phi, taken)


@kernel
def search(table, marks, target, mover, rule, attacker, limit):
    """Phi and delta of a position that isn't over, and how many nodes it took; neither is 0 if `limit` didn't do.

    Each ply has its row: the position's key, target and control, its moves with the numbers after them, and the
    numbers from which on it is left. `table` is read and filled; `marks` change.
    """
    keys = np.empty((MOVES + 1, 3), np.int64)
    moves, phis, deltas = np.empty((3, MOVES + 1, MOVES), np.int64)
    targets, controls, counts, tried, began, phi_limit, delta_limit = np.zeros((7, MOVES + 1), np.int64)
    keys[0, 0], keys[0, 1], keys[0, 2] = key_of(marks, target, attacker, rule)
    targets[0] = target
    for board in range(BOARDS):
        controls[0] = _with_control(controls[0], board, marks[0, board], marks[1, board])
    phi, delta = _outlook(marks, controls[0], target, mover)
    if phi == 0 or delta == 0:
        return phi, delta, 0
    phi_limit[0] = delta_limit[0] = HELD
    ply, nodes, entered = 0, 0, True
    while True:
        player = mover ^ (ply & 1)
        if entered:
            if nodes == limit:
                return OPEN, OPEN, nodes
            began[ply] = nodes
            nodes += 1
            counts[ply] = _list(table, marks, keys, targets, controls, moves, phis, deltas, ply, player, rule, attacker)
        phi, delta, best, second, open_moves = _weigh(phis, deltas, ply, counts[ply])
        entered = phi < phi_limit[ply] and delta < delta_limit[ply]
        if entered:
            board, cell = moves[ply, best] // CELLS, moves[ply, best] % CELLS
            marks[player, board] |= 1 << cell
            tried[ply] = best
            ply += 1
            controls[ply] = _with_control(controls[ply - 1], board, marks[0, board], marks[1, board])
            targets[ply] = target_after(marks, cell, rule)
            keys[ply, 0], keys[ply, 1], keys[ply, 2] = key_after(
                keys[ply - 1, 0], keys[ply - 1, 1], keys[ply - 1, 2],
                player, board, cell, targets[ply - 1], targets[ply],
            )  # fmt: skip
            phi_limit[ply] = max(delta_limit[ply - 1] - (open_moves - 1), phis[ply - 1, best] + 1)
            delta_limit[ply] = min(phi_limit[ply - 1], second + second // 2 + 1)
            continue
        keep(table, keys[ply, 0], keys[ply, 1], keys[ply, 2], phi, delta, nodes - began[ply])
        if ply == 0:
            return phi, delta, nodes
        ply -= 1
        move = moves[ply, tried[ply]]
        marks[player ^ 1, move // CELLS] ^= 1 << move % CELLS
        phis[ply, tried[ply]], deltas[ply, tried[ply]] = phi, delta


@kernel
def _list(table, marks, keys, targets, controls, moves, phis, deltas, ply, player, rule, attacker):
    """List the moves of a position with the numbers after them; return how many.

    Those that lose are left out, and all others after one that wins.
    """
    count, target, control = 0, targets[ply], controls[ply]
    crosses, noughts, rest = keys[ply, 0], keys[ply, 1], keys[ply, 2]
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        for cell in range(CELLS):
            if not free >> cell & 1:
                continue
            marks[player, board] |= 1 << cell
            following = cell if marks[0, cell] | marks[1, cell] != FULL else target_after(marks, cell, rule)
            if following < 0:
                phi, delta = (0, HELD) if player == attacker else (HELD, 0)
            else:
                changed = _with_control(control, board, marks[0, board], marks[1, board])
                phi, delta = _outlook(marks, changed, following, 1 - player)
                if phi and delta:
                    after = key_after(crosses, noughts, rest, player, board, cell, target, following)
                    place = find(table, after[0], after[1], after[2])
                    if place >= 0:
                        phi, delta = numbers_at(table, place)
            marks[player, board] ^= 1 << cell
            if delta == WON:
                continue
            moves[ply, count], phis[ply, count], deltas[ply, count] = board * CELLS + cell, phi, delta
            count += 1
            if phi == WON:
                return count
    return count


@kernel
def _weigh(phis, deltas, ply, count):
    """Phi and delta from those of the moves; where the lowest delta is, the second lowest, how many moves are open."""
    lowest, second, best = WON, WON, -1
    most, shown, open_moves = 0, 0, 0
    for place in range(count):
        phi, delta = phis[ply, place], deltas[ply, place]
        if delta < lowest:
            lowest, second, best = delta, lowest, place
        else:
            second = min(second, delta)
        if delta == 0:
            shown = max(shown, phi)
        most = max(most, phi)
        open_moves += phi > 0
    if lowest == 0:
        return 0, shown, best, second, open_moves
    return lowest, 0 if lowest >= HELD else min(most + open_moves - 1, OPEN), best, second, open_moves


@kernel
def _outlook(marks, control, target, player):
    """Phi and delta of who is to move, without looking further."""
    own, other = _controlled(control, player), _controlled(control, 1 - player)
    if own & (FULL if target == ANY else 1 << target):
        return 0, WON
    safe = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        safe += int(COUNT[_safe_cells(free, COMPLETING[marks[1 - player, board]], other, board)])
    if safe == 0:
        return WON, 0
    lead = COUNT[other] - COUNT[own]
    return 1 << LEAD + lead, safe << LEAD - lead


@inlined
def _safe_cells(free, completing, controlled, board):
    """Bits of those free cells of a board that don't send the opponent to a board that he can win with a mark.

    The opponent can win those in `controlled` and completes a line in `completing`; if that is one cell, and the one
    that leads back to this board, a mark there takes it from him.
    """
    back = 1 << board
    return free & ~(controlled if completing & free & ~back else controlled & ~back)


@inlined
def _with_control(control, board, crosses, noughts):
    """Bits of the boards that X can win with a mark, and from bit 9 on those of O's, once a board has these marks."""
    free = FULL & ~(crosses | noughts)
    both = (COMPLETING[crosses] & free > 0) | (COMPLETING[noughts] & free > 0) << BOARDS
    return control & ~((1 | 1 << BOARDS) << board) | both << board


@inlined
def _controlled(control, player):
    """Bits of the boards that a player can win with a mark."""
    return control >> BOARDS * player & FULL
