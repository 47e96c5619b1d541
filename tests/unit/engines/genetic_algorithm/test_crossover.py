"""Crossover against the reference's slices, and the distribution of sites and switches."""

import numpy as np
import pytest
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint, Switching
from tttcore.pipeline.rng import stream


def crossed(genes, parents, sites, *name):
    children = np.full((2 * len(parents), genes.shape[1]), 77, np.uint8)
    n_genes, rng = genes.shape[1], stream(0, "tests", *name)
    NPoint(sites=sites)(genes, np.array(parents), np.roll(parents, -1), n_genes, rng, out=children)
    return children


def sites_of(children):
    """Sites that show in children of a parent of zeros and a mate of ones; one behind the end never shows."""
    return [np.flatnonzero(np.diff(child, prepend=0)).tolist() for child in children]


@pytest.mark.parametrize(
    ("n_genes", "sites"), [(765, 50), (765, 1), (765, 0), (765, 765), (64, 10), (128, 127), (3, 2)]
)
def test_children_equal_the_references_slices(n_genes, sites):
    marked = np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)
    child, _, _, twin_of_mate = crossed(marked, [0, 1], sites, "slices", n_genes, sites)
    first, second = sites_of([child, twin_of_mate])
    genes = np.random.default_rng(n_genes + sites).integers(0, 250, (2, n_genes), dtype=np.uint8)
    children = crossed(genes, [0, 1], sites, "slices", n_genes, sites).tolist()
    one, other = genes.tolist()
    assert len(first) in (sites, sites - 1)
    assert tuple(children[:2]) == reference.cross(one, other, first)
    assert tuple(children[2:]) == reference.cross(other, one, second)


def test_sites_are_uniform(several):
    """All 50 sites show, but for the share 50/765 where one lies behind the last gene."""
    pairs = several(40_000, without_jit=200)
    counts = np.zeros(765)
    shown = sites_of(children_of_opposites(pairs, 765, 50, "uniform"))
    for sites in shown:
        counts[sites] += 1
    numbers = [len(sites) for sites in shown]
    assert numbers.count(50) + numbers.count(49) == pairs
    assert stats.binomtest(numbers.count(49), pairs, 50 / 765).pvalue > 1e-4
    # sites of one child are distinct, which shrinks the variance of a count by the factor 1 - 50/765
    statistic = ((counts[1:] - pairs * 50 / 765) ** 2).sum() / (pairs * 50 / 765 * (1 - 50 / 765))
    assert counts[0] == 0
    assert 1e-4 < stats.chi2.sf(statistic, 764) < 1 - 1e-4


def test_all_sets_of_sites_are_equally_likely(several):
    """Of 6 loci choose 3: the 20 sets come up alike, whatever order they were drawn in."""
    pairs = several(40_000, without_jit=1000)
    children = children_of_opposites(pairs, 6, 3, "sets")
    shown = np.array([sum(1 << site for site in sites) for sites in sites_of(children)])
    counts = np.unique(shown, return_counts=True)[1]
    # 10 sets of three sites before a gene, 10 sets of two and the site behind the last gene
    assert len(counts) == 20
    assert stats.chisquare(counts).pvalue > 1e-4


def children_of_opposites(pairs, n_genes, sites, *name):
    """First children of `pairs` pairs, 0 where a gene is the parent's own and 1 where it is the mate's."""
    genes = np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)
    own = np.arange(pairs) % 2
    assert pairs % 2 == 0
    return crossed(genes, own, sites, *name)[::2] ^ own[:, None].astype(np.uint8)


def test_too_many_sites():
    NPoint(sites=765).check(765)
    with pytest.raises(ValueError, match="766 crossover sites in a genome of 765 genes"):
        NPoint(sites=766).check(765)


def switched(pairs, n_genes, rate, *name, children=1):
    """First children of pairs of opposite parents by switching, 1 where a gene is the mate's."""
    genes = np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)
    own = np.arange(pairs) % 2
    out = np.full((children * pairs, n_genes), 77, np.uint8)
    Switching(rate)(genes, own, 1 - own, n_genes, stream(0, "tests", "switching", *name), out=out)
    return out[::children] ^ own[:, None].astype(np.uint8)


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("n_genes", [627, 64, 7])
def test_every_place_switches_alike(rate, n_genes, several):
    pairs = several(20_000, without_jit=200)
    children = switched(pairs, n_genes, rate, rate, n_genes)
    assert (children[:, 0] == 0).all(), "the first gene is the parent's"
    counts = np.count_nonzero(np.diff(children.astype(np.int8), axis=1), axis=0)
    if rate in (0.0, 1.0):
        assert (counts == pairs * rate).all()
    else:
        statistic = ((counts - pairs * rate) ** 2).sum() / (pairs * rate * (1 - rate))
        assert 1e-4 < stats.chi2.sf(statistic, n_genes - 1) < 1 - 1e-4


def test_switches_are_independent(several):
    """All 2^11 patterns of switches in 12 genes, across the border between two groups of eight, have their chance."""
    pairs, rate = several(400_000, without_jit=3000), 0.3
    switches = np.diff(switched(pairs, 12, rate, "patterns").astype(np.int8), axis=1) != 0
    observed = np.bincount(switches @ (1 << np.arange(11)), minlength=2**11)
    ones = np.array([pattern.bit_count() for pattern in range(2**11)])
    expected = pairs * rate**ones * (1 - rate) ** (11 - ones)
    often = expected > 10
    if often.any():
        observed = np.append(observed[often], observed[~often].sum())
        expected = np.append(expected[often], expected[~often].sum())
    else:
        observed, expected = (np.bincount(ones, weights=values) for values in (observed, expected))
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def first_sites(pairs):
    return [sites[0] if sites else 0 for sites in sites_of(children_of_opposites(pairs, 8, 1, "serial"))]


def last_genes(pairs):
    return switched(pairs, 9, 0.2, "serial")[:, -1]


@pytest.mark.parametrize("drawn", [first_sites, last_genes])
def test_one_pair_says_nothing_of_the_next(several, drawn):
    first = np.array(drawn(several(40_000, without_jit=1000)), int)
    table = np.zeros((first.max() + 1,) * 2)
    np.add.at(table, (first[:-1], first[1:]), 1)
    assert stats.chi2_contingency(table).pvalue > 1e-4


@pytest.mark.parametrize("cross", [NPoint(sites=7), Switching(0.2)])
def test_one_child_is_the_first_of_two(cross):
    genes = np.random.default_rng(0).integers(0, 9, (6, 100), dtype=np.uint8)
    parents, mates = np.array([0, 3, 3, 5]), np.array([1, 2, 4, 5])
    one, two = np.empty((4, 100), np.uint8), np.empty((8, 100), np.uint8)
    for out in (one, two):
        cross(genes, parents, mates, 100, stream(0, "tests", "twins"), out=out)
    np.testing.assert_array_equal(one, two[::2])
    np.testing.assert_array_equal(two[::2] ^ two[1::2], genes[parents] ^ genes[mates])


@pytest.mark.parametrize("cross", [NPoint(sites=50), Switching(0.5)])
def test_placeholders_stay(cross):
    """Columns beyond the genes are neither read nor written."""
    genes = np.full((2, 628), 9, np.uint8)
    out = np.full((1, 628), 77, np.uint8)
    cross(genes, np.array([0]), np.array([1]), 627, stream(0, "tests"), out=out)
    assert out[0, 627] == 77
    assert (out[0, :627] == 9).all()
