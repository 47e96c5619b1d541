"""Peak memory is that of this process alone."""

import subprocess
import sys

import pytest

from tttcore.pipeline import memory

PROGRAM = "from tttcore.pipeline.memory import peak_memory; bytearray(50_000_000); print(peak_memory())"


def test_what_was_freed_counts_and_what_others_hold_does_not():
    ballast = bytearray(b"x") * 400_000_000
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert 50 < float(done.stdout) < len(ballast) / 1e6 / 2


def test_without_proc(monkeypatch, tmp_path):
    peak = memory.peak_memory()
    monkeypatch.setattr(memory, "STATUS", tmp_path / "none")
    assert memory.peak_memory() == pytest.approx(peak, rel=0.2)
    (tmp_path / "none").write_text("Name:\tpython\n")
    assert memory.peak_memory() == pytest.approx(peak, rel=0.2)
