"""States, positions, games and perfect play of 3x3 against known numbers and the slow oracle."""

from dataclasses import fields
from functools import cache

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.players.recorded import StateList
from tttcore.games import classic
from tttcore.games.classic import ClassicPosition, solve
from tttcore.games.position import Outcome
from tttcore.games.tables import SCHEMAS, from_digits, read_tables, to_digits, write_state_list, write_tables
from tttcore.pipeline import store

OUTCOMES = dict(enumerate([Outcome.OPEN, Outcome.CROSS_WON, Outcome.NOUGHT_WON, Outcome.DRAWN]))
"""By the oracle's numbers."""


def test_known_counts(tables):
    """5,478 positions, 765 states: 91 won by X, 44 by O, 3 drawn, 338 and 289 with X and O to move."""
    assert len(tables.positions) == 5478
    assert len(tables.states) == 765
    assert np.bincount(tables.outcomes + 1).tolist() == [627, 3, 91, 44]
    to_move = np.bincount([classic.to_move(board) for board in tables.states[tables.open].tolist()])
    assert (to_move[classic.CROSS], to_move[classic.NOUGHT]) == (338, 289)
    assert tables.orbits.sum() == 5478
    assert set(tables.orbits.tolist()) <= {1, 2, 4, 8}
    assert np.bincount(tables.plies).tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_all_games_by_length(tables):
    """255,168 games, found by counting the ways to each position."""
    finished = tables.outcomes[tables.state_of] != classic.OPEN
    ways = np.zeros(len(tables.positions), int)
    ways[0] = 1
    games = np.zeros((10, 3), int)
    for position in range(len(tables.positions)):
        if finished[position]:
            marks = np.count_nonzero(tables.positions[position])
            games[marks, tables.outcomes[tables.state_of[position]]] += ways[position]
        for after in tables.next_position[position]:
            if after >= 0:
                assert after > position
                ways[after] += ways[position]
    won, drawn = games[:, 1:3].sum(axis=1), games[:, classic.DRAWN]
    assert won.tolist() == [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 81_792]
    assert drawn.tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 46_080]
    assert games.sum(axis=0).tolist() == [46_080, 131_184, 77_904]
    assert games.sum() == 255_168


def test_states_equal_the_twin(tables):
    assert [tuple(board) for board in tables.states.tolist()] == oracles.game_base()
    assert tables.outcomes.tolist() == [OUTCOMES[oracles.winner(board)] for board in oracles.game_base()]


def test_positions_equal_the_twin(tables):
    boards = [tuple(board) for board in tables.positions.tolist()]
    assert len(set(boards)) == len(boards)
    for position, board in enumerate(boards):
        gene, transform = oracles.gene_of(board)
        assert tables.state_of[position] == gene
        assert tuple(classic.SYMMETRIES[tables.symmetry_of[position]].tolist()) == transform
        np.testing.assert_array_equal(tables.states[gene][[*transform]], board)
        for cell, after in enumerate(tables.next_position[position].tolist()):
            if oracles.winner(board) or board[cell]:
                assert after == -1
            else:
                assert boards[after] == oracles.put(board, cell)


def test_transitions_of_states_equal_the_twin(tables):
    base = oracles.game_base()
    for state, board in enumerate(base):
        for cell, after in enumerate(tables.next_state[state].tolist()):
            if oracles.winner(board) or board[cell]:
                assert after == -1
            else:
                assert base[after] == oracles.base_case(oracles.put(board, cell))


def test_inverses_undo_symmetries():
    for symmetry, inverse in zip(classic.SYMMETRIES, classic.INVERSES, strict=True):
        assert symmetry[inverse].tolist() == inverse[symmetry].tolist() == list(range(9))


def test_every_reachable_position_equals_the_twins():
    frontier, met = {ClassicPosition()}, set()
    while frontier:
        met |= frontier
        for position in frontier:
            outcome = OUTCOMES[oracles.winner(position.board)]
            assert position.winner == (None if outcome == Outcome.OPEN else outcome)
            assert classic.outcome(position.board) == outcome
            assert position.current_player == position.board.count(1) - position.board.count(2)
            assert position.legal_moves() == (
                [] if oracles.winner(position.board) else oracles.free_cells(position.board)
            )
        followed = {(position, move) for position in frontier for move in position.legal_moves()}
        assert all(position.apply(move).board == oracles.put(position.board, move) for position, move in followed)
        frontier = {position.apply(move) for position, move in followed}
    assert len(met) == 5478


def test_illegal_moves_are_refused():
    for move in (0, 9, -1):
        assert message(ClassicPosition((1, 0, 0, 0, 0, 0, 0, 0, 0)).apply, move) == f"{move} is no legal move"
    won = ClassicPosition((1, 1, 1, 2, 2, 0, 0, 0, 0))
    assert won.legal_moves() == []
    assert message(won.apply, 5) == "5 is no legal move"


@cache
def length(board):
    """Number of marks until the end if winners win early, losers lose late and drawn games fill the board."""
    if oracles.winner(board):
        return 0
    value, sign = oracles.best_result(board), 1 if board.count(0) % 2 else -1
    keeping = [
        after for cell in oracles.free_cells(board)
        if oracles.best_result(after := oracles.put(board, cell)) == value
    ]  # fmt: skip
    lengths = [1 + length(after) for after in keeping]
    return min(lengths) if value == sign else max(lengths)


def test_values_best_cells_and_lengths(tables):
    solved = solve(tables)
    for state, board in enumerate(oracles.game_base()):
        value = oracles.best_result(board)
        assert solved.values[state] == value
        best = [] if oracles.winner(board) else [
            cell for cell in oracles.free_cells(board) if oracles.best_result(oracles.put(board, cell)) == value
        ]  # fmt: skip
        assert np.flatnonzero(solved.best[state]).tolist() == best
        assert solved.plies_left[state] == length(board)


def test_what_is_stored_is_read(tables, tmp_path):
    """The same bytes every time, and outcomes as the twin numbers them; other symmetries are refused."""
    for folder in ("one", "other"):
        write_tables(tables, tmp_path / folder, provenance={"seed": 1})
    again = read_tables(tmp_path / "one")
    for field in fields(tables):
        before, after = getattr(tables, field.name), getattr(again, field.name)
        assert before.dtype == after.dtype
        np.testing.assert_array_equal(before, after)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()
    stored = store.read(tmp_path / "one" / "states.parquet")["outcome"]
    assert stored.tolist() == [oracles.winner(board) for board in oracles.game_base()]
    path, schema = tmp_path / "one" / "symmetries.parquet", SCHEMAS["symmetries"]
    store.write(path, store.read(path, schema=schema).iloc[::-1], schema=schema, provenance={})
    with pytest.raises(store.StoreError, match="symmetries"):
        read_tables(tmp_path / "one")
    with pytest.raises(store.StoreError, match=r"states\.parquet: no such file"):
        read_tables(tmp_path)


def test_digits_and_boards_are_inverse(tables):
    assert to_digits(np.array([[0, 1, 2], [3, 0, 9]], np.uint8)) == ["012", "309"]
    np.testing.assert_array_equal(from_digits(pd.Series(to_digits(tables.states))), tables.states)


def test_genomes_can_be_read_by_the_list_of_states(tables, tmp_path):
    write_state_list(tables, tmp_path / "states.txt")
    listed = StateList.read(tmp_path / "states.txt", tables)
    assert listed.states.tolist() == list(range(len(tables.states)))
