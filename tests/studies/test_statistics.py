"""Tables of statistics are replaced one by one, so that an error leaves those of before."""

import pandas as pd
import pytest

from tttcore.pipeline.table_files import write_study_tables
from tttcore.studies.statistics import update_statistics


class Failing:
    """Stand-in for a kind of table that can't be computed."""

    def make(self, evidence):
        raise ValueError("no data")


def test_an_error_leaves_earlier_tables(tmp_path):
    tables = {name: pd.DataFrame({"n": [1]}) for name in ("asked", "forgotten")}
    write_study_tables(tables, tmp_path, provenance={"code": "old"})
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match="no data"):
        update_statistics(tmp_path, {"asked": Failing()}, None, {"asked": {"code": "new"}})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert len(before) == 4


def test_a_table_whose_file_for_people_alone_was_written_is_made_again(tmp_path, monkeypatch):
    """As a killed run leaves it."""
    monkeypatch.setattr("tttcore.pipeline.store.write", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_study_tables({"asked": pd.DataFrame({"n": [1]})}, tmp_path, provenance={})
    assert [path.name for path in tmp_path.iterdir()] == ["asked.csv"]
