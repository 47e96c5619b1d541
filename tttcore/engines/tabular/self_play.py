"""Self-play kernel: two tabular players choose moves epsilon-greedily, and back values up at the end of each game.

A value is that of an afterstate, the position that a move leads to (Sutton and Barto 2018, section 6.8). It is
looked up only where it is needed, and not stored before its first update: until then it follows from the position.

A game that would leave its window, or needs more slots than the value table has, is undone whole: chance goes back to
its state before the game, which is played again once there is more room.
"""

from functools import partial
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.board_window import (
    MARGIN,
    BoardWindow,
    add_neighbours,
    completing_cells,
    flag_completing_cells,
    list_area,
    mark_lines,
    newly_mixed,
    remove_all,
)
from tttcore.engines.tabular.canonical_keys import canonical_key
from tttcore.engines.tabular.value_table import BLOOM_ROWS, MAX_LOAD, add_to_bloom, find_slot, home_slot, in_bloom
from tttcore.pipeline.jit import Compiler, inlined, kernel
from tttcore.pipeline.rng import Words, fraction

LEARNED, RANDOM, CAREFUL = 0, 1, 2
"""Kinds of players: by learned values; any cell; a row if there is one, else the other's row, else any cell."""

FINISHED, NO_ROOM, OUTSIDE = 0, 1, 2
"""Results of the kernel: all games are played; the value table, or the window, is too small for the next one."""

OPEN, DRAW = -1, 2
"""Outcomes of a game that no seat has won."""

NONE, ALL, ONE = np.uint64(0), np.uint64(2**64 - 1), np.uint64(1)
CACHED_SLOTS = 2**16
"""Slots of a value table that stays in the cache."""

allocation_free: Compiler = partial(numba.njit, cache=True, nogil=True, _nrt=False)
"""Decorator for a kernel that allocates nothing, compiled without reference counts.

Counting references to the arrays that inlined steps take, an atomic operation each, makes games thirty times as slow.
"""


class Workspace(NamedTuple):
    """Arrays that the kernel works with; what they hold between calls is of no use.

    Attributes
    ----------
    keys, checks, initial : (cells,) afterstates of a game by ply: keys, keys by the second salt, and initial values.
    candidate_values : (candidates,) values of the afterstates to choose from.
    own, ready : (2,) bits of a seat's marks on a small board, and of the cells that complete a row of it.
    since : (2,) first ply that is learnt from, by seat.
    sink : (1,) a word that is written and never read.
    """

    keys: Words
    checks: Words
    initial: NDArray[np.float64]
    candidate_values: NDArray[np.float64]
    own: Words
    ready: Words
    since: NDArray[np.int64]
    sink: Words


def workspace(window: BoardWindow) -> Workspace:
    """Workspace for games in a window."""
    cells, words = window.moves.size, np.uint64
    return Workspace(
        np.empty(cells, words), np.empty(cells, words), np.empty(cells), np.empty(window.candidates.size),
        np.empty(2, words), np.empty(2, words), np.empty(2, np.int64), np.empty(1, words),
    )  # fmt: skip


@allocation_free
def play_games(games, parameters, window, table, work, state, limits, kinds, learns, tally):
    """Play games; return FINISHED, NO_ROOM or OUTSIDE.

    Parameters
    ----------
    games : how many.
    parameters, window, table, work : see `KernelParameters`, `BoardWindow`, `ValueTable` and `Workspace`.
    state : the word that all chance comes from; moves on.
    limits : (2,) largest coordinates of the players' areas on a board that grows.
    kinds : LEARNED, RANDOM or CAREFUL for either seat.
    learns : whether players explore and values are updated.
    tally : (5,) counts that grow: games won by either seat and drawn, marks, games whose area grew.

    Notes
    -----
    Moves that complete a row are known in advance: on small boards by `ready`, bits of cells by seat, on others by
    `completing`, bits of seats by cell. The steps are inlined: handing the arrays to another compiled function for each
    mark makes 3x3 twice as slow.
    """
    used, side = table.used, int(np.sqrt(window.marks.size))
    capacity = table.keys.size // 2 * MAX_LOAD[0] // MAX_LOAD[1]
    for _ in range(games):
        state_before, limit_first, limit_second, collisions = state[0], limits[0], limits[1], used[2]
        status, outcome, plies, count, flags, grown = play_game(
            parameters, window, table, work, state, limits, kinds, learns, side, capacity
        )
        clear(window, plies, count, flags, parameters.area)
        if status == FINISHED and learns and used[0] + used[1] + plies > capacity:
            status = NO_ROOM
        if status != FINISHED:
            state[0], limits[0], limits[1], used[2] = state_before, limit_first, limit_second, collisions
            return status
        for seat in range(2 if learns else 0):
            reward = parameters.draw if outcome == DRAW else parameters.win if outcome == seat else parameters.loss
            back_up(parameters, table, work, plies, work.since[seat], seat, reward)
        tally[outcome] += 1
        tally[3] += plies
        tally[4] += grown
    return FINISHED


