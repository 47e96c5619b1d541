"""Alpha-beta search to a fixed depth (Knuth and Moore 1975): fail-soft negamax on an explicit stack.

What makes it fast, beside the packed features of `single_boards`:

- A mark that lets the opponent win at once is known by the boards that he controls, and isn't made. So no player
  to move inside the search can win at once.
- Positions at the depth limit aren't made either: the last mark adds the largest gain on its board.
- Each ply keeps its position on the stack, from which the search goes on after a move is taken back.
- Move ordering: the move of the transposition table first, then by what a move gains less the most that the opponent
  can gain on the board that it names.

A position is (9,) `codes`, the bits `control` and `full`, see `single_boards`, its `target`, the `player` to move, the
`score` to him, and its Zobrist hash `key`. Values are to the player to move, in sixtieths of a won game.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.as_published import root_moves
from tttcore.engines.nine_board.reference import INFINITY, WIN
from tttcore.engines.nine_board.single_boards import (
    LOWEST,
    at,
    best_gain,
    free,
    gain,
    is_simple,
    last_ply_value,
    list_safe_moves,
    marked,
    read_boards,
    safe_cells,
    threats,
    unmarked,
    winning,
    with_control,
    with_full,
)
from tttcore.engines.nine_board.transposition import (
    NO_MOVE,
    cuts_off,
    hash_after,
    hash_of,
    pack_entry,
    stored_move,
    stored_value,
)
from tttcore.games.nine_board import ANY, CELLS, COMPLETING, target_after
from tttcore.pipeline.jit import inlined, kernel

TARGET, CONTROL, FULL_BOARDS, SCORE, KEY, ALPHA, BETA, BEST, MOVE, MADE, NEXT, COUNT = range(12)
"""Fields of a ply on the stack:

    TARGET CONTROL FULL_BOARDS SCORE KEY   its position; the codes of the boards are the current position's alone
    ALPHA BETA BEST MOVE                   the window, and the best value and move so far
    MADE NEXT COUNT                        the move being tried, the place of the next in the list, the list's length
