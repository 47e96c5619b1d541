"""Sessions that the tests of this study's tables share, and facts by name."""

import pytest
from made_up_sessions import runs, traces

from tttcore.studies.method import fact_table


@pytest.fixture(scope="session")
def windows():
    """Table of ``tabular_traces``."""
    return traces()


@pytest.fixture(scope="session")
def sessions(windows):
    """Table of ``tabular_runs`` of the same sessions."""
    return runs(windows)


@pytest.fixture(scope="session")
def facts_by_name():
    """Function from a generator of facts and its arguments to values and texts by name; all facts differ."""

    def facts(measure, *arguments, **options):
        table = fact_table(measure)(*arguments, **options)
        assert table["fact"].is_unique
        assert table["how"].is_unique
        return {row["fact"]: (row["value"], row["text"]) for row in table.to_dict("records")}

    return facts
