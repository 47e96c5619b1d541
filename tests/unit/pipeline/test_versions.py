"""Versions of libraries that results were made with, and the memory of this process alone."""

import platform
import subprocess
import sys
from importlib import metadata

import pytest

from tttcore.pipeline import versions as memory
from tttcore.pipeline.versions import RECORDED_PACKAGES, all_versions, major, package_versions


def test_versions_of_this_process():
    versions = package_versions()
    assert set(versions) == {"python", *RECORDED_PACKAGES}
    assert versions["numpy"] == metadata.version("numpy")
    assert versions["python"] == platform.python_version()


def test_all_versions_in_order():
    made = [{"numpy": "2.10.0", "python": "3.12.1"}, {"numpy": "9.9.9"}, {"numpy": "2.4.6"}, {"numpy": "2.10.0"}]
    assert all_versions(made) == {"numpy": ["2.4.6", "2.10.0", "9.9.9"], "python": ["unknown", "3.12.1"]}
    assert all_versions(made[::-1]) == all_versions(made)
    assert all_versions([]) == {}


@pytest.mark.parametrize(
    ("version", "first"),
    [("2.4.6", "2"), ("0.68.1", "0.68"), ("0.68.0rc1", "0.68"), ("10", "10")],
)
def test_major_version(version, first):
    assert major(version) == first


PROGRAM = "from tttcore.pipeline.versions import peak_memory; bytearray(50_000_000); print(peak_memory())"


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
