"""Stored tables and CSV for people: numbers are rounded, texts are as they are, and everything can be read back."""

import csv
import math
import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from helpers.hostile import DENSE, SPACED

from tttcore.pipeline.rng import stream
from tttcore.pipeline.rounding import DIGITS, order_of, rounded, rounded_table, significant
from tttcore.pipeline.store import StoreError
from tttcore.pipeline.table_files import read_study_tables, read_texts, write_csv, write_study_tables

SIGNS = ["=1+1", "+1-2", "-5 to 5", "@SUM(1)", "\t=1", "\n=1", "+", "'=1", "-inf"]
NUMBERS = ["-1", "+2", "-0.5", "1e5", "-1.5E-07", ".5", "-.5", "0500", "7."]
WORDS = [
    "",
    "a=b",
    "'quoted'",
    "'",
    "NA",
    "nan",
    "None",
    " =1",
    "1_000",
    "a, b",
    'a "b"',
    "two\nlines",
    "a;=1",
    *SPACED,
    *DENSE,
]


def test_a_table_comes_back(tmp_path):
    texts = [*SIGNS, *NUMBERS, *WORDS]
    numbers = np.linspace(-1e-9, 1 / 3, len(texts))
    table = pd.DataFrame({"text": texts, "number": numbers, "whole": range(-5, len(texts) - 5)})
    write_csv(tmp_path / "a.csv", table)
    pd.testing.assert_frame_equal(read_texts(tmp_path / "a.csv", ["text", "absent"]), table, check_dtype=False)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "columns are none; allowed: id, text, low"),
        (b"id,text\n", "columns are id, text; allowed: id, text, low"),
        (b"id,text,low\na,b\n", "line 2: broken CSV: 2 instead of 3 fields"),
        (b'id,text,low\na,"b\n', "line 2: broken CSV: unexpected end of data"),
        (b"id,text,low\na,b,1\na,b,1.x\n", "line 3, low: '1.x'; allowed: numbers, or nothing"),
        (b"id,text,low\na,\xff,1\n", "line 2: byte 0xff is not UTF-8; save the file as UTF-8 text"),
        (None, "no such file"),
    ],
)
def test_a_damaged_table_is_told_with_its_cause(tmp_path, content, told):
    path = tmp_path / "a.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError) as refused:
        read_texts(path, ["id", "text"], ["id", "text", "low"])
    assert re.fullmatch(rf"{re.escape(str(path))}[:,] {re.escape(told)}; delete it and run again", str(refused.value))


def test_a_table_without_rows_comes_back(tmp_path):
    write_csv(tmp_path / "a.csv", pd.DataFrame(columns=["id", "low"]))
    assert read_texts(tmp_path / "a.csv", ["id"], ["id", "low"]).empty


def test_numbers_stay_as_pandas_writes_them(tmp_path):
    """In columns of whatever kind; nothing stays nothing."""
    table = pd.DataFrame(
        {
            "number": [-0.1, np.nan, -np.inf],
            "whole": pd.array([-1, None, 3], "Int64"),
            "mixed": pd.Series([-1, None, "-2"], dtype=object),
            "truth": [True, False, True],
            "word": pd.Categorical(["a", "b", "a"]),
        }
    )
    write_csv(tmp_path / "a.csv", table)
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == table.to_csv(index=False, lineterminator="\n")


def test_names_of_columns_and_line_breaks(tmp_path):
    table = pd.DataFrame([["one\r\ntwo\rthree", 1]], columns=["=a", "-b"])
    write_csv(tmp_path / "a.csv", table)
    rows = list(csv.reader(StringIO((tmp_path / "a.csv").read_bytes().decode(), newline="")))
    assert rows == [["=a", "-b"], ["one\ntwo\nthree", "1"]]


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
