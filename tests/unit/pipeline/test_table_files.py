"""CSV for people: texts and numbers as they are, and everything can be read back."""

import csv
import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from helpers.hostile import DENSE, SPACED

from tttcore.pipeline.store import StoreError
from tttcore.pipeline.table_files import read_texts, write_csv

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
