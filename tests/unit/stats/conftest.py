"""The published runs of Table 6, on which many statistics are known."""

import pytest
from helpers.project import ROOT

from tttcore.stats.evidence import published_sample


@pytest.fixture(scope="session")
def table6():
    """Samples of the document's thirty runs of each of three treatments."""
    return published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")