@inlined
def play_game(  # noqa: PLR0912, PLR0915 - a game from the first mark to the last
    parameters, window, table, work, state, limits, kinds, learns, side, capacity
):
    """Play one game: list the candidates, choose one, mark it, until a row is complete or the game is drawn.

    Returns
    -------
    FINISHED, NO_ROOM or OUTSIDE; the seat that has won, DRAW or OPEN; the numbers of marks, candidates and flagged
    cells, which `clear` undoes; and whether an area grew.
    """
    marks, candidates, small = window.marks, window.candidates, window.line_masks.size > 0
    # A translated image may be twice as far from the middle as the position itself.
    radius = side // 2
    widest = radius if parameters.finite else radius // 2 if parameters.canonical else radius - MARGIN
    # `flags` counts the flagged cells, `unmixed` the lines that a player may still complete; `reach` is the largest
    # coordinate marked, `listed_to` that of the listed area.
    plies, count, flags, reach, listed_to, unmixed = 0, 0, 0, 0, -1, window.line_seats.size
    position, check = NONE, NONE  # keys of the position by both salts, without the words of number and seat
    grown, status, outcome = False, FINISHED, OPEN
    work.own[:], work.ready[:], work.since[:] = 0, NONE if parameters.k > 1 else ALL, 0
    if parameters.area and not parameters.keeps_limits:
        limits[:] = parameters.limiter
    while True:
        seat = plies & 1
        # List the candidates.
        if parameters.area:
            count, widened = list_free_area(parameters, window, limits, seat, side, widest, reach, count, listed_to)
            grown |= widened
            listed_to = limits[seat]
            if listed_to > widest:
                status = OUTSIDE
                break
        elif plies == 0:
            candidates[0] = opening_cell(parameters, side, state)
            count = 1
        if parameters.eager and learns and table.used[0] + table.used[1] + count > capacity:
            status = NO_ROOM
            break

        # Choose one. The key of an afterstate is `parent` changed by the word of its new mark.
        count_word = window.count_words[plies + 1] ^ np.uint64(seat)
        parent, check_parent = position ^ count_word, check ^ count_word
        if kinds[seat] == LEARNED:
            chosen = epsilon_greedy(
                parameters, window, table, work, state,
                parent, check_parent, count_word, plies, seat, side, count, unmixed, small, learns,
            )  # fmt: skip
        else:
            if small:
                spread_bits(window.completing, candidates, count, work.ready)
            chosen = untrained_choice(window.completing, candidates, count, seat, kinds[seat] == CAREFUL, state)

        # Mark it, and append its afterstate to the trajectory.
        cell = candidates[chosen]
        word = seat * marks.size + cell
        wins = completes_row(work.ready, window.completing, small, seat, cell)
        draws = not wins and ends_drawn(parameters, window, count, unmixed, seat, cell)
        work.initial[plies] = initial_value(parameters, wins, draws)
        work.keys[plies] = afterstate_key(parameters, window, parent, count_word, plies, seat, side, cell)
        if parameters.audited:
            work.checks[plies] = check_parent ^ window.check_zobrist[word]
            check ^= window.check_zobrist[word]
        position ^= window.zobrist[word]
        marks[cell] = seat + 1
        window.moves[plies] = cell
        plies += 1
        if wins or draws:
            outcome = seat if wins else DRAW
            break

        # Update rows and candidates.
        flags = update_rows(parameters, window, work, side, small, cell, seat, flags)
        if unmixed > 0:
            unmixed -= mark_lines(window.line_seats, window.lines_through, cell, seat)
        count = remove_candidate(parameters, candidates, count, chosen)
        if parameters.grows_at_edge or not parameters.area:
            reach = max(reach, abs(cell // side - radius), abs(cell % side - radius))
        if not parameters.area:
            most_near = (2 * parameters.limiter + 1) ** 2
            if reach + parameters.limiter > widest or count + most_near > candidates.size:
                status = OUTSIDE
                break
            count = add_neighbours(
                marks, candidates, window.is_candidate, side, parameters.limiter, cell, count, parameters.duplicates
            )
    return status, outcome, plies, count, flags, grown


@inlined
def list_free_area(parameters, window, limits, seat, side, widest, reach, count, listed_to):
    """List a player's free cells anew if its area isn't the one that is listed, and widen an area that is full.

    Returns
    -------
    Number of candidates, and whether the area grew; it may now be wider than the window.
    """
    widened = False
    if parameters.grows_at_edge:
        widened |= widen(limits, seat, parameters.limiter, reach)
    if listed_to != limits[seat] and limits[seat] <= widest:
        count = list_area(window.marks, window.candidates, side, limits[seat])
    while count == 0 and limits[seat] <= widest:
        widened |= widen(limits, seat, parameters.limiter, limits[seat])
        if limits[seat] <= widest:
            count = list_area(window.marks, window.candidates, side, limits[seat])
    return count, widened


@inlined
def widen(limits, seat, by, reach):
    """Widen a player's area until it extends beyond `reach`; return whether it grew."""
    grown = False
    while reach >= limits[seat]:
        limits[seat] += by
        grown = True
    return grown


@inlined
def opening_cell(parameters, side, state):
    """Cell of a first mark where candidates are neighbourhoods: any cell of a square near the middle."""
    radius = side // 2
    drawn = int(fraction(state) * parameters.opening_width**2)
    x = parameters.opening_low + drawn // parameters.opening_width
    y = parameters.opening_low + drawn % parameters.opening_width
    return (x + radius) * side + y + radius


@inlined
def epsilon_greedy(
    parameters, window, table, work, state,
    parent, check_parent, count_word, plies, seat, side, count, unmixed, small, learns,
):  # fmt: skip
    """Choose any candidate with probability epsilon, else one with the highest value; return its place in the list."""
    chosen = -1
    if learns and fraction(state) < parameters.exploration_rate:
        chosen = int(fraction(state) * count)
        if parameters.forgets:
            work.since[seat] = plies + 2  # the player's next ply
    if chosen < 0 or (parameters.eager and learns):
        row = min(plies, BLOOM_ROWS - 1)
        if table.keys.size // 2 > CACHED_SLOTS and not parameters.canonical:
            prefetch(window, table, parent, seat * window.marks.size, count, row, work.sink)
        best, best_at, best_count = -1.0, 0, 0
        for i in range(count):
            cell = window.candidates[i]
            key = afterstate_key(parameters, window, parent, count_word, plies, seat, side, cell)
            check = check_parent ^ window.check_zobrist[seat * window.marks.size + cell] if parameters.audited else NONE
            value = afterstate_value(
                parameters, window, table, work.ready, key, check, row, seat, cell, count, unmixed, small, learns
            )
            if value > best:
                best, best_at, best_count = value, i, 1
            elif value == best:
                best_count += 1
            if parameters.random_ties:
                work.candidate_values[i] = value
        if chosen < 0:
            chosen = best_at
            if parameters.random_ties and best_count > 1:
                chosen = place_of(work.candidate_values, best, int(fraction(state) * best_count))
    return chosen


@inlined
def prefetch(window, table, parent, offset, count, row, sink):
    """Read the home slots of all candidates at once, so that memory is waited for once and not for each of them.

    The words read are combined into `sink`, which nobody reads, so that the compiler keeps the reads.
    """
    mask = table.keys.size // 2 - 1
    touched = NONE
    for i in range(count):
        key = parent ^ window.zobrist[offset + window.candidates[i]]
        if table.bloom.shape[0] == 0 or in_bloom(table.bloom, row, key):
            touched ^= table.keys[2 * home_slot(key, mask)]
    sink[0] = touched


@inlined
def afterstate_key(parameters, window, parent, count_word, plies, seat, side, cell):
    """Key of the position that a mark on `cell` leads to: one exclusive or, or the least over the position's images."""
    if parameters.canonical:
        return canonical_key(window.moves, plies, cell, window.zobrist, count_word, side, not parameters.finite)
    return parent ^ window.zobrist[seat * window.marks.size + cell]


@inlined
def afterstate_value(parameters, window, table, ready, key, check, row, seat, cell, count, unmixed, small, learns):
    """Stored value of an afterstate, else its initial value, which is stored now if storage is eager."""
    # Tables of eager storage have no Bloom filter, so that a free slot is always found here before it is filled.
    slot, known = 0, table.bloom.shape[0] == 0 or in_bloom(table.bloom, row, key)
    if known:
        slot = find_slot(table.keys, key, table.keys.size // 2 - 1)
        known = table.keys[2 * slot] == key
    if known:
        if parameters.audited and learns:
            table.used[2] += table.checks[slot] != check
        value = table.values[2 * slot + 1]
    else:
        wins = completes_row(ready, window.completing, small, seat, cell)
        draws = not wins and ends_drawn(parameters, window, count, unmixed, seat, cell)
        value = initial_value(parameters, wins, draws)
        if parameters.eager and learns:
            store(parameters, table, slot, key, check, value, seat)
    return value


@inlined
def store(parameters, table, slot, key, check, value, seat):
    """Fill a free slot."""
    table.keys[2 * slot] = key
    table.values[2 * slot + 1] = value
    table.used[seat] += 1
    if parameters.audited:
        table.checks[slot] = check


@inlined
def completes_row(ready, completing, small, seat, cell):
    """True if a mark of `seat` on a candidate completes a row."""
    if small:
        return bit_of(ready[seat], cell) != 0
    return completing[cell] >> seat & 1 != 0


@inlined
def ends_drawn(parameters, window, count, unmixed, seat, cell):
    """True if a mark that completes no row fills the board, or mixes the last line that isn't mixed."""
    return (parameters.finite and count == 1) or (
        unmixed > 0 and newly_mixed(window.line_seats, window.lines_through, cell, seat) == unmixed
    )


@inlined
def initial_value(parameters, wins, draws):
    """Value of an afterstate that was never updated, by how the game stands."""
    return parameters.initial_win if wins else parameters.initial_draw if draws else parameters.initial_open


@inlined
def update_rows(parameters, window, work, side, small, cell, seat, flags):
    """Find the cells that complete a row after a mark of `seat` on `cell`; return the number of flagged cells."""
    if small:
        work.own[seat] |= ONE << np.uint64(cell)
        work.ready[seat] |= completing_cells(window.line_masks, cell, work.own[seat])
        return flags
    return flag_completing_cells(window.marks, window.completing, window.flagged, side, parameters.k, cell, seat, flags)


@inlined
def remove_candidate(parameters, candidates, count, chosen):
    """Remove a marked cell from the candidates, all its occurrences if there can be several; return their number."""
    if parameters.duplicates:
        return remove_all(candidates, count, candidates[chosen])
    for i in range(chosen, count - 1):
        candidates[i] = candidates[i + 1]
    return count - 1


@inlined
def back_up(parameters, table, work, plies, since, seat, reward):
    """Update a player's afterstates from the last one back to ply `since`: value += learning rate * (target - value).

    The target of the last afterstate is the reward; that of an earlier one is the new value of the one after it, or the
    reward again. Source: mrugala2020, section 2.1, feedReward.
    """
    mask = table.keys.size // 2 - 1
    target = reward
    last = plies - 1 - ((plies - 1 - seat) & 1)  # the last mark may be the other's
    for ply in range(last, max(since, seat) - 1, -2):
        key = work.keys[ply]
        slot = find_slot(table.keys, key, mask)
        if table.keys[2 * slot] == 0:
            store(parameters, table, slot, key, work.checks[ply], work.initial[ply], seat)
            if table.bloom.shape[0] > 0:
                add_to_bloom(table.bloom, min(ply, BLOOM_ROWS - 1), key)
        value = table.values[2 * slot + 1]
        value = value + parameters.learning_rate * (target - value)
        table.values[2 * slot + 1] = value
        if parameters.moving_target:
            target = value


@inlined
def clear(window, plies, count, flags, area):
    """Empty the board: undo a game's marks and all that was derived from them."""
    for i in range(plies):
        window.marks[window.moves[i]] = 0
    for i in range(flags):
        window.completing[window.flagged[i]] = 0
    if not area:
        for i in range(plies):
            window.is_candidate[window.moves[i]] = False
        for i in range(count):
            window.is_candidate[window.candidates[i]] = False
    for i in range(window.line_seats.size):
        window.line_seats[i] = 0


@inlined
def bit_of(bits, cell):
    """1 if a cell is in a set of bits, else 0."""
    return np.uint8(bits >> np.uint64(cell) & ONE)


@inlined
def spread_bits(completing, candidates, count, ready):
    """Write the players' sets of completing cells as bits of seats by cell, which untrained players look at."""
    for i in range(count):
        cell = candidates[i]
        completing[cell] = bit_of(ready[0], cell) | bit_of(ready[1], cell) << 1


@kernel
def untrained_choice(completing, candidates, count, seat, careful, state):
    """Place of the candidate that a random or careful player chooses: an own row, the other's row, else any cell."""
    for owner in (seat, 1 - seat):
        fitting = 0
        for i in range(count):
            fitting += completing[candidates[i]] >> owner & 1
        if careful and fitting > 0:
            left = int(fraction(state) * fitting)
            for i in range(count):
                if completing[candidates[i]] >> owner & 1:
                    if left == 0:
                        return i
                    left -= 1
    return int(fraction(state) * count)


@kernel
def place_of(values, best, skipped):
    """Place of a value equal to `best`, after `skipped` others that are."""
    i = 0
    while values[i] != best or skipped > 0:
        skipped -= values[i] == best
        i += 1
    return i
