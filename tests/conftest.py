"""What all tests share: the game's tables, random genomes, and what to do without the compiler."""

import numba
import numpy as np
import pytest

from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly
from tttcore.exact.facts import facts
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.rng import stream

JIT_OFF = bool(numba.config.DISABLE_JIT)


def pytest_configure(config):
    config.addinivalue_line("markers", "needs_jit: too slow, or pointless, without compiled kernels")
    if JIT_OFF:  # numbers of fixed width warn where compiled ones wrap silently
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


def pytest_collection_modifyitems(items):
    if JIT_OFF:
        for item in items:
            if item.get_closest_marker("needs_jit"):
                item.add_marker(pytest.mark.skip(reason="needs compiled kernels"))


@pytest.fixture(scope="session")
def several():
    """How many to try: `several(2000, without_jit=20)`."""
    return lambda number, *, without_jit: without_jit if JIT_OFF else number


@pytest.fixture(scope="session")
def tables():
    return enumerate_states()


@pytest.fixture(scope="session")
def facts_table(tables):
    """All facts; counting the strategies takes some fifteen seconds."""
    return facts(tables)


@pytest.fixture(scope="session")
def alleles(tables):
    return Alleles.of(tables)


@pytest.fixture(scope="session")
def random_genes(alleles):
    """`random_genes(100, "name")`: genomes from the stream of that name."""

    def draw(number, *name):
        genes = np.empty((number, alleles.loci), np.uint8)
        fill_randomly(genes, alleles, stream(0, "tests", *name))
        return genes

    return draw
