"""Games between learners, compiled: they choose, mark, and are fed what came of it.

An estimate is looked for only where it is needed, and one that was never learnt from isn't kept: it follows from the
position. A game that would leave its window, or the room that the book has, is taken back whole, so that it can be
played again with more.
"""

import numpy as np

from tttcore.engines.tabular.board_window import (
    MARGIN,
    completed,
    find_rows,
    list_area,
    list_near,
    mix_lines,
    take_out,
    would_mix,
)
from tttcore.engines.tabular.canonical_keys import canonical_key
from tttcore.engines.tabular.value_table import FULLEST, ROW, ROWS
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import fraction

LEARNED, RANDOM, CAREFUL = 0, 1, 2
"""Who plays: by estimates; any cell; wins at once, else prevents it, else any cell."""

FINISHED, NO_ROOM, OUTSIDE = 0, 1, 2
"""How playing ended: all games are over; the book, or the window, needs more room."""

GOES_ON, NOBODY = -1, 2
"""Of a game, else the seat that has won."""

NONE, ALL, ONE = np.uint64(0), np.uint64(2**64 - 1), np.uint64(1)
CACHED = 2**16
"""Slots of a book that stay in the cache."""
UPPER = np.uint64(40)
"""Bits of a key from which on its place in a row of `Book.seen` is taken."""


