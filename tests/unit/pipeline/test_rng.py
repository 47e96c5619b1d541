"""Named random streams, and the uniformity of samples drawn from them."""

from types import SimpleNamespace

import numba
import numpy as np
import pytest
from scipy import stats

from tttcore.pipeline.rng import MOST_TRIALS, _power, binomials, pick, random_uint64, stream

PATH = (1, "ancheta2020", "control-listed", 17)


def test_streams_are_those_of_their_names():
    """Change the known values only together with every stored result."""
    others = [
        (2, "ancheta2020", "control-listed", 17),
        (1, "ancheta2021", "control-listed", 17),
        (1, "ancheta2020", "control-described", 17),
        (1, "ancheta2020", "control-listed", 18),
        (1, "ancheta2020", "control-listed"),
        (1, "ancheta2020", "control-listed", "17"),
        (1, "ancheta2020", "control-listed1", 7),
        (1, "ancheta2020control-listed", 17),
        (1, "control-listed", "ancheta2020", 17),
    ]
    words = [stream(*path).bit_generator.random_raw(2).tolist() for path in (PATH, *others)]
    assert words[0] == [18380638628207167297, 10237618540704880260]
    assert len({first for first, _ in words}) == 1 + len(others)
    assert stream(0).bit_generator.random_raw(1).tolist() == [5248123272652263776]
    with pytest.raises(ValueError, match="seed must be 0 or more, not -1"):
        stream(-1, "x")


def test_words_suffice():
    for draws, per_word, count in ((0, 4, 0), (1, 4, 1), (4, 4, 1), (5, 4, 2), (1000, 8, 125)):
        assert random_uint64(stream(0), draws, per_word=per_word).shape == (count,)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("choices", [1, 2, 3, 9, 50, 627, 765, 4095])
def test_pick_equals_whole_number_arithmetic(choices):
    """A word below 2^64 is the fraction word / 2^64: whole part and rest of its product with `choices`."""
    borders = [k * 2**64 // choices + d for k in range(choices + 1) for d in (-4096, -1, 0, 1, 4096)]
    for word in [*(b for b in borders if 0 <= b < 2**64), *stream(0, "pick").bit_generator.random_raw(50).tolist()]:
        number, rest = pick(np.uint64(word), choices)
        assert (int(number), int(rest)) == ((word >> 12) * choices >> 52, word * choices % 2**64)


CHANCES = [0.0, 1e-300, 1e-9, 0.003, 0.1, 0.3, 0.5, 0.6, 0.97, 1 - 1e-9, 1.0]
TRIALS = [1, 2, 300, MOST_TRIALS]


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("chance", CHANCES)
def test_binomials_invert_the_distribution(chance, trials, several):
    """A uniform number u becomes the k with P(X < k) <= u < P(X <= k), X counting the rarer result."""
    uniform = np.array([1e-12, *stream(0, "inversion").random(several(400, without_jit=40)), 1 - 1e-9])
    given = SimpleNamespace(random={uniform.size: uniform}.__getitem__)
    drawn = binomials(given, trials, np.full(uniform.size, chance))
    assert drawn.dtype == np.int64
    rarer = stats.binom(trials, min(chance, 1 - chance))
    successes = drawn if chance <= 0.5 else trials - drawn
    assert (rarer.cdf(successes - 1) <= uniform + 1e-12).all()
    assert (uniform < rarer.cdf(successes) + 1e-12).all()


@pytest.mark.needs_jit
def test_powers_are_those_of_the_compiler_to_the_last_bit():
    """Stored draws rest on numba's ``**``; that of numpy rounds otherwise nearly always."""
    compiled = numba.njit(lambda base, exponent: base**exponent)
    bases = 1 - stream(0, "powers").random(20) / 2
    wanted = [compiled(base, exponent) for base in bases for exponent in range(MOST_TRIALS + 1)]
    assert [_power.py_func(base, exponent) for base in bases for exponent in range(MOST_TRIALS + 1)] == wanted


def test_binomials_take_one_number_for_each_chance():
    """So that a draw depends on its own chance and place alone, and what follows in the stream on their number."""
    chances = np.array([0.2, 0.9, 0.5, 0.0, 1.0, 0.4])
    rng = stream(0, "one each")
    drawn = binomials(rng, 300, chances)
    assert rng.random() == stream(0, "one each").random(7)[6]
    changed = np.where(np.arange(6) == 2, 0.1, chances)
    other = binomials(stream(0, "one each"), 300, changed)
    assert np.flatnonzero(drawn != other).tolist() == [2]
    assert drawn[3:5].tolist() == [0, 300]
    assert binomials(rng, 300, np.empty(0)).size == 0
