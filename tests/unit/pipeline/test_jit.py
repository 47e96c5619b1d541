"""Decorators of kernels and the functions that kernels share."""

import numpy as np

from tttcore.pipeline.jit import copy_row


def test_copy_row():
    source, target = np.arange(5), np.zeros(5, int)
    copy_row(source, target)
    assert target.tolist() == [0, 1, 2, 3, 4]
