"""Files are written whole or not at all; tables as CSV come back, rounded; unreadable files give one line."""

import errno
import math
import os
import stat

import numpy as np
import pandas as pd
import pytest
from helpers.hostile import DENSE, SPACED
from helpers.texts import message

from tttcore.pipeline.code_digests import files_digest
from tttcore.pipeline.files import LARGEST, atomic, read_text
from tttcore.pipeline.manifest import read_manifest
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rounding import DIGITS, order_of, rounded, rounded_table, significant
from tttcore.pipeline.store import provenance_of, read
from tttcore.pipeline.table_files import read_study_tables, read_texts, write_csv, write_study_tables


def written(path, text, error=None):
    """Text of a file when a block that writes it has ended, or has raised an error."""
    with atomic(path) as partial:
        partial.write_text(text)
        if error:
            raise error
    return path.read_text()


def test_an_error_leaves_the_old_file(tmp_path):
    (tmp_path / "old.csv").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / "old.csv", "half", KeyboardInterrupt)
    for error, named in ((OSError(errno.ENOSPC, "of a library"), "a.csv"), (OSError(errno.ENOENT, "", "b"), "b")):
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC) if named == "a.csv" else "b") as caught:
            written(tmp_path / "new" / "a.csv", "half", error)
        assert str(caught.value.filename).endswith(named)
    assert [file.read_text() for file in tmp_path.rglob("*") if file.is_file()] == ["old"]


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_modes_are_those_of_the_umask_or_of_the_file_that_is_there(tmp_path, umask):
    kept, new = tmp_path / "kept.csv", tmp_path / "new" / "folder" / "new.csv"
    kept.touch()
    kept.chmod(0o640)
    before = os.umask(umask)
    try:
        assert [written(path, text) for path in (kept, new) for text in ("one", "two")] == ["one", "two"] * 2
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept, new)] == [0o640, 0o666 & ~umask]
    assert {path.name for path in tmp_path.rglob("*")} == {"kept.csv", "new", "folder", "new.csv"}


@pytest.mark.parametrize("there", [True, False])
def test_links_stay_and_what_they_lead_to_is_written(tmp_path, there):
    target, link, second = tmp_path / "kept" / "result.csv", tmp_path / "link.csv", tmp_path / "second.csv"
    target.parent.mkdir()
    if there:
        target.write_text("old")
    link.symlink_to("kept/result.csv")
    second.symlink_to("link.csv")
    assert (written(second, "new"), link.is_symlink(), second.is_symlink()) == ("new", True, True)
    assert target.read_text() == "new"
    assert {path.name for path in tmp_path.rglob("*")} == {"kept", "result.csv", "link.csv", "second.csv"}


def test_links_in_a_circle_stay(tmp_path):
    (tmp_path / "link").symlink_to("link")
    with pytest.raises(OSError, match=r"symbolic links.*link"):
        written(tmp_path / "link", "")
    assert os.listdir(tmp_path) == ["link"]


def test_what_cannot_be_read(tmp_path, monkeypatch, snapshot):
    """What has no end isn't read, either."""
    monkeypatch.chdir(tmp_path)
    assert "\n".join(message(read_text, path) for path in ("none.yaml", ".", "y" * 300)) == snapshot
    with open("large", "wb") as file:
        file.truncate(LARGEST + 1)
    assert message(read_text, "large") == "large: 67,108,865 bytes; allowed: up to 67,108,864"
    with open("zero", "wb") as file:
        file.write(b"18,1\n0.66\x00215\n")
    assert message(read_text, "zero") == "zero, line 2: a zero byte; save the file as UTF-8 text"
    os.mkfifo("pipe")
    for special in ("/dev/zero", "pipe"):
        for use in (read, provenance_of, read_text, read_manifest, lambda path: files_digest([path])):
            assert message(use, special) == f"{special}: not a regular file"


TEXTS = [
    *("=1+1", "+1-2", "-5 to 5", "@SUM(1)", "\t=1", "\n=1", "+", "'=1", "-inf"),
    *("-1", "+2", "-0.5", "1e5", "-1.5E-07", ".5", "-.5", "0500", "7."),
    *("", "a=b", "'quoted'", "'", "NA", "nan", "None", " =1", "1_000", "a, b", 'a "b"', "two\nlines", "a;=1"),
    *(*SPACED, *DENSE),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.csv"


def test_a_table_comes_back(path):
    numbers = np.linspace(-1e-9, 1 / 3, len(TEXTS))
    table = pd.DataFrame({"text": TEXTS, "number": numbers, "whole": range(-5, len(TEXTS) - 5)})
    write_csv(path, table)
    pd.testing.assert_frame_equal(read_texts(path, ["text", "absent"]), table, check_dtype=False)
    write_csv(path, table[:0])
    assert read_texts(path, ["text"], [*table]).empty


def test_a_damaged_table_is_told_with_its_cause(tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    told = [message(read_texts, "a.csv", ["id"])]
    rows = (b"", b"id,text\n", b"\na,b\n", b'\na,"b\n', b"\na,b,1\na,b,1.x\n", b"\na,\xff,1\n")
    for content in rows:
        (tmp_path / "a.csv").write_bytes(b"id,text,low" + content if content.startswith(b"\n") else content)
        told.append(message(read_texts, "a.csv", ["id", "text"], ["id", "text", "low"]))
    assert "\n".join(told) == snapshot


def test_numbers_stay_as_pandas_writes_them(path):
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
    write_csv(path, table)
    assert path.read_text(encoding="utf-8") == table.to_csv(index=False, lineterminator="\n")


def test_names_of_columns_and_line_breaks(path):
    write_csv(path, pd.DataFrame([["one\r\ntwo\rthree", 1]], columns=["=a", "-b"]))
    assert path.read_bytes() == b'=a,-b\n"one\ntwo\nthree",1\n'


def test_eight_digits_remain_of_what_is_not_whole():
    numbers = {
        1 / 3: 0.33333333, -2 / 3: -0.66666667, 0.1 + 0.2: 0.3, 1.4719483221e-145: 1.4719483e-145,
        123456.7890123: 123456.79, 1234567890.5: 1234567890.0, 9.9999999999e-5: 1e-4, 174792641.0: 174792641.0,
        6.081197798324265e37: 6.081197798324265e37, 1e-310: 0.0, -0.0: 0.0, math.inf: math.inf,
    }  # fmt: skip
    assert {number: repr(significant(number)) for number in numbers} == {
        number: repr(stored) for number, stored in numbers.items()
    }
    assert math.isnan(significant(math.nan))


def test_values_halfway_go_one_way_however_their_last_bits_fall():
    """Shares with a power of two below are such values: 63/512 has nine digits, of which the last is a 5."""
    for halfway in (63 / 512, 0.123456785, 1234567.85, 1.23456785e-20):
        (found,) = {significant(halfway * (1 + part)) for part in (-1e-14, 0, 1e-14)}
        assert found < halfway


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
    values, names = [0.3, 0.1 + 0.2, math.nan, 1.0, 0.3], [*"cbeda"]
    assert order_of(values, names).tolist() == [4, 1, 0, 3, 2]
    assert order_of(values, names, descending=True).tolist() == [3, 4, 1, 0, 2]
