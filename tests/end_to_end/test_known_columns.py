"""Columns of tables that are known before any is made are those of the tables that are made."""

import pytest
from helpers.project import SHRINK
from pandas import DataFrame

from tttcore.claims.claims_file import planned_tables
from tttcore.claims.selectors import Columns
from tttcore.engines.engine import read_study
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.studies.tables import tables_of


@pytest.mark.parametrize("name", SHRINK)
def test_columns_and_values_are_those_that_were_known(finished, name, monkeypatch):
    monkeypatch.chdir(finished.folder)
    study = read_study(f"config/studies/{name}.yaml")
    made = {"facts": read("results/tables/facts.parquet")}
    made |= read_study_tables([f"results/{name}/method", f"results/{name}/tables"])
    known = planned_tables(study, tables_of(study.config, study.file))
    assert known.keys() == made.keys()
    for table, columns in known.items():
        if isinstance(columns, DataFrame):
            assert list(columns) == list(made[table])
        elif columns is not None:
            found = Columns.of(made[table]).numeric
            assert columns.numeric.keys() == found.keys(), table
            assert all(told in (None, found[column]) for column, told in columns.numeric.items())
            for column in columns.values.keys() & found.keys():
                named = {*made[table][column]} - {""}  # empty where a row is about several
                assert named <= {*columns.values[column]}, (table, column)
