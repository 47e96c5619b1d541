"""Traps of stuck populations: losing mistakes of genomes made by hand, and what mending them does."""

import numpy as np
import pandas as pd
import pytest
from helpers.tables import Parted
from reference import classic as oracles

from tttcore.games.tables import to_digits
from tttcore.studies.hemingroth2025.stuck import losing, traps

TREATMENTS = {"exclusive": "exclusive", "other": "other"}


def state_of(tables, board):
    return int(tables.state_of[tables.position_index[board]])


@pytest.fixture(scope="module")
def perfect():
    return np.array([int(digit) for digit in oracles.perfect_genome()], np.uint8)


@pytest.fixture(scope="module")
def wrong(tables, perfect):
    """Answers a corner with the cell beside it; the reply in the centre to any other opening stays."""
    genome = perfect.copy()
    genome[state_of(tables, (1, 0, 0, 0, 0, 0, 0, 0, 0))] = next(
        cell for cell in range(9) if tables.next_state[state_of(tables, (1, *[0] * 8)), cell] == state_of(
            tables, (1, 2, 0, 0, 0, 0, 0, 0, 0))
    )  # fmt: skip
    return genome


def test_losing_mistakes_are_marks_after_which_the_opponent_wins_by_force(tables, perfect, wrong):
    assert losing(perfect, tables) == []
    assert losing(wrong, tables) == [state_of(tables, (1, *[0] * 8))]


def test_mending_is_judged_by_the_fitness_of_the_whole(tables, perfect, wrong):
    """A perfect organism with one wrong gene is better once it is mended; of a run that succeeds nothing is asked."""
    runs = pd.DataFrame(
        [("exclusive", True, wrong), ("exclusive", False, perfect), ("other", True, perfect)],
        columns=["treatment", "censored", "champion"],
    )
    runs["champion"], runs["replicate"] = to_digits(np.stack(runs["champion"])), range(3)
    for rows in (Parted(runs, 1), Parted(runs, 3)):
        first, second = traps(rows, tables, TREATMENTS).to_dict("records")
        assert [first[name] for name in ("treatment", "stuck", "single", "worse", "mistakes")] == [
            "exclusive",
            1,
            1,
            0,
            0,
        ]
        assert (second["stuck"], second["single"]) == (1, 0)
        assert np.isnan(second["worse"])
