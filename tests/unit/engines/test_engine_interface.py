"""Engines implement the interface."""

import pytest

from tttcore.engines.engine import engine, engines
from tttcore.pipeline.code_digests import imported_by


@pytest.mark.parametrize("name", engines())
def test_an_engine_implements_the_interface(name):
    made = engine(name)
    assert all(callable(getattr(made, part)) for part in ("runner", "summarise"))
    stored = made.STORED
    assert {"treatment", "replicate"} <= set(stored.batches.names)
    assert {"treatment", "replicate", stored.length, stored.unfinished} <= set(stored.runs.names)
    assert stored.traces.names[:2] == ["treatment", "replicate"]
    assert "tttcore.engines.replicates" in imported_by(made.__file__), "the digest of its runs must cover the loop"
