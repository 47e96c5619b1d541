"""The engine's kernel: alpha-beta to a fixed depth, without recursion.

What makes it fast, beside the words of `boards`:

- A mark that lets the opponent win at once is known by the boards that the opponent controls, and isn't made. So nobody
  who moves inside the search can win at once.
- Positions at the depth limit aren't made either: the last mark is worth the most that a cell of its board gains.
- Each ply keeps its position on a stack, from which the search goes on after a move is taken back.
- Moves are tried in the order of what they gain less what the opponent can gain on the board that they name, after
  the move that the table recommends.

A position is (9,) `codes`, `control` and `full`, see `boards`, what the heuristic says it is worth to the mover,
`target`, `mover` and its hash `key`. Values are to the mover, in sixtieths of a won game.
"""

from tttcore.engines.nine_board.alphabeta.forced_moves import last_ply, list_safe, plain_sailing, safe_cells
from tttcore.engines.nine_board.alphabeta.heuristics import ENDLESS
from tttcore.engines.nine_board.alphabeta.single_boards import (
    LOWEST,
    at,
    best_gain,
    free,
    gain,
    marked,
    unmarked,
    with_control,
    with_full,
)
from tttcore.engines.nine_board.alphabeta.transposition import (
    NO_MOVE,
    entry,
    hash_after,
    settles,
    stored_move,
    stored_value,
)
from tttcore.engines.nine_board.alphabeta.workspace import won
from tttcore.games.nine_board import ANY, CELLS
from tttcore.pipeline.jit import inlined, kernel

TARGET, CONTROL, FULL_BOARDS, WORTH, KEY, LOW, HIGH, BEST, MOVE, MADE, NEXT, COUNT = range(12)
"""What the stack keeps of a ply: its position; the window; the best value and move so far; the move that is being
tried; the place of the next in the list, and the length of the list."""
FIELDS = 12


