"""Series of boards as a study's file writes them."""

import pytest

from tttcore.base.registry import ConfigError
from tttcore.games.series import read_series


def test_what_is_a_list_grows():
    assert read_series({"edge": 4, "dimensions": [2, 3]}, "here") == ("dimensions", [(4, 2), (4, 3)])
    assert read_series({"edge": [3, 5], "dimensions": 2}, "here") == ("edge", [(3, 2), (5, 2)])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"edge": 4, "dimensions": 3}, "needs edge and dimensions, one of them a list"),
        ({"edge": [4], "dimensions": [3]}, "needs edge and dimensions, one of them a list"),
        ({"edge": [4]}, "needs edge and dimensions, one of them a list"),
        ({"edge": [5, 4], "dimensions": 3}, r"here.edge: \[5, 4\]; allowed: numbers in rising order, each once"),
        ({"edge": [4, 4], "dimensions": 3}, "each once"),
        ({"edge": [1, 4], "dimensions": 3}, "here: edge: 1 is out of range; allowed: from 2 to 126"),
        ({"edge": 4, "dimensions": [0, 1]}, "here: dimensions: 0 is out of range"),
        ({"edge": "four", "dimensions": [2, 3]}, "here: "),
    ],
)
def test_mistakes(settings, message):
    with pytest.raises(ConfigError, match=message):
        read_series(settings, "here")
