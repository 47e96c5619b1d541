"""Every table of every study is the same however its runs come in parts, and once more, with the declared columns."""

from functools import cached_property

import pandas as pd
import pyarrow as pa
import pytest
from helpers.project import ROOT, SHRINK
from helpers.tables import InMemory, Parted

from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.engines.study_files import study_settings
from tttcore.pipeline.config import checked, read_yaml
from tttcore.pipeline.rounding import rounded_table
from tttcore.pipeline.store import table_of_rows
from tttcore.pipeline.study import Study
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import compute, tables_of

SEED = 2020


class ReadsParts(BaseException):
    """Rows are asked for in parts."""


class Untouched(InMemory):
    """Rows that only tell whether they are asked for in parts."""

    def parts(self, columns=None):
        raise ReadsParts

    def whole(self, columns=None):
        raise LookupError


def in_parts_of_three(table):
    return Parted(table, 3)


class SmallStudy:
    """A shrunk study with its tables, and its runs and traces as they are read from files."""

    def __init__(self, name, states):
        file = f"config/studies/{name}.yaml"
        config = read_yaml(ROOT / file)
        SHRINK[name](config)
        self.study = Study.of(checked(config, study_settings(config["engine"]), file), file)
        self.tables = tables_of(self.study.config, file)
        self.states = states
        self.engine = engine(self.study.engine)

    @cached_property
    def runs_and_traces(self):
        rows = []
        for treatment, each in self.study.treatments.items():
            runs = range(each.replicates["paper"])
            identity = (self.engine, self.study.name, treatment, each.recipe, self.states)
            rows += run_replicates(*identity, seed=SEED, replicates=runs)
        stored = self.engine.STORED
        found = self.engine.summarise(table_of_rows(rows, stored.batches.columns).to_pandas(), self.study.recipes)
        both = (found.runs, stored.runs), (found.traces, stored.traces)
        return [pa.Table.from_pandas(table, schema.columns, False).to_pandas() for table, schema in both]

    def evidence(self, run_rows, trace_rows):
        study, stored = self.study, self.engine.STORED
        given = {"published": study.config["published"], "run_rows": run_rows, "trace_rows": trace_rows}
        own = {"study": study.name, "comparisons": study.comparisons, "recipes": study.recipes, "stored": stored}
        return Evidence(**own, **given, states=self.states, seed=SEED)

    def reads_parts(self, table):
        """True if a table asks for rows in parts, not for all rows or for samples."""
        schemas = self.engine.STORED.runs, self.engine.STORED.traces
        evidence = self.evidence(*(Untouched(pd.DataFrame(columns=schema.names)) for schema in schemas))
        vars(evidence)["sets"] = {}
        try:
            table.function(evidence)
        except ReadsParts:
            return True
        except Exception:
            return False
        return False

    def check(self, names, *ways):
        """Hold tables to their columns, and to what is stored of them in the first of the ways in which rows come."""
        evidences = [self.evidence(*map(rows, self.runs_and_traces)) for rows in ways]
        for name in names:
            found = (compute({name: self.tables[name]}, evidence)[name] for evidence in evidences)
            first, *others = map(rounded_table, found)
            assert {*first} == {*self.tables[name].columns}, name
            for other in others:
                pd.testing.assert_frame_equal(other, first, check_exact=True, obj=f"tables.{name}")


@pytest.fixture(scope="module", params=SHRINK)
def small(request, tables):
    return SmallStudy(request.param, tables)


def test_tables_that_read_parts_are_the_same_in_any(small):
    """In parts of one run, of three, and in a single one."""
    names = [name for name, table in small.tables.items() if small.reads_parts(table)]
    assert names or small.study.engine not in ("genetic_algorithm", "matchboxes")
    if names:
        small.check(names, InMemory, Parted, in_parts_of_three)


@pytest.mark.slow
def test_every_table_is_the_same_once_more_and_in_any_parts(small):
    """Samples, which most rest on, are gathered from parts as well."""
    small.check(small.tables, InMemory, Parted, in_parts_of_three)
