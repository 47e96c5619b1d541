"""Future modification times are set to now, others stay."""

import os
import time
from pathlib import Path

from tttcore.pipeline.mtimes import reset_future_mtimes


def test_only_future_times_are_changed(tmp_path):
    (tmp_path / "tables").mkdir()
    early, late = tmp_path / "tables" / ".snakemake_timestamp", tmp_path / "runs.parquet"
    for path, when in ((early, 1e9), (late, time.time() + 1e6)):
        path.touch()
        os.utime(path, (when, when))
    assert reset_future_mtimes(tmp_path) == [late]
    assert early.stat().st_mtime == 1e9
    assert abs(late.stat().st_mtime - time.time()) < 60
    assert reset_future_mtimes(tmp_path) == []


def test_a_file_that_vanishes_meanwhile_is_ignored(tmp_path, monkeypatch):
    """As the partial file of a job of an earlier run that is still running."""
    (tmp_path / "runs.parquet").touch()
    gone = tmp_path / ".draft.parquet"
    monkeypatch.setattr(Path, "rglob", lambda folder, pattern: [gone, folder / "runs.parquet"])
    assert reset_future_mtimes(tmp_path) == []
