"""Series of boards read from settings."""

import pytest

from tttcore.games.hypercube_series import read_series
from tttcore.pipeline.messages import ConfigError


def test_what_is_a_list_grows():
    assert read_series({"edge": 4, "dimensions": [2, 3, 5]}, "here") == ("dimensions", ((4, 2), (4, 3), (4, 5)))
    assert read_series({"edge": [3, 4, 5], "dimensions": 2}, "here") == ("edge", ((3, 2), (4, 2), (5, 2)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"edge": 4, "dimensions": 3}, "needs edge and dimensions, one a list and the other a whole number"),
        ({"edge": [4, 5, 6], "dimensions": [3, 4, 5]}, "one a list and the other a whole number"),
        ({"edge": [4, 5, 6]}, "needs edge and dimensions, one of them a list"),
        ({"edge": [4, 5, 6], "dimensions": None}, "one a list and the other a whole number"),
        ({"edge": "four", "dimensions": [2, 3, 4]}, "here: needs edge and dimensions"),
        ({"edge": [6, 5, 4], "dimensions": 3}, r"here.edge: \[6, 5, 4\]; allowed: 3 or more whole numbers in rising"),
        ({"edge": [4, 4, 5], "dimensions": 3}, "each once"),
        ({"edge": [4, 5], "dimensions": 3}, "3 or more"),
        ({"edge": ["a", 4, 5], "dimensions": 3}, "whole numbers"),
        ({"edge": [1, 4, 5], "dimensions": 3}, "here: edge: 1 is out of range; allowed: from 2 to 126"),
        ({"edge": 4, "dimensions": [0, 1, 2]}, "here: dimensions: 0 is out of range"),
    ],
)
def test_mistakes(settings, message):
    with pytest.raises(ConfigError, match=message):
        read_series(settings, "here")
