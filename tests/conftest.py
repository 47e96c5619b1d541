"""Fixtures of all tests: the game's tables and facts, a finished project, random genomes, a compiler or none."""

import gc
import shutil
import signal

import hypothesis
import numba
import numpy as np
import psutil
import pytest
from helpers.project import ROOT, SHRINK, TINY_TARGETS, Project, made_once, small_project, telling_modules, tiny_project

from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly
from tttcore.exact.facts import facts
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import read

SLOW = (
    "browser",
    "contract/test_mutated_inputs.py",
    "faults",
    "end_to_end/test_docs_built.py",
    "end_to_end/test_end_to_end.py",
    "end_to_end/test_learner_study.py",
    "end_to_end/test_module.py",
    "end_to_end/test_new_engine.py",
    "end_to_end/test_tutorial.py",
)
"""Tests that `make test` leaves to `make test-all`, besides those of all facts, and those marked ``slow``."""
WEEKLY = ("end_to_end/test_declared_inputs.py", "end_to_end/test_other_cpu.py")
"""Slow tests that `make test-all` leaves to `make test-weekly`, besides those marked ``weekly``."""
JIT_OFF = bool(numba.config.DISABLE_JIT)
hypothesis.settings.register_profile("busy machine", deadline=None)
hypothesis.settings.load_profile("busy machine")


def pytest_configure(config):
    config.addinivalue_line("markers", "needs_jit: too slow, or pointless, without compiled kernels")
    if JIT_OFF:  # numbers of fixed width warn where compiled ones wrap silently
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that programs that tests start can be interrupted


def pytest_collection_finish():
    """Exempt all objects before the first test from garbage collection, which needn't go through them each time."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items):
    slow, weekly = ([ROOT / "tests" / part for part in parts] for parts in (SLOW, WEEKLY))
    for item in items:
        if item.path in weekly:
            item.add_marker(pytest.mark.weekly)
        rare = item.get_closest_marker("weekly")
        if rare or "counted" in item.fixturenames or any(item.path.is_relative_to(part) for part in slow):
            item.add_marker(pytest.mark.slow)
    if JIT_OFF:
        for item in items:
            if item.get_closest_marker("needs_jit"):
                item.add_marker(pytest.mark.skip(reason="needs compiled kernels"))


@pytest.fixture(scope="session")
def several():
    """Number of cases to try: `several(2000, without_jit=20)`."""
    return lambda number, *, without_jit: without_jit if JIT_OFF else number


@pytest.fixture
def no_process_left():
    """All processes that a test has started have ended with it."""
    before = psutil.Process().children(recursive=True)
    yield
    assert psutil.Process().children(recursive=True) == before


@pytest.fixture(scope="session")
def tables():
    return enumerate_states()


@pytest.fixture(scope="session")
def counted(tmp_path_factory):
    """A project in which the workflow has made the game's tables and facts; these take half a minute.

    The folder ``ran`` tells which modules ran for it.
    """

    def make(folder):
        shutil.copytree(ROOT / "config", folder / "config")
        (folder / "ran").mkdir()
        environment = telling_modules(folder / "ran")
        counting = Project(folder).snakemake("results/tables/facts.parquet", environment=environment)
        assert counting.returncode == 0, counting.stderr

    return Project(made_once(tmp_path_factory, "counted", make))


@pytest.fixture(scope="session")
def finished(tmp_path_factory, counted) -> Project:
    """The small project of all studies with everything that the workflow makes; to be looked at, not changed."""

    def make(folder):
        project = small_project(folder, *SHRINK)
        for part in ("results", ".snakemake"):
            shutil.copytree(counted.folder / part, folder / part)
        project.run_batches(*SHRINK)
        run = project.snakemake()
        assert run.returncode == 0, run.stderr

    return Project(made_once(tmp_path_factory, "finished", make))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory) -> Project:
    """The tiny project with its runs and tables; to be looked at, not changed."""

    def make(folder):
        made = tiny_project(folder).snakemake(*TINY_TARGETS)
        assert made.returncode == 0, made.stderr

    return Project(made_once(tmp_path_factory, "tiny", make))


@pytest.fixture(scope="session")
def quick_facts(tables):
    """Facts but those of strategies."""
    return facts(tables, strategies=False)


@pytest.fixture(scope="session")
def all_facts(counted):
    """All facts, also those of strategies, which take half a minute to count."""
    return read(counted.folder / "results" / "tables" / "facts.parquet")


@pytest.fixture(scope="session")
def alleles(tables):
    return Alleles.of(tables)


@pytest.fixture(scope="session")
def random_genes(alleles):
    """`random_genes(100, "name")`: genomes from the stream of that name."""

    def draw(number, *name):
        genes = np.empty((number, alleles.n_genes), np.uint8)
        fill_randomly(genes, alleles, stream(0, "tests", *name))
        return genes

    return draw
