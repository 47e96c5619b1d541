"""Rounding of stored numbers: what CPUs differ by disappears, and nothing else that matters."""

import math

import numpy as np
import pandas as pd
import pytest

from tttcore.pipeline.rng import stream
from tttcore.pipeline.rounding import DIGITS, order_of, rounded, rounded_table, significant
from tttcore.pipeline.table_files import read_study_tables, write_study_tables


@pytest.mark.parametrize(
    ("number", "stored"),
    [
        (1 / 3, 0.33333333),
        (-2 / 3, -0.66666667),
        (0.1 + 0.2, 0.3),
        (1.4719483221e-145, 1.4719483e-145),
        (123456.7890123, 123456.79),
        (1234567890.5, 1234567890.0),
        (9.9999999999e-5, 1e-4),
        (174792641.0, 174792641.0),
        (6.081197798324265e37, 6.081197798324265e37),
        (1e-310, 0.0),
        (-0.0, 0.0),
        (math.inf, math.inf),
    ],
)
def test_eight_digits_remain_of_what_is_not_whole(number, stored):
    assert significant(number) == stored
    assert math.copysign(1, significant(number)) == math.copysign(1, stored)


def test_nan_remains():
    assert math.isnan(significant(math.nan))


def test_values_halfway_go_one_way_however_their_last_bits_fall():
    """Shares with a power of two below are such values: 63/512 has nine digits, of which the last is a 5."""
    for halfway in (63 / 512, 0.123456785, 1234567.85, 1.23456785e-20):
        around = [halfway * (1 + part) for part in (-1e-14, 0, 1e-14)]
        assert len({significant(number) for number in around}) == 1
        assert significant(halfway) < halfway


def test_rounding_again_changes_nothing_and_differences_of_cpus_disappear():
    numbers = stream(0, "tests", "rounding").lognormal(-40, 15, 20_000)
    once = rounded(numbers)
    assert (rounded(once) == once).all()
    assert np.abs(once / numbers - 1).max() < 10.0 ** (1 - DIGITS)
    assert np.count_nonzero(rounded(numbers * (1 + 4e-16)) != once) == 0


def test_only_columns_of_floats_are_rounded():
    table = pd.DataFrame({"name": ["a"], "n": [3], "yes": [True], "value": [2 / 3]})
    found = rounded_table(table)
    assert found.to_dict("records") == [{"name": "a", "n": 3, "yes": True, "value": 0.66666667}]
    assert table["value"].tolist() == [2 / 3]
    assert (found.dtypes == table.dtypes).all()


def test_stored_tables_are_the_same_if_their_last_digits_differ(tmp_path):
    value = 0.1 + 0.2
    for name, number in (("here", value), ("there", np.nextafter(value, 1))):
        write_study_tables({"means": pd.DataFrame({"mean": [number]})}, tmp_path / name, provenance={})
    for file in ("means.parquet", "means.csv"):
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / file).read_bytes()
    assert read_study_tables([tmp_path / "here"])["means"]["mean"].tolist() == [0.3]


def test_equal_values_stand_in_the_order_of_their_names():
    values = [0.3, 0.1 + 0.2, math.nan, 1.0, 0.3]
    names = ["c", "b", "e", "d", "a"]
    assert order_of(values, names).tolist() == [4, 1, 0, 3, 2]
    assert order_of(values, names, descending=True).tolist() == [3, 4, 1, 0, 2]
