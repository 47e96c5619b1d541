"""Named random streams, and the uniformity of samples drawn from them."""

import numba
import numpy as np
import pytest
from scipy import stats

from tttcore.pipeline.rng import MOST_TRIALS, _power, binomials, pick, random_uint64, stream

PATH = (1, "ancheta2020", "control-listed", 17)


def test_same_name_same_stream():
    assert stream(*PATH).random(5).tolist() == stream(*PATH).random(5).tolist()


@pytest.mark.parametrize(
    "other",
    [
        (2, "ancheta2020", "control-listed", 17),
        (1, "ancheta2021", "control-listed", 17),
        (1, "ancheta2020", "control-described", 17),
        (1, "ancheta2020", "control-listed", 18),
        (1, "ancheta2020", "control-listed"),
        (1, "ancheta2020", "control-listed", "17"),
        (1, "ancheta2020", "control-listed1", 7),
        (1, "ancheta2020control-listed", 17),
        (1, "control-listed", "ancheta2020", 17),
    ],
)
def test_any_other_name_is_another_stream(other):
    assert stream(*other).integers(2**63) != stream(*PATH).integers(2**63)


def test_known_values():
    """Change these only together with every stored result."""
    assert stream(*PATH).bit_generator.random_raw(2).tolist() == [18380638628207167297, 10237618540704880260]
    assert stream(0).bit_generator.random_raw(1).tolist() == [5248123272652263776]


def test_neighbouring_streams_share_nothing():
    drawn = [word for replicate in range(500) for word in stream(1, replicate).bit_generator.random_raw(20).tolist()]
    assert len(set(drawn)) == len(drawn)
    ones = sum(word.bit_count() for word in drawn)
    assert abs(ones - 32 * len(drawn)) < 5 * np.sqrt(16 * len(drawn))


def test_negative_seed():
    with pytest.raises(ValueError, match="seed must be 0 or more, not -1"):
        stream(-1, "x")


@pytest.mark.parametrize(("draws", "per_word", "count"), [(0, 4, 0), (1, 4, 1), (4, 4, 1), (5, 4, 2), (1000, 8, 125)])
def test_words_suffice(draws, per_word, count):
    assert random_uint64(stream(0), draws, per_word=per_word).shape == (count,)


def exact_pick(word, choices):
    """A word below 2^64 is the fraction word / 2^64; whole part and rest of its product with `choices`."""
    return (word >> 12) * choices >> 52, word * choices % 2**64


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("choices", [1, 2, 3, 9, 50, 627, 765, 4095])
def test_pick_equals_whole_number_arithmetic(choices):
    borders = [k * 2**64 // choices + d for k in range(choices + 1) for d in (-4096, -1, 0, 1, 4096)]
    for word in [*(b for b in borders if 0 <= b < 2**64), *stream(0, "pick").bit_generator.random_raw(50).tolist()]:
        number, rest = pick(np.uint64(word), choices)
        assert (int(number), int(rest)) == exact_pick(word, choices)
        assert 0 <= number < choices
        assert abs(int(number) - word * choices // 2**64) <= (word % 2**12 > 0)


@pytest.mark.parametrize("choices", [(9,), (765,), (7, 5, 3), (765, 627, 9)])
def test_every_combination_is_equally_likely_to_52_bits(choices):
    """The words that lead to a combination are an interval; find its ends by bisection."""

    def combination(word):
        numbers = []
        for n in choices:
            number, word = exact_pick(word, n)
            numbers.append(number)
        return numbers

    def first_word_from(target):
        low, high = 0, 2**64
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if combination(middle) >= target else (middle + 1, high)
        return low

    total = int(np.prod(choices))
    sample = range(total) if total < 200 else stream(0, "combinations").integers(total, size=60).tolist()
    for index in sample:
        ends = []
        for position in (index, index + 1):
            left, target = position, []
            for n in reversed(choices):
                left, digit = divmod(left, n)
                target.insert(0, digit)
            ends.append(2**64 if left else first_word_from(target))
        assert abs((ends[1] - ends[0]) / 2**64 - 1 / total) <= len(choices) * 2.0**-52


CHANCES = [0.0, 1e-300, 1e-9, 0.003, 0.1, 0.3, 0.5, 0.6, 0.97, 1 - 1e-9, 1.0]
TRIALS = [1, 2, 300, MOST_TRIALS]


class Given:
    """A generator whose numbers are given."""

    def __init__(self, numbers):
        self.numbers = numbers

    def random(self, count):
        assert count == len(self.numbers)
        return self.numbers


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("chance", CHANCES)
def test_binomials_invert_the_distribution(chance, trials, several):
    """A uniform number u becomes the k with P(X < k) <= u < P(X <= k), X counting the rarer result."""
    uniform = np.array([1e-12, *stream(0, "inversion").random(several(400, without_jit=40)), 1 - 1e-9])
    drawn = binomials(Given(uniform), trials, np.full(uniform.size, chance))
    assert drawn.dtype == np.int64
    rarer = stats.binom(trials, min(chance, 1 - chance))
    successes = drawn if chance <= 0.5 else trials - drawn
    assert (rarer.cdf(successes - 1) <= uniform + 1e-12).all()
    assert (uniform < rarer.cdf(successes) + 1e-12).all()


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("chance", [0.003, 0.1, 0.5, 0.6, 0.97])
def test_binomials_are_binomial(chance, trials, several):
    number = several(20_000, without_jit=300)
    drawn = binomials(stream(0, "binomials", trials), trials, np.full(number, chance))
    expected = number * stats.binom.pmf(np.arange(trials + 1), trials, chance)
    counts = np.bincount(drawn, minlength=trials + 1)
    common = expected >= 5
    if not common.all():
        expected = np.append(expected[common], expected[~common].sum())
        counts = np.append(counts[common], counts[~common].sum())
    assert stats.chisquare(counts, expected * (number / expected.sum())).pvalue > 1e-4


@pytest.mark.needs_jit
def test_powers_are_those_of_the_compiler_to_the_last_bit():
    """Stored draws rest on numba's ``**``; that of numpy rounds otherwise nearly always."""
    compiled = numba.njit(lambda base, exponent: base**exponent)
    bases = 1 - stream(0, "powers").random(20) / 2
    wanted = [compiled(base, exponent) for base in bases for exponent in range(MOST_TRIALS + 1)]
    assert [_power.py_func(base, exponent) for base in bases for exponent in range(MOST_TRIALS + 1)] == wanted


@pytest.mark.parametrize("trials", TRIALS)
def test_binomials_that_are_certain(trials):
    drawn = binomials(stream(0, "certain"), trials, np.tile([0.0, 1.0], 200))
    assert drawn.tolist() == [0, trials] * 200


def test_binomials_take_one_number_for_each_chance():
    """So that a draw depends on its own chance and place alone, and what follows in the stream on their number."""
    chances = np.array([0.2, 0.9, 0.5, 0.0, 1.0, 0.4])
    rng, again = stream(0, "one each"), stream(0, "one each")
    drawn = binomials(rng, 300, chances)
    assert drawn.tolist() == binomials(again, 300, chances).tolist()
    uniform = stream(0, "one each").random(7)
    assert rng.random() == uniform[6]
    changed = np.where(np.arange(6) == 2, 0.1, chances)
    other = binomials(stream(0, "one each"), 300, changed)
    assert np.flatnonzero(drawn != other).tolist() == [2]
    assert binomials(rng, 300, np.empty(0)).size == 0
