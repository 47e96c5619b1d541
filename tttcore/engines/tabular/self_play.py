"""Self-play kernel, the fast form of `reference.SelfPlay`: players choose moves, and back values up after each game.

A game that would leave its window, or needs more slots than the value table has, is undone whole: the random state goes
back to its state before the game, which is played again once there is more room. How a move is chosen is in
`move_choice`.
"""

from typing import NamedTuple

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
    remove_all,
)
from tttcore.engines.tabular.move_choice import (
    ONE,
    Turn,
    afterstate_key,
    choose_candidate,
    completes_row,
    ends_drawn,
    initial_value,
)
from tttcore.engines.tabular.value_table import BLOOM_ROWS, MAX_LOAD, add_to_bloom, find_slot, store
from tttcore.games.position import DRAWN, OPEN
from tttcore.pipeline.jit import allocation_free, inlined
from tttcore.pipeline.rng import Words, uniform

FINISHED, TABLE_FULL, WINDOW_EXCEEDED = 0, 1, 2
"""Results of the kernel: all games are played; the value table, or the window, is too small for the next one."""


NO_CELLS, ALL_CELLS = np.uint64(0), np.uint64(2**64 - 1)
"""Sets of a small board's cells as bits."""


class Workspace(NamedTuple):
    """Arrays that the kernel works with; their contents have no meaning between calls."""

    keys: Words  # (cells,) keys of a game's afterstates by ply
    checks: Words  # (cells,) their keys by the second salt
    initial: NDArray[np.float64]  # (cells,) their initial values
    candidate_values: NDArray[np.float64]  # (candidates,) values of the afterstates to choose from
    own: Words  # (2,) bits of a seat's marks on a small board
    ready: Words  # (2,) bits of the cells that complete a row of a seat there
    since: NDArray[np.int64]  # (2,) first ply that is learnt from, by seat
    sink: Words  # (1,) a word that is written and never read


def workspace(window: BoardWindow) -> Workspace:
    """Workspace for games in a window."""
    cells, word = window.moves.size, np.uint64
    return Workspace(
        np.empty(cells, word), np.empty(cells, word), np.empty(cells), np.empty(window.candidates.size),
        np.empty(2, word), np.empty(2, word), np.empty(2, np.int64), np.empty(1, word),
    )  # fmt: skip


@allocation_free
def play_games(games, parameters, window, table, work, state, kinds, learns, tally):
    """Fast form of `reference.SelfPlay.play_games`; returns FINISHED, TABLE_FULL or WINDOW_EXCEEDED.

    Parameters
    ----------
    games : how many.
    parameters, window, table, work : see `KernelParameters`, `BoardWindow`, `ValueTable` and `Workspace`.
    state : random state; it is advanced.
    kinds : LEARNED, RANDOM or CAREFUL for either seat.
    learns : whether players explore and values are updated.
    tally : (5,) counts that grow: games drawn and won by either seat (by outcome), marks, games whose area grew.

    Notes
    -----
    Moves that complete a row are known in advance: on small boards by `ready`, bits of cells by seat, on others by
    `completing`, bits of seats by cell. The steps are inlined: handing the arrays to another compiled function for each
    mark makes 3x3 twice as slow.
    """
    used = table.used
    capacity = table.keys.size // 2 * MAX_LOAD[0] // MAX_LOAD[1]
    for _ in range(games):
        # If room is short, the caller makes more and plays this game again: from the same word it is the same game.
        state_before, collisions = state[0], used[2]
        status, outcome, plies, count, flags, grown = play_game(
            parameters, window, table, work, state, kinds, learns, capacity
        )
        clear(window, plies, count, flags, parameters.area)
        # Every afterstate of the game may need a slot of its own.
        if status == FINISHED and learns and used[0] + used[1] + plies > capacity:
            status = TABLE_FULL
        if status != FINISHED:  # undo all that the game changed beside the window
            state[0], used[2] = state_before, collisions
            return status
        # Updates store new keys, and the order of storing decides which slots colliding keys get: always seat 0 first.
        for seat in range(2 if learns else 0):
            reward = parameters.draw if outcome == DRAWN else parameters.win if outcome == seat + 1 else parameters.loss
            back_up(parameters, table, work, plies, seat, reward)
        tally[outcome] += 1
        tally[3] += plies
        tally[4] += grown
    return FINISHED