@kernel
def deep_value(  # noqa: PLR0912, PLR0915 - see below
    means, control, full, worth, key, target, mover, rule, depth, low, high
):
    """Value to the mover, who can't win at once, `depth` plies deep (1 or more).

    A value of `low` or less is an upper bound and one of `high` or more a lower bound. If more nodes are
    spent than there may be, the search stops and what it returns is worth nothing.
    """
    # Written out: handing an array on, even to an inlined function, may count its references, see `boards`.
    words, table, stack, listed, codes = means.words, means.table, means.stack, means.listed, means.codes
    ordered, hurry, spent, limit = means.ordered, means.hurry, means.spent[0], means.spent[1]
    remembering, age, mask = table.shape[0] > 1, means.age[0], table.shape[0] - 1
    ply = 0
    while True:
        left = depth - ply
        word = words[at(codes[at(target)])] if target != ANY else 0
        plain = plain_sailing(word, full, target)
        known = table[key & mask, 1] if remembering and left > 2 and table[key & mask, 0] == key else 0
        count = 0
        if settles(known, age, left, low, high):
            best = stored_value(known)
        elif left == 1:
            best = worth + best_gain(word, mover) if plain else last_ply(words, codes, full, worth, target, mover, rule)
        else:
            loss = -won(hurry, left - 2)
            if plain and left == 2:
                made, best, plain = _last_two(words, codes, control, worth, target, mover, high, loss)
                spent += made
            elif plain:
                count, best = _list_plain(word, listed, ply, control, target, mover, loss)
            if not plain:
                count, best = list_safe(words, codes, listed, ply, control, full, target, mover, rule, loss)
            if ordered and count > 1:
                arrange(words, codes, listed, ply, count, mover, stored_move(known, age))
        if count:
            stack[at(ply), TARGET], stack[at(ply), CONTROL], stack[at(ply), FULL_BOARDS] = target, control, full
            stack[at(ply), WORTH], stack[at(ply), KEY] = worth, key
            stack[at(ply), LOW], stack[at(ply), HIGH], stack[at(ply), MOVE] = low, high, NO_MOVE
        stack[at(ply), BEST], stack[at(ply), NEXT], stack[at(ply), COUNT] = best, 0, count
        while stack[at(ply), NEXT] == stack[at(ply), COUNT] or stack[at(ply), BEST] >= stack[at(ply), HIGH]:
            best = stack[at(ply), BEST]
            if remembering and stack[at(ply), COUNT]:
                key, move = stack[at(ply), KEY], stack[at(ply), MOVE]
                table[key & mask, 0] = key
                table[key & mask, 1] = entry(age, depth - ply, move, best, stack[at(ply), LOW], stack[at(ply), HIGH])
            if ply == 0 or spent > limit:
                means.spent[0] = spent
                return best
            ply -= 1
            mover = 1 - mover
            move = stack[at(ply), MADE]
            board = at(move // CELLS)
            codes[board] = unmarked(codes[board], move % CELLS, mover)
            if -best > stack[at(ply), BEST]:
                stack[at(ply), BEST], stack[at(ply), MOVE] = -best, move
        move = listed[at(ply), stack[at(ply), NEXT]]
        stack[at(ply), NEXT] += 1
        stack[at(ply), MADE] = move
        board, cell = move // CELLS, move % CELLS
        code = codes[at(board)]
        before = words[at(code)]
        code = codes[at(board)] = marked(code, cell, mover)
        after = words[at(code)]
        worth = -stack[at(ply), WORTH] - gain(before, after, mover)
        control = with_control(stack[at(ply), CONTROL], board, after)
        full = with_full(stack[at(ply), FULL_BOARDS], board, after)
        target = ANY if full >> cell & 1 else cell
        low, high = -stack[at(ply), HIGH], -max(stack[at(ply), LOW], stack[at(ply), BEST])
        if remembering:
            key = hash_after(stack[at(ply), KEY], stack[at(ply), TARGET], move, target, mover)
        mover = 1 - mover
        ply += 1
        spent += 1


@inlined
def _last_two(words, codes, control, worth, target, mover, high, loss):
    """Value two plies above the limit, none of them beside a full board.

    Returns how many positions were made, the value, and whether it was plain sailing; if not, the value is none.
    """
    code, made, plain = codes[at(target)], 0, True
    word = words[at(code)]
    safe = safe_cells(word, control, target, mover)
    best = -ENDLESS if safe == free(word) else loss
    while safe and best < high and plain:
        cell = LOWEST[at(safe)]
        safe &= safe - 1
        made += 1
        following = marked(code, cell, mover)
        codes[at(target)] = following
        after, named = words[at(following)], words[at(codes[at(cell)])]
        plain = free(after) != 0 and free(named) != 1 << cell
        best = max(best, worth + gain(word, after, mover) - best_gain(named, 1 - mover))
    codes[at(target)] = code
    return made if plain else 0, best, plain


@inlined
def _list_plain(word, listed, ply, control, target, mover, loss):
    """List the safe moves where all is plain sailing, in rising order, see `safety.list_safe`."""
    safe, count = safe_cells(word, control, target, mover), 0
    floor = -ENDLESS if safe == free(word) else loss
    while safe:
        listed[at(ply), count] = target * CELLS + LOWEST[at(safe)]
        safe &= safe - 1
        count += 1
    return count, floor


@kernel
def arrange(words, codes, listed, ply, count, mover, first):
    """Put the moves of a row of `listed` into the order of their promise, equal ones in rising order, `first` first."""
    for last in range(count):
        move = listed[ply, last]
        board, cell = move // CELLS, move % CELLS
        after = marked(codes[board], cell, mover)
        named = after if board == cell else codes[cell]
        promise = gain(words[codes[board]], words[after], mover) - best_gain(words[named], 1 - mover)
        if move == first:
            promise = ENDLESS
        place = last
        while place > 0 and listed[ply, place - 1] >> 7 < promise:
            listed[ply, place] = listed[ply, place - 1]
            place -= 1
        listed[ply, place] = promise << 7 | move
    for place in range(count):
        listed[ply, place] &= 127