@kernel
def play(games, plan, window, book, state, limits, seats, learns, tally):  # noqa: PLR0912, PLR0915 - see below
    """Play games; how it ended.

    Parameters
    ----------
    games : how many.
    plan, window, book : see there.
    state : the word that all chance comes from; moves on.
    limits : (2,) limiters of the players on a growing area.
    seats : LEARNED, RANDOM or CAREFUL for either seat.
    learns : whether moves are explored and estimates learn.
    tally : (5,) counts that grow: games won by either seat and drawn, marks, games whose area grew.

    Notes
    -----
    What completes a row is kept as bits of cells on small boards (`ready`), else as bits of seats by cell (`rows`).
    Slots of large books are read once before any is compared (`touched`), so that memory is waited for once and not
    for each. One long kernel: handing its arrays to another for each mark makes 3x3 twice as slow.
    """
    marks, rows, cells, made, words = window.marks, window.rows, window.cells, window.made, window.words
    lines, through, completions, sizes = window.lines, window.through, window.completions, window.sizes
    keys, values, checks, used, seen = book.keys, book.values, book.checks, book.used, book.seen
    sifted = seen.shape[0] > 0
    side = int(np.sqrt(marks.size))
    radius = side // 2
    widest = radius if plan.finite else radius // 2 if plan.canonical else radius - MARGIN
    small = completions.size > 0
    mask = keys.size // 2 - 1
    ahead = mask > CACHED and not plan.canonical
    touched = NONE
    room = (mask + 1) * FULLEST[0] // FULLEST[1]
    most_near = (2 * plan.limiter + 1) ** 2
    eager = plan.eager and learns
    path_keys, path_checks = np.empty(made.size, np.uint64), np.empty(made.size, np.uint64)
    path_initial = np.empty(made.size)
    weighed = np.empty(cells.size)
    own, ready, since = np.empty(2, np.uint64), np.empty(2, np.uint64), np.empty(2, np.int64)
    for _ in range(games):
        before, limit_first, limit_second, collisions = state[0], limits[0], limits[1], used[2]
        plies, count, flags, reach, listed_to, pure = 0, 0, 0, 0, -1, lines.size
        position, check = np.uint64(0), np.uint64(0)
        grown, ended, result = False, FINISHED, GOES_ON
        own[:], ready[:], since[:] = 0, NONE if plan.need > 1 else ALL, 0
        if plan.area and not plan.kept:
            limits[:] = plan.limiter
        while True:
            seat = plies & 1
            # Which cells are thought of.
            if plan.area:
                if plan.edge:
                    grown |= spread(limits, seat, plan.limiter, reach)
                if listed_to != limits[seat] and limits[seat] <= widest:
                    count = list_area(marks, cells, side, limits[seat])
                while count == 0 and limits[seat] <= widest:
                    grown |= spread(limits, seat, plan.limiter, limits[seat])
                    if limits[seat] <= widest:
                        count = list_area(marks, cells, side, limits[seat])
                listed_to = limits[seat]
                if listed_to > widest:
                    ended = OUTSIDE
                    break
            elif plies == 0:
                drawn = int(fraction(state) * plan.opening_width**2)
                x, y = plan.opening_low + drawn // plan.opening_width, plan.opening_low + drawn % plan.opening_width
                cells[0] = (x + radius) * side + y + radius
                count = 1
            if eager and used[0] + used[1] + count > room:
                ended = NO_ROOM
                break
            # Which of them is chosen.
            size_word = sizes[plies + 1] ^ np.uint64(seat)
            ending, check_ending = position ^ size_word, check ^ size_word
            first_word = seat * marks.size
            chosen = -1
            if seats[seat] != LEARNED:
                if small:
                    for i in range(count):
                        rows[cells[i]] = has(ready[0], cells[i]) | has(ready[1], cells[i]) << 1
                chosen = without_learning(rows, cells, count, seat, seats[seat] == CAREFUL, state)
            elif learns and fraction(state) < plan.exploration:
                chosen = int(fraction(state) * count)
                if plan.forgets:
                    since[seat] = plies + 2
            if chosen < 0 or eager:
                best, best_at, best_count = -1.0, 0, 0
                row = min(plies, ROWS - 1)
                if ahead:
                    for i in range(count):
                        key = ending ^ words[first_word + cells[i]]
                        place = np.int64(key >> UPPER) & (ROW - 1)
                        if not sifted or seen[row, place >> 6] >> np.uint64(place & 63) & ONE:
                            touched ^= keys[2 * (np.int64(key >> ONE) & mask)]
                for i in range(count):
                    cell = cells[i]
                    if plan.canonical:
                        key = canonical_key(made, plies, cell, words, size_word, side, not plan.finite)
                    else:
                        key = ending ^ words[first_word + cell]
                    slot = np.int64(key >> np.uint64(1)) & mask
                    known = True
                    if sifted:
                        place = np.int64(key >> UPPER) & (ROW - 1)
                        known = (seen[row, place >> 6] >> np.uint64(place & 63)) & ONE != 0
                    if known:
                        while keys[2 * slot] != key and keys[2 * slot] != 0:
                            slot = (slot + 1) & mask
                        known = keys[2 * slot] == key
                    if known:
                        value = values[2 * slot + 1]
                        if plan.audited and learns:
                            used[2] += checks[slot] != check_ending ^ window.checks[first_word + cell]
                    else:
                        if has(ready[seat], cell) if small else rows[cell] >> seat & 1:
                            value = plan.initial_win
                        elif (plan.finite and count == 1) or (
                            pure > 0 and would_mix(lines, through, cell, seat) == pure
                        ):
                            value = plan.initial_draw
                        else:
                            value = plan.initial_open
                        if eager:
                            keys[2 * slot] = key
                            values[2 * slot + 1] = value
                            used[seat] += 1
                            if plan.audited:
                                checks[slot] = check_ending ^ window.checks[first_word + cell]
                    if value > best:
                        best, best_at, best_count = value, i, 1
                    elif value == best:
                        best_count += 1
                    if plan.random_ties:
                        weighed[i] = value
                if chosen < 0:
                    chosen = best_at
                    if plan.random_ties and best_count > 1:
                        chosen = of_best(weighed, best, int(fraction(state) * best_count))
            # What it leads to.
            cell = cells[chosen]
            wins = has(ready[seat], cell) != 0 if small else rows[cell] >> seat & 1 != 0
            draws = not wins and (
                (plan.finite and count == 1) or (pure > 0 and would_mix(lines, through, cell, seat) == pure)
            )
            path_initial[plies] = plan.initial_win if wins else plan.initial_draw if draws else plan.initial_open
            if plan.canonical:
                path_keys[plies] = canonical_key(made, plies, cell, words, size_word, side, not plan.finite)
            else:
                path_keys[plies] = ending ^ words[first_word + cell]
            if plan.audited:
                path_checks[plies] = check_ending ^ window.checks[first_word + cell]
                check ^= window.checks[first_word + cell]
            position ^= words[first_word + cell]
            marks[cell] = seat + 1
            made[plies] = cell
            plies += 1
            if wins or draws:
                result = seat if wins else NOBODY
                break
            if small:
                own[seat] |= ONE << np.uint64(cell)
                ready[seat] |= completed(completions, cell, own[seat])
            else:
                flags = find_rows(marks, rows, window.flagged, side, plan.need, cell, seat, flags)
            if pure > 0:
                pure -= mix_lines(lines, through, cell, seat)
            # Which cells are left, or near now.
            if plan.duplicates:
                count = take_out(cells, count, cell)
            else:
                count -= 1
                for i in range(chosen, count):
                    cells[i] = cells[i + 1]
            if plan.edge or not plan.area:
                reach = max(reach, abs(cell // side - radius), abs(cell % side - radius))
            if not plan.area:
                if reach + plan.limiter > widest or count + most_near > cells.size:
                    ended = OUTSIDE
                    break
                count = list_near(marks, cells, window.listed, side, plan.limiter, cell, count, plan.duplicates)
        # The board is cleared, and what was played is learnt from.
        clear(marks, rows, window.listed, cells, made, window.flagged, lines, plies, count, flags, plan.area)
        if ended == FINISHED and learns and used[0] + used[1] + plies > room:
            ended = NO_ROOM
        if ended != FINISHED:
            state[0], limits[0], limits[1], used[2] = before, limit_first, limit_second, collisions
            return ended
        for seat in range(2 if learns else 0):
            target = plan.draw if result == NOBODY else plan.win if result == seat else plan.loss
            feed(
                keys,
                values,
                checks,
                used,
                seen,
                path_keys,
                path_checks,
                path_initial,
                plies,
                since[seat],
                seat,
                target,
                plan,
            )
        tally[result] += 1
        tally[3] += plies
        tally[4] += grown
    path_checks[0] = touched
    return FINISHED


@inlined
def spread(limits, seat, by, reach):
    """Widen a player's area until `reach` is inside, at least by nothing; whether it grew."""
    grown = False
    while reach >= limits[seat]:
        limits[seat] += by
        grown = True
    return grown


@inlined
def feed(keys, values, checks, used, seen, path_keys, path_checks, path_initial, plies, since, seat, target, plan):
    """Go back through the positions a player came to, from the last to ply `since`, and move estimates to the target.

    Source: mrugala2020, section 2.1, feedReward.
    """
    mask = keys.size // 2 - 1
    for ply in range(plies - 1 - ((plies - 1 - seat) & 1), max(since, seat) - 1, -2):
        key = path_keys[ply]
        slot = np.int64(key >> np.uint64(1)) & mask
        while keys[2 * slot] != key and keys[2 * slot] != 0:
            slot = (slot + 1) & mask
        if keys[2 * slot] == 0:
            keys[2 * slot] = key
            values[2 * slot + 1] = path_initial[ply]
            used[seat] += 1
            if plan.audited:
                checks[slot] = path_checks[ply]
            if seen.shape[0] > 0:
                place = np.int64(key >> UPPER) & (ROW - 1)
                seen[min(ply, ROWS - 1), place >> 6] |= ONE << np.uint64(place & 63)
        value = values[2 * slot + 1]
        value = value + plan.step * (target - value)
        values[2 * slot + 1] = value
        if plan.moving:
            target = value


@inlined
def clear(marks, rows, listed, cells, made, flagged, lines, plies, count, flags, area):
    """Take a game's marks and all that was known of it away."""
    for i in range(plies):
        marks[made[i]] = 0
    for i in range(flags):
        rows[flagged[i]] = 0
    if not area:
        for i in range(plies):
            listed[made[i]] = False
        for i in range(count):
            listed[cells[i]] = False
    for i in range(lines.size):
        lines[i] = 0


@inlined
def has(bits, cell):
    """1 if a cell is among `bits`, else 0."""
    return np.uint8(bits >> np.uint64(cell) & ONE)


@kernel
def without_learning(rows, cells, count, seat, careful, state):
    """Which of the cells that are listed a player marks who has no estimates."""
    for own in (seat, 1 - seat):
        fitting = 0
        for i in range(count):
            fitting += rows[cells[i]] >> own & 1
        if careful and fitting > 0:
            left = int(fraction(state) * fitting)
            for i in range(count):
                if rows[cells[i]] >> own & 1:
                    if left == 0:
                        return i
                    left -= 1
    return int(fraction(state) * count)


@kernel
def of_best(weighed, best, skipped):
    """Place of the value that equals `best` after `skipped` others that do."""
    i = 0
    while weighed[i] != best or skipped > 0:
        skipped -= weighed[i] == best
        i += 1
    return i
