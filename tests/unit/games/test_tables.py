"""State tables are stored and loaded unchanged, and refused if they don't fit."""

from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.players.recorded import StateList
from tttcore.games.tables import SCHEMAS, from_digits, read_tables, to_digits, write_state_list, write_tables
from tttcore.pipeline import store


def test_round_trip(tables, tmp_path):
    write_tables(tables, tmp_path, provenance={"seed": 1})
    again = read_tables(tmp_path)
    for field in fields(tables):
        before, after = getattr(tables, field.name), getattr(again, field.name)
        assert before.dtype == after.dtype
        np.testing.assert_array_equal(before, after)


def test_outcomes_are_stored_as_the_twin_numbers_them(tables, tmp_path):
    write_tables(tables, tmp_path, provenance={})
    stored = store.read(tmp_path / "states.parquet")["outcome"]
    assert stored.tolist() == [oracles.winner(board) for board in oracles.game_base()]


def test_same_bytes_every_time(tables, tmp_path):
    for folder in ("one", "other"):
        write_tables(tables, tmp_path / folder, provenance={"seed": 1})
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()


def test_other_symmetries_are_refused(tables, tmp_path):
    write_tables(tables, tmp_path, provenance={})
    path = tmp_path / "symmetries.parquet"
    table = store.read(path, schema=SCHEMAS["symmetries"])
    store.write(path, table.iloc[::-1], schema=SCHEMAS["symmetries"], provenance={})
    with pytest.raises(store.StoreError, match="symmetries"):
        read_tables(tmp_path)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(store.StoreError, match=r"states\.parquet: no such file"):
        read_tables(tmp_path)


def test_digits_and_boards_are_inverse(tables):
    assert to_digits(np.array([[0, 1, 2], [3, 0, 9]], np.uint8)) == ["012", "309"]
    np.testing.assert_array_equal(from_digits(pd.Series(to_digits(tables.states))), tables.states)


def test_genomes_can_be_read_by_the_list_of_states(tables, tmp_path):
    write_state_list(tables, tmp_path / "states.txt")
    listed = StateList.read(tmp_path / "states.txt", tables)
    assert listed.states.tolist() == list(range(len(tables.states)))
