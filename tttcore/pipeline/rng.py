"""Random streams with names.

A stream depends on (seed, study, treatment name, replicate) and on nothing else: not on order,
batch, core count or time. Functions that need chance take a generator; none makes its own.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import inlined, kernel

Words = NDArray[np.uint64]


def stream(seed: int, *path: str | int) -> np.random.Generator:
    """Generator of the stream named by `path` under the project's `seed`.

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


def words(rng: np.random.Generator, draws: int, *, per_word: int) -> Words:
    """Uniform 64-bit words, the fuel of the kernels: enough for `draws` draws, `per_word` from each."""
    return rng.bit_generator.random_raw(-(-draws // per_word))


@inlined
def pick(word, choices):
    """Turn a word into one of `choices` numbers and a rest that can be picked from again.

    The word is a fraction of 2^64. Multiplied by `choices`, its whole part is the number and its
    fraction the rest, so that successive picks are the digits of one number and a word is good
    for several. The whole part is taken from the upper 52 bits, so that one multiplication fits;
    for `choices` below 2^12. After picks among n1, n2, ... no combination's chance differs from
    1 / (n1 n2 ...) by more than 2^-52 for each pick.
    """
    return ((word >> np.uint64(12)) * np.uint64(choices)) >> np.uint64(52), word * np.uint64(choices)


@inlined
def next_word(state):
    """Next uniform word of a kernel that can't know beforehand how many it needs (SplitMix64, Steele et al. 2014).

    `state` is one word in an array, which moves on.
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@inlined
def below(state, choices):
    """Uniform whole number from 0 to `choices` - 1, see `pick`; takes one word."""
    return np.int64(pick(next_word(state), choices)[0])


@inlined
def fraction(state):
    """Uniform number from 0 to 1, without 1; takes one word."""
    return (next_word(state) >> np.uint64(11)) * 2.0**-53


MOST_TRIALS = 1000
"""Up to here the chance of no success in all trials stays a normal number, see `binomials`."""


def binomials(rng: np.random.Generator, trials: int, chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n,) successes in `trials` trials (at most 1,000), one draw for each of (n,) `chances`.

    By inversion: a uniform number is passed along the distribution's steps until it is used up.
    numpy's own sampler prepares anew for every chance.
    """
    assert 0 <= trials <= MOST_TRIALS, f"binomials of {trials} trials"
    drawn = np.empty(chances.size, np.int64)
    _invert_binomials(trials, chances, rng.random(chances.size), drawn)
    return drawn


@kernel
def _invert_binomials(trials, chances, uniform, drawn):
    """Steps P(k + 1) / P(k) = (trials - k) / (k + 1) * p / (1 - p), from the rarer of the two results.

    Four steps are tried at once, since each waits for the one before. Ten deviations and forty
    beyond the mean the walk ends: less than rounding is left there.
    """
    steps = np.zeros(trials + 4)
    for k in range(trials):
        steps[k] = (trials - k) / (k + 1)
    for i in range(chances.size):
        rarer = min(chances[i], 1.0 - chances[i])
        odds = rarer / (1.0 - rarer)
        mass = (1.0 - rarer) ** trials
        left = uniform[i]
        successes = 0
        last = min(trials, int(trials * rarer + 10.0 * np.sqrt(trials * rarer) + 40.0))
        while successes < last:
            second = steps[successes] * odds
            third = second * (steps[successes + 1] * odds)
            fourth = third * (steps[successes + 2] * odds)
            four = mass * (1.0 + second + third + fourth)
            if left < four:
                break
            left -= four
            mass *= fourth * (steps[successes + 3] * odds)
            successes += 4
        while left >= mass and successes < last:
            left -= mass
            mass *= steps[successes] * odds
            successes += 1
        successes = min(successes, last)
        drawn[i] = successes if chances[i] <= 0.5 else trials - successes