@inlined
def play_game(parameters, window, table, work, state, kinds, learns, capacity):
    """Fast form of `reference.SelfPlay.play_game`: list the candidates, choose one, mark it, until the game has ended.

    Returns
    -------
    FINISHED, TABLE_FULL or WINDOW_EXCEEDED; the outcome; the numbers of marks, candidates and flagged cells, which
    `clear` undoes; and whether the area grew.
    """
    # A translated image may be twice as far from the middle as the position itself.
    radius = window.side // 2
    widest = radius if parameters.finite else radius // 2 if parameters.canonical else radius - MARGIN
    # `flags` counts the flagged cells, `unmixed` the lines that a player may still complete; `reach` is the largest
    # coordinate marked, `limit` that of the area.
    plies, count, flags, reach, limit, unmixed = 0, 0, 0, 0, parameters.limiter, window.line_seats.size
    position, check = NO_CELLS, NO_CELLS  # keys of the position by both salts, without the words of number and seat
    status, outcome = FINISHED, OPEN
    # With k = 1 every cell completes a row from the beginning.
    work.own[:], work.ready[:], work.since[:] = NO_CELLS, NO_CELLS if parameters.k > 1 else ALL_CELLS, 0
    # List the candidates; from then on they are kept up to date.
    if parameters.area:
        count = list_area(window.marks, window.candidates, window.side, limit)
    else:
        window.candidates[0], count = opening_cell(parameters, window.side, state), 1
    while True:
        seat = plies & 1
        if parameters.area:
            count, limit = widen_area(parameters, window, widest, reach, count, limit)
            if limit > widest:
                status = WINDOW_EXCEEDED
                break
        if parameters.eager and learns and table.used[0] + table.used[1] + count > capacity:
            status = TABLE_FULL
            break

        # Choose one. The key of an afterstate is `parent` changed by the word of its new mark.
        count_word = window.count_words[plies + 1] ^ np.uint64(seat)
        turn = Turn(seat, plies, count, unmixed, count_word, position ^ count_word, check ^ count_word)
        chosen = choose_candidate(parameters, window, table, work, state, turn, kinds[seat], learns)

        # Mark it.
        cell = window.candidates[chosen]
        wins, draws = append_afterstate(parameters, window, work, turn, cell)
        word = seat * window.marks.size + cell
        position ^= window.zobrist[word]
        if parameters.count_collisions:
            check ^= window.check_zobrist[word]
        window.marks[cell] = seat + 1
        window.moves[plies] = cell
        plies += 1
        if wins or draws:
            outcome = seat + 1 if wins else DRAWN
            break

        # Update rows and candidates.
        flags = update_rows(parameters, window, work, seat, cell, flags)
        if unmixed > 0:
            unmixed -= mark_lines(window.line_seats, window.lines_through, cell, seat)
        count = remove_candidate(parameters, window.candidates, count, chosen)
        if parameters.grows_at_edge or not parameters.area:
            reach = max(reach, abs(cell // window.side - radius), abs(cell % window.side - radius))
        if not parameters.area:
            if (
                reach + parameters.limiter > widest
                or count + (2 * parameters.limiter + 1) ** 2 > window.candidates.size  # most candidates near a mark
            ):
                status = WINDOW_EXCEEDED
                break
            count = add_neighbours(
                window.marks, window.candidates, window.is_candidate, window.side,
                parameters.limiter, cell, count, parameters.duplicates,
            )  # fmt: skip
    return status, outcome, plies, count, flags, limit > parameters.limiter


@inlined
def widen_area(parameters, window, widest, reach, count, limit):
    """Fast form of `reference.limit_of`: widen an area that is full, or has a mark at its edge, and list it anew.

    Returns
    -------
    Number of candidates, and the area's largest coordinate, which may now be beyond the window.
    """
    while limit <= widest and (count == 0 or (parameters.grows_at_edge and reach >= limit)):
        limit += parameters.limiter
        if limit <= widest:
            count = list_area(window.marks, window.candidates, window.side, limit)
    return count, limit


@inlined
def opening_cell(parameters, side, state):
    """Fast form of `reference.openings`: cell of a first mark where candidates are neighbourhoods."""
    radius = side // 2
    drawn = int(uniform(state) * parameters.opening_width**2)
    x = parameters.opening_low + drawn // parameters.opening_width
    y = parameters.opening_low + drawn % parameters.opening_width
    return (x + radius) * side + y + radius


@inlined
def append_afterstate(parameters, window, work, turn, cell):
    """Append the afterstate of a mark to the game's trajectory; return whether the mark wins, and whether it draws."""
    wins = completes_row(window, work.ready, turn.seat, cell)
    draws = not wins and ends_drawn(parameters, window, turn, cell)
    work.initial[turn.plies] = initial_value(parameters, wins, draws)
    work.keys[turn.plies] = afterstate_key(parameters, window, turn, cell)
    if parameters.count_collisions:
        work.checks[turn.plies] = turn.check_parent ^ window.check_zobrist[turn.seat * window.marks.size + cell]
    return wins, draws


@inlined
def update_rows(parameters, window, work, seat, cell, flags):
    """Find the cells that complete a row after a mark of `seat` on `cell`; return the number of flagged cells."""
    if window.small:
        work.own[seat] |= ONE << np.uint64(cell)
        work.ready[seat] |= completing_cells(window.line_masks, cell, work.own[seat])
        return flags
    return flag_completing_cells(
        window.marks, window.completing, window.flagged, window.side, parameters.k, cell, seat, flags
    )


@inlined
def remove_candidate(parameters, candidates, count, chosen):
    """Remove a marked cell from the candidates, all its occurrences if there can be several; return their number."""
    if parameters.duplicates:
        return remove_all(candidates, count, candidates[chosen])
    # Moving the last one into the gap would be faster, yet draws and ties go by the order of candidates.
    for i in range(chosen, count - 1):
        candidates[i] = candidates[i + 1]
    return count - 1


@inlined
def back_up(parameters, table, work, plies, seat, reward):
    """Fast form of `reference.SelfPlay.feed_rewards`: update a player's afterstates from the last one to the first.

    The target of the last afterstate is the reward; that of an earlier one is the new value of the one after it, or the
    reward again. Afterstates before `since` are forgotten. Source: mrugala2020, section 2.1, feedReward.

        ply      0   1   2   3   4        seat 0 has won: 4 <- reward, 2 <- value of 4, 0 <- value of 2;
        seat     0   1   0   1   0        seat 1: 3 <- reward, 1 <- value of 3
    """
    mask = table.keys.size // 2 - 1
    target = reward
    last = plies - 1 - ((plies - 1 - seat) & 1)  # the last mark may be the other's
    for ply in range(last, max(work.since[seat], seat) - 1, -2):
        key = work.keys[ply]
        slot = find_slot(table.keys, key, mask)
        if table.keys[2 * slot] == 0:
            store(table, slot, key, work.initial[ply], work.checks[ply])
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
    # Only what the game has touched: windows are large and games short.
    for i in range(flags):
        window.completing[window.flagged[i]] = 0
    if not area:
        for i in range(plies):
            window.is_candidate[window.moves[i]] = False
        for i in range(count):
            window.is_candidate[window.candidates[i]] = False
    for i in range(window.line_seats.size):
        window.line_seats[i] = 0
