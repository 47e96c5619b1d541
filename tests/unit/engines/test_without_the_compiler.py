"""The same runs to the last bit, whether numba compiles the kernels or Python interprets them, by real processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.project import ROOT

pytestmark = pytest.mark.needs_jit


@pytest.mark.slow
def test_every_engine_stores_the_same_bytes_without_the_compiler(tmp_path):
    script = Path(__file__).with_name("small_runs.py")
    folders = {off: tmp_path / off for off in ("0", "1")}
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore:overflow encountered:RuntimeWarning", str(script), str(folder)],
            cwd=ROOT,
            env=os.environ | {"NUMBA_DISABLE_JIT": off},
            stderr=subprocess.PIPE,
            text=True,
        )
        for off, folder in folders.items()
    ]
    assert [process.communicate()[1] for process in started] == [""] * 2
    compiled, plain = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders.values())
    assert compiled.keys() == plain.keys()
    assert not [name for name, content in compiled.items() if plain[name] != content]
