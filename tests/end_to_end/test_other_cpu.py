"""Tables of the small project on a CPU without extensions, as far as software can pretend: the same rows.

Kernels are compiled for any CPU of this kind, numpy and the C library keep to what all of them have, and linear
algebra to code for an old one.
"""

import shutil

import numpy as np
import pytest

from tttcore.pipeline.manifest import compare, digests

pytestmark = pytest.mark.needs_jit
C_LIBRARY = ("AVX2", "FMA", "FMA4", "AVX512F", "AVX512VL", "AVX512DQ", "AVX512BW")
"""Extensions for which glibc has elementary functions of their own."""
ASKED = ("audit", "machines/tables", "league/classic", "league/lattice", "league/nine_board")
MADE = ("*/tables", "*/method", "*/verdicts.*", *ASKED)


@pytest.fixture
def other_cpu(monkeypatch, tmp_path):
    """Environment of processes that use no extension of this CPU that others of its kind lack."""
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


def results(project):
    """Digests of all tables that are computed from runs or need none."""
    folder = project.folder / "results"
    return digests(paths(folder), root=folder)


def paths(folder):
    """All files and folders of `MADE`."""
    return sorted({path for pattern in MADE for path in folder.glob(pattern)})


@pytest.mark.usefixtures("other_cpu")
def test_statistics_verdicts_and_leagues_are_the_same(project):
    """They are all made again; of the runs a study's."""
    made = results(project)
    for path in paths(project.folder / "results"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (project.folder / "results" / "osipa2017" / "runs.parquet").unlink()
    shutil.rmtree(project.folder / "results" / "osipa2017" / "runs")
    again = project.snakemake(*(f"results/{asked}" for asked in ASKED))
    assert again.returncode == 0, again.stderr
    assert compare(results(project), made) == []