"""
FIELDS = 12
UNLIMITED = 1 << 62
"""Node limit that no search reaches."""
SPENT, LIMIT = range(2)
"""Indices of `Workspace.nodes`."""


class Workspace(NamedTuple):
    """Arrays and options that all kernels of a search share."""

    features: NDArray[np.int64]  # (19683,) packed features of single boards, see `single_boards`
    table: NDArray[np.int64]  # (slots, 2) transposition table; not used if it has a single slot
    age: NDArray[np.int64]  # (1,) number of the search, to recognise its own entries, see `transposition`
    ordered: bool  # true to order moves by promise; otherwise they are tried in rising order
    hurry: bool  # true if a win scores a sixtieth more for each ply of the depth that it leaves
    stack: NDArray[np.int64]  # (plies, fields) positions from the root to the current one, see `TARGET`
    moves: NDArray[np.int64]  # (plies, 81) moves of each of them, in the order in which they are tried
    codes: NDArray[np.int64]  # (9,) codes of the boards of the current position
    nodes: NDArray[np.int64]  # (2,) nodes searched so far, and how many may be


@kernel
def alpha_beta_value(  # noqa: PLR0912, PLR0915 - see below
    workspace, control, full, score, key, target, player, rule, depth, alpha, beta
):
    """Fast form of `reference.minimax`, to `player`, who can't win at once, `depth` plies deep (1 or more).

    A value of `alpha` or less is an upper bound and one of `beta` or more a lower bound. If the node limit is passed,
    the search stops and its value means nothing.
    """
    # Written out: handing an array on, even to an inlined function, may count its references, see `single_boards`.
    features, table, stack, moves = workspace.features, workspace.table, workspace.stack, workspace.moves
    codes, ordered, hurry = workspace.codes, workspace.ordered, workspace.hurry
    spent, limit = workspace.nodes[SPENT], workspace.nodes[LIMIT]
    # The number of slots is a power of two: key & mask is a slot, of negative hashes too.
    remembering, age, mask = table.shape[0] > 1, workspace.age[0], table.shape[0] - 1
    ply = 0
    while True:
        # Enter a position: its value if that is known at once, else the list of its moves.
        left = depth - ply
        packed = features[at(codes[at(target)])] if target != ANY else 0
        simple = is_simple(packed, full, target)
        # Looked up only where more than two plies are left; nearer to the limit searching is as cheap.
        entry = table[key & mask, 1] if remembering and left > 2 and table[key & mask, 0] == key else 0
        count = 0
        if cuts_off(entry, age, left, alpha, beta):
            best = stored_value(entry)
        elif left == 1:
            if simple:
                best = score + best_gain(packed, player)
            else:
                best = last_ply_value(features, codes, full, score, target, player, rule)
        else:
            # Unsafe moves aren't made: BEST of the position begins at their value, the opponent's win.
            loss = -win_value(hurry, left - 2)
            if simple and left == 2:
                made, best, simple = _two_ply_value(features, codes, control, score, target, player, beta, loss)
                spent += made
            elif simple:
                count, best = _list_safe_cells(packed, moves, ply, control, target, player, loss)
            if not simple:
                count, best = list_safe_moves(features, codes, moves, ply, control, full, target, player, rule, loss)
            if ordered and count > 1:
                order_moves(features, codes, moves, ply, count, player, stored_move(entry, age))
        if count:
            stack[at(ply), TARGET], stack[at(ply), CONTROL], stack[at(ply), FULL_BOARDS] = target, control, full
            stack[at(ply), SCORE], stack[at(ply), KEY] = score, key
            stack[at(ply), ALPHA], stack[at(ply), BETA], stack[at(ply), MOVE] = alpha, beta, NO_MOVE
        # Without moves NEXT equals COUNT at once, and the position is left. ALPHA and BETA are then an older
        # position's, and aren't read.
        stack[at(ply), BEST], stack[at(ply), NEXT], stack[at(ply), COUNT] = best, 0, count
        # Leave all positions that are done: out of moves, or cut off because the opponent avoids them (best >= beta).
        while stack[at(ply), NEXT] == stack[at(ply), COUNT] or stack[at(ply), BEST] >= stack[at(ply), BETA]:
            best = stack[at(ply), BEST]
            if remembering and stack[at(ply), COUNT]:
                # ALPHA is as the position was entered with it, which shows whether BEST is a value or only a bound.
                key, move = stack[at(ply), KEY], stack[at(ply), MOVE]
                alpha, beta = stack[at(ply), ALPHA], stack[at(ply), BETA]
                table[key & mask, 0] = key
                table[key & mask, 1] = pack_entry(age, depth - ply, move, best, alpha, beta)
            if ply == 0 or spent > limit:
                workspace.nodes[SPENT] = spent
                return best
            ply -= 1
            player = 1 - player
            move = stack[at(ply), MADE]
            # Only the codes are shared by all plies and have to be taken back; all else is in the row of the ply above.
            board = at(move // CELLS)
            codes[board] = unmarked(codes[board], move % CELLS, player)
            if -best > stack[at(ply), BEST]:  # negamax: the opponent's value with its sign turned
                stack[at(ply), BEST], stack[at(ply), MOVE] = -best, move
        # Make the next move and go a ply down, to a position of the opponent: score and window change their signs, and
        # alpha and beta their places.
        move = moves[at(ply), stack[at(ply), NEXT]]
        stack[at(ply), NEXT] += 1
        stack[at(ply), MADE] = move
        board, cell = move // CELLS, move % CELLS
        code = codes[at(board)]
        before = features[at(code)]
        code = codes[at(board)] = marked(code, cell, player)
        after = features[at(code)]
        score = -stack[at(ply), SCORE] - gain(before, after, player)
        control = with_control(stack[at(ply), CONTROL], board, winning(after, 0), winning(after, 1))
        full = with_full(stack[at(ply), FULL_BOARDS], board, after)
        # Where a full board would end the game, `list_safe_moves` has left the move out, so that the rule isn't asked.
        target = ANY if full >> cell & 1 else cell
        alpha, beta = -stack[at(ply), BETA], -max(stack[at(ply), ALPHA], stack[at(ply), BEST])
        if remembering:
            key = hash_after(stack[at(ply), KEY], stack[at(ply), TARGET], move, target, player)
        player = 1 - player
        ply += 1
        spent += 1


@inlined
def _two_ply_value(features, codes, control, score, target, player, beta, loss):
    """Value two plies above the limit, without making the last ply: a gain less the opponent's best gain after it.

    Returns how many positions were made, the value, and whether all of them were simple; if not, the value means
    nothing and no position counts.
    """
    code, made, simple = codes[at(target)], 0, True
    packed = features[at(code)]
    safe = safe_cells(free(packed), winning(packed, 1 - player), threats(control, 1 - player), target)
    best = -INFINITY if safe == free(packed) else loss
    while safe and best < beta and simple:
        cell = LOWEST[at(safe)]
        safe &= safe - 1  # clears the lowest set bit
        made += 1
        code_after = marked(code, cell, player)
        codes[at(target)] = code_after  # so that the board that is named is up to date, should it be this one
        after, named = features[at(code_after)], features[at(codes[at(cell)])]
        simple = free(after) != 0 and free(named) != 1 << cell
        # The opponent can't win on the board that is named, since the move is safe: each of his marks there is a gain.
        best = max(best, score + gain(packed, after, player) - best_gain(named, 1 - player))
    codes[at(target)] = code
    return made if simple else 0, best, simple


@inlined
def _list_safe_cells(packed, moves, ply, control, target, player, loss):
    """List the safe moves of a simple position in rising order; returns as of `list_safe_moves`."""
    safe, count = safe_cells(free(packed), winning(packed, 1 - player), threats(control, 1 - player), target), 0
    floor = -INFINITY if safe == free(packed) else loss
    while safe:
        moves[at(ply), count] = target * CELLS + LOWEST[at(safe)]
        safe &= safe - 1  # clears the lowest set bit
        count += 1
    return count, floor


@kernel
def order_moves(features, codes, moves, ply, count, player, first):
    """Order the moves of a row: `first`, then by decreasing priority; moves of equal priority stay in rising order.

    An insertion sort of few elements. A move takes 7 bits, so that priority and move share an integer while sorting.
    """
    for last in range(count):
        move = moves[ply, last]
        board, cell = move // CELLS, move % CELLS
        after = marked(codes[board], cell, player)
        named = after if board == cell else codes[cell]
        priority = gain(features[codes[board]], features[after], player) - best_gain(features[named], 1 - player)
        if move == first:  # the best move known goes before all others
            priority = INFINITY
        place = last
        # The shift gives back the priority, negative ones too, as the move below it is never negative.
        while place > 0 and moves[ply, place - 1] >> 7 < priority:
            moves[ply, place] = moves[ply, place - 1]
            place -= 1
        moves[ply, place] = priority << 7 | move
    for place in range(count):
        moves[ply, place] &= 127  # the move alone


@inlined
def win_value(hurry, left):
    """Value of a win with `left` plies of the depth to go."""
    return WIN + hurry * left


@kernel
def move_value(workspace, marks, move, player, rule, depth, alpha, beta):
    """Value of a move to `player`, `depth` plies deep with the move itself; bounds as of `alpha_beta_value`."""
    board, cell = move // CELLS, move % CELLS
    if COMPLETING[marks[player, board]] >> cell & 1:
        return win_value(workspace.hurry, depth - 1)
    marks[player, board] ^= 1 << cell
    target = target_after(marks, cell, rule)
    value = 0 if target < 0 else -position_value(workspace, marks, target, 1 - player, rule, depth - 1, -beta, -alpha)
    marks[player, board] ^= 1 << cell
    return value


@kernel
def position_value(workspace, marks, target, player, rule, depth, alpha, beta):
    """Value to `player` of a position that isn't over; bounds as of `alpha_beta_value`."""
    control, full, score = read_boards(workspace.features, marks, workspace.codes)
    score *= 1 - 2 * player
    if depth == 0:
        return score
    winning = threats(control, player)
    if winning if target == ANY else winning >> target & 1:
        return win_value(workspace.hurry, depth - 1)
    key = hash_of(marks, target)
    return alpha_beta_value(workspace, control, full, score, key, target, player, rule, depth, alpha, beta)


