"""The small project on a CPU without extensions, as far as software can pretend: the same results to the last byte.

Kernels are compiled for any CPU of this kind, numpy and the C library keep to what all of them have, and linear algebra to
code for an old one.
"""

import numba
import numpy as np
import pytest
from project import ROOT, SHRINK, small_project

from tttcore.pipeline.manifest import compare, read_manifest
from tttcore.report.provenance import MANIFEST

pytestmark = [pytest.mark.workflow, pytest.mark.needs_jit]
C_LIBRARY = ("AVX2", "FMA", "FMA4", "AVX512F", "AVX512VL", "AVX512DQ", "AVX512BW")
"""Extensions for which glibc has elementary functions of their own."""


@pytest.fixture
def other_cpu(monkeypatch, tmp_path):
    """Environment of processes that use no extension of this CPU beyond what its kind always has."""
    used_by_numpy = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    settings = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": str(tmp_path / "kernels"),
        "NPY_DISABLE_CPU_FEATURES": " ".join(used_by_numpy),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in C_LIBRARY),
        "OPENBLAS_CORETYPE": "Prescott",
        "OPENBLAS_NUM_THREADS": "1",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
