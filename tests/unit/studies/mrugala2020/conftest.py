"""Sessions that the tests of this study's tables share."""

import pytest
from made_up_sessions import runs, traces


@pytest.fixture(scope="session")
def windows():
    """Table of ``tabular_traces``."""
    return traces()


@pytest.fixture(scope="session")
def sessions(windows):
    """Table of ``tabular_runs`` of the same sessions."""
    return runs(windows)
