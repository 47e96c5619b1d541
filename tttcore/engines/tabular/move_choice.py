"""Choice of a move in self-play: epsilon-greedy by the values of afterstates, or an untrained rule; inlined.

A value is that of an afterstate, the position that a move leads to (Sutton and Barto 2018, section 6.8). It is
looked up only where it is needed, and not stored before its first update: until then it follows from the position.
"""

from typing import NamedTuple

import numpy as np

from tttcore.engines.tabular.board_window import newly_mixed
from tttcore.engines.tabular.keys import canonical_key
from tttcore.engines.tabular.value_table import BLOOM_ROWS, find_slot, home_slot, in_bloom, store
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import uniform

LEARNED, RANDOM, CAREFUL = 0, 1, 2
"""Kinds of players: by learned values; any cell; a row if there is one, else the other's row, else any cell."""

ONE, NO_BITS = np.uint64(1), np.uint64(0)
CACHED_SLOTS = 2**16
"""Slots of a value table that stays in the cache."""


class Turn(NamedTuple):
    """A position in which a player is to move, in numbers; its marks are in the window."""

    seat: int  # of the player to move
    plies: int  # marks made
    choices: int  # number of candidates
    unmixed: int  # lines without marks of both, if the game is drawn when there is none left
    count_word: int  # word of the number of marks after the move, and the seat
    parent: int  # key of the position with that word; the word of the new mark makes it the afterstate's
    check_parent: int  # the same by the second salt


@inlined
def choose_candidate(parameters, window, table, work, state, turn, kind, learns):
    """Fast form of `reference.SelfPlay.choose_by_kind`; returns the candidate's place in the list."""
    if kind == LEARNED:
        return epsilon_greedy(parameters, window, table, work, state, turn, learns)
    if window.small:
        spread_bits(window.completing, window.candidates, turn.choices, work.ready)
    return untrained_choice(window.completing, window.candidates, turn.choices, turn.seat, kind == CAREFUL, state)


@inlined
def epsilon_greedy(parameters, window, table, work, state, turn, learns):
    """Fast form of `reference.SelfPlay.epsilon_greedy`; returns the candidate's place in the list."""
    # Words are drawn only where they are needed, in this order: whether to explore, which candidate, which of equal
    # values. Everything that follows in a run depends on it.
    chosen = -1
    if learns and uniform(state) < parameters.exploration_rate:
        chosen = int(uniform(state) * turn.choices)
        if parameters.forgets:
            # A random mark says nothing about those before it: learning begins after it, with the next own mark.
            work.since[turn.seat] = turn.plies + 2  # the player's next ply
    # Eager storage evaluates every candidate, even where the move is random, since evaluating one stores it.
    if chosen < 0 or (parameters.eager and learns):
        if table.keys.size // 2 > CACHED_SLOTS and not parameters.canonical:
            prefetch(window, table, turn, work.sink)
        best, best_at, best_count = -1.0, 0, 0  # values are 0 or more
        for i in range(turn.choices):
            value = afterstate_value(parameters, window, table, work.ready, turn, window.candidates[i], learns)
            if value > best:
                best, best_at, best_count = value, i, 1
            elif value == best:
                best_count += 1
            if parameters.random_ties:
                work.candidate_values[i] = value
        if chosen < 0:
            chosen = best_at
            if parameters.random_ties and best_count > 1:
                chosen = place_of(work.candidate_values, best, int(uniform(state) * best_count))
    return chosen


@inlined
def prefetch(window, table, turn, sink):
    """Read the home slots of all candidates at once, so that the kernel waits for memory once, not for each.

    The words read are combined into `sink`, which nobody reads, so that the compiler keeps the reads.
    """
    mask, offset, row = table.keys.size // 2 - 1, turn.seat * window.marks.size, min(turn.plies, BLOOM_ROWS - 1)
    touched = NO_BITS
    # No read waits for another one's result, so that the processor has several under way at a time.
    for i in range(turn.choices):
        key = turn.parent ^ window.zobrist[offset + window.candidates[i]]
        # Where the filter excludes a key, nobody will look for it in the table.
        if table.bloom.shape[0] == 0 or in_bloom(table.bloom, row, key):
            touched ^= table.keys[2 * home_slot(key, mask)]
    sink[0] = touched


@inlined
def afterstate_key(parameters, window, turn, cell):
    """Key of the position that a mark on `cell` leads to: one exclusive or, or the least over the position's images."""
    if parameters.canonical:
        return canonical_key(
            window.moves, turn.plies, cell, window.zobrist, turn.count_word, window.side, not parameters.finite
        )
    return turn.parent ^ window.zobrist[turn.seat * window.marks.size + cell]


@inlined
def afterstate_value(parameters, window, table, ready, turn, cell, learns):
    """Fast form of `reference.SelfPlay.values_after`: a stored value, else the initial one, stored now if eager."""
    key = afterstate_key(parameters, window, turn, cell)
    counts = parameters.count_collisions and learns
    check = turn.check_parent ^ window.check_zobrist[turn.seat * window.marks.size + cell] if counts else NO_BITS
    # Tables of eager storage have no Bloom filter, so that a free slot is always found here before it is filled.
    slot, known = 0, table.bloom.shape[0] == 0 or in_bloom(table.bloom, min(turn.plies, BLOOM_ROWS - 1), key)
    if known:
        # A bit that is set may be another key's: only the slot decides.
        slot = find_slot(table.keys, key, table.keys.size // 2 - 1)
        known = table.keys[2 * slot] == key
    if known:
        if counts:
            # The same key by one salt and not by the other: two positions collide, and share a value.
            table.used[2] += table.checks[slot] != check
        value = table.values[2 * slot + 1]
    else:
        wins = completes_row(window, ready, turn.seat, cell)
        draws = not wins and ends_drawn(parameters, window, turn, cell)
        value = initial_value(parameters, wins, draws)
        if parameters.eager and learns:
            store(table, slot, key, value, check)
    return value


@inlined
def completes_row(window, ready, seat, cell):
    """True if a mark of `seat` on a candidate completes a row."""
    if window.small:
        return bit_of(ready[seat], cell) != 0
    return window.completing[cell] >> seat & 1 != 0


@inlined
def ends_drawn(parameters, window, turn, cell):
    """True if a mark that completes no row fills the board, or mixes the last line that isn't mixed."""
    # One candidate left is the last free cell. `unmixed` is 0 all the time where blocked lines don't end a game.
    return (parameters.finite and turn.choices == 1) or (
        turn.unmixed > 0 and newly_mixed(window.line_seats, window.lines_through, cell, turn.seat) == turn.unmixed
    )


@inlined
def initial_value(parameters, wins, draws):
    """Value of an afterstate that was never updated, by how the game stands."""
    return parameters.initial_win if wins else parameters.initial_draw if draws else parameters.initial_open


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
    """Index of the candidate that a random or careful player chooses: an own row, the other's row, else any cell."""
    # Whichever rule applies, exactly one word is drawn.
    for owner in (seat, 1 - seat):
        fitting = 0  # candidates that complete a row of this player
        for i in range(count):
            fitting += completing[candidates[i]] >> owner & 1
        if careful and fitting > 0:
            left = int(uniform(state) * fitting)
            for i in range(count):
                if completing[candidates[i]] >> owner & 1:
                    if left == 0:
                        return i
                    left -= 1
    return int(uniform(state) * count)


@kernel
def place_of(values, best, skipped):
    """Index of a value equal to `best`, after `skipped` others that are."""
    i = 0
    while values[i] != best or skipped > 0:
        skipped -= values[i] == best
        i += 1
    return i
