"""Random streams with names.

A stream depends on (seed, study, treatment name, replicate) and on nothing else: not on order,
batch, core count or time. Functions that need chance take a generator; none makes its own.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from tttcore.base.jit import inlined

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
    entropy = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=16).digest(), "little")
    return np.random.Generator(np.random.SFC64(entropy))


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
