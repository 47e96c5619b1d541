"""All patience with programs that end by themselves, on any machine."""

import pytest

from tttcore.processes import process


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Programs that end by themselves, and supervisors, have the time for it on any machine."""
    monkeypatch.setattr(process, "GRACE", 300.0)
    monkeypatch.setattr(process, "PATIENCE", 300)
