"""Named random streams, and random sampling in kernels.

A stream depends on (seed, study, treatment name, replicate) and on nothing else: not on order,
batch, core count or time. Stochastic functions take a generator; none makes its own.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import inlined, kernel

Words = NDArray[np.uint64]


def stream(seed: int, *path: str | int) -> np.random.Generator:
    """Random generator of the stream named by `path` under the project's `seed`.

    Parameters
    ----------
    seed : the project's seed, 0 or more.
    path : names and indices, such as ``("ancheta2020", "control-listed", 17)``.

    Raises
    ------
    ValueError
        If `seed` is negative.
    """
    if seed < 0:
        raise ValueError(f"seed must be 0 or more, not {seed}")
    name = "\x1f".join([str(seed), *(f"{type(part).__name__}:{part}" for part in path)])
    entropy = np.frombuffer(hashlib.blake2b(name.encode(), digest_size=16).digest(), np.uint32)
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(entropy)))


def random_uint64(rng: np.random.Generator, draws: int, *, per_word: int) -> Words:
    """Uniform random 64-bit words for a kernel that makes `draws` draws, `per_word` of them from each word."""
    return rng.bit_generator.random_raw(-(-draws // per_word))


@inlined
def pick(word, choices):
    """Uniform number from 0 to `choices` - 1 from a random word, and a remainder to pick from again.

    The word is a fraction of 2^64. Multiplied by `choices`, its whole part is the number and its
    fraction the remainder, so that successive picks are the digits of one number and one word serves
    several picks. The whole part is computed from the upper 52 bits, so that the product fits into
    64 bits for `choices` below 2^12. After picks among n1, n2, ... the probability of a combination
    differs from 1 / (n1 n2 ...) by at most 2^-52 for each pick.
    """
    return ((word >> np.uint64(12)) * np.uint64(choices)) >> np.uint64(52), word * np.uint64(choices)


@inlined
def next_word(state):
    """Next uniform random word (SplitMix64, Steele et al. 2014), for kernels that need an unknown number of words.

    `state` is an array of one word, which is advanced.
    """
    # 2^64 divided by the golden ratio. It is odd, so that the state goes through all 2^64 words before one comes again.
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@inlined
def randint(state, choices):
    """Uniform whole number from 0 to `choices` - 1, see `pick`; consumes one word."""
    return np.int64(pick(next_word(state), choices)[0])


@inlined
def uniform(state):
    """Uniform number from 0 to 1, 1 excluded; consumes one word and uses its upper 53 bits."""
    # 53 bits are the significand of a float, so that every word gives an exact number, below 1.
    return (next_word(state) >> np.uint64(11)) * 2.0**-53


# The rarer result has a probability of 1/2 at most, and 0.5^1000 is about 10^-301; the smallest normal float is 2 *
# 10^-308.
MOST_TRIALS = 1000
"""Largest number of trials for which the probability of no success stays a normal float, see `binomials`."""


def binomials(rng: np.random.Generator, trials: int, chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Draw (n,) binomial numbers of successes in `trials` trials (at most 1,000), one for each of (n,) `chances`.

    By inversion of the distribution function, since numpy's sampler sets up anew for every probability.
    """
    assert 0 <= trials <= MOST_TRIALS, f"binomials of {trials} trials"
    drawn = np.empty(chances.size, np.int64)
    _invert_binomials(trials, chances, rng.random(chances.size), drawn)
    return drawn


@kernel
def _invert_binomials(trials, chances, fractions, drawn):
    """Invert binomial distributions: subtract P(0), P(1), ... from a uniform number until it is used up.

    Successive terms follow from P(k + 1) / P(k) = (trials - k) / (k + 1) * p / (1 - p), p being the rarer result's
    probability. Four terms are summed at once, because each depends on the one before. The search ends ten standard
    deviations and forty successes beyond the mean, where the remaining mass is below rounding.
    """
    # The zeros behind the last step make all terms beyond `trials` successes 0, when four are summed across the end.
    steps = np.zeros(trials + 4)
    for k in range(trials):
        steps[k] = (trials - k) / (k + 1)
    for i in range(chances.size):
        rarer = min(chances[i], 1.0 - chances[i])
        odds = rarer / (1.0 - rarer)
        mass = _power(1.0 - rarer, trials)
        left = fractions[i]
        successes = 0
        last = min(trials, int(trials * rarer + 10.0 * np.sqrt(trials * rarer) + 40.0))
        while successes < last:
            # Relative to the first of the four terms, so that these products don't wait for `mass`.
            second = steps[successes] * odds
            third = second * (steps[successes + 1] * odds)
            fourth = third * (steps[successes + 2] * odds)
            four = mass * (1.0 + second + third + fourth)
            if left < four:
                break
            left -= four
            mass *= fourth * (steps[successes + 3] * odds)
            successes += 4
        # The number drawn is among the last four terms, or the search is at its end: go on one by one.
        while left >= mass and successes < last:
            left -= mass
            mass *= steps[successes] * odds
            successes += 1
        successes = min(successes, last)
        drawn[i] = successes if chances[i] <= 0.5 else trials - successes


@inlined
def _power(base, exponent):
    """`base` to the power of a whole number, by squares: as numba computes ``**``, which Python rounds otherwise."""
    power = 1.0
    while exponent > 0:
        if exponent & 1:
            power *= base
        exponent >>= 1
        base *= base
    return power