@kernel
def search_root(workspace, marks, moves, order, player, rule, depth):
    """Search the moves of a position to one depth; return the index of the first best one in `moves`, and its value.

    The tie rule is that of the document, the first of the best in `moves`, in whatever order they are searched.

    Parameters
    ----------
    moves : all that are legal.
    order : their indices in the order in which they are searched; the best is moved to the front, so that the next
        iteration begins with the principal variation. If the node limit is passed, the best so far counts; if there is
        none, the index at the front and `-INFINITY`.
    """
    best, chosen, front = -INFINITY, order[0], 0
    # The best result is to win by this very move, the worst is to lose by the opponent's next one.
    highest, lowest = win_value(workspace.hurry, depth - 1), -win_value(workspace.hurry, depth - 2)
    for tried in range(moves.size):
        index = order[tried]
        if best == highest and index > chosen:  # the fastest win is found, and this move would lose the tie
            continue
        workspace.nodes[SPENT] += 1
        # Values are whole: a move before the best so far has a window that lets it prove an equal value.
        alpha = max(lowest, best - (index < chosen))
        value = move_value(workspace, marks, moves[index], player, rule, depth, alpha, highest)
        if workspace.nodes[SPENT] > workspace.nodes[LIMIT]:
            break
        if value > best or (value == best and index < chosen):
            best, chosen, front = value, index, tried
    # Move the best to the front; those before it go one place back.
    for tried in range(front, 0, -1):
        order[tried] = order[tried - 1]
    order[0] = chosen
    return chosen, best


@kernel
def choose_move(workspace, marks, target, player, rule, depth, shuffled, state):
    """First of the best moves, in rising order or shuffled, and its value to `player`; by deepening if `ordered`."""
    # A new age makes all entries of earlier searches void, so that results don't depend on what was searched before.
    workspace.age[0] += 1
    workspace.nodes[SPENT], workspace.nodes[LIMIT] = 0, UNLIMITED
    moves = root_moves(marks, target, shuffled, state)
    order = np.arange(moves.size)
    chosen, value = 0, 0
    for reached in range(1 if workspace.ordered else depth, depth + 1):
        # `order` is kept from one depth to the next: the best move so far is searched first and narrows the window.
        chosen, value = search_root(workspace, marks, moves, order, player, rule, reached)
    return moves[chosen], value
