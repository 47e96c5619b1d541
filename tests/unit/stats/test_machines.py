"""Tables of machines and of stretches of their games, compared with counts of small sessions."""

import pandas as pd
import pytest
from helpers.learners import SMALL, summarised
from helpers.tables import Parted

from tttcore.engines.matchboxes.engine import EXACT
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.machines import CHANCES, MACHINES, STRETCHES, machines_at, results_of_stretches


@pytest.fixture(scope="module")
def found(tables):
    return summarised(SMALL, tables)[1]


def test_stretches(found):
    rows = Parted(found.runs, runs=3)
    table = results_of_stretches(rows, stretches={"late": [41, 60]})
    assert {*table} == {*STRETCHES}
    menace = table.set_index("treatment").loc["menace"]
    own = found.runs[found.runs["treatment"] == "menace"]["results"].str[40:60]
    assert menace["won"] == pytest.approx(own.str.count("w").mean() / 20)
    assert menace["points"] == pytest.approx(menace["won"] + menace["drawn"] / 2)
    assert menace["resigned"] == pytest.approx(own.str.count("r").mean() / 20)
    assert menace["lost_low"] <= menace["lost"] <= menace["lost_high"]
    with pytest.raises(ConfigError, match=r"^stretches.late: .* has fewer than 61 games$"):
        results_of_stretches(rows, stretches={"late": [41, 61]})


def test_machines(found):
    rows = Parted(found.traces, runs=3)
    table = machines_at(rows, games=[60], treatments=["hexapawn"])
    own = found.traces[(found.traces["treatment"] == "hexapawn") & (found.traces["games"] == 60)]
    assert CHANCES == EXACT, "the columns that the engine stores"
    assert {*table} == {*MACHINES}
    assert table["n"].tolist() == [6]
    assert table["perfect_lost"].tolist() == pytest.approx([own["perfect_lost"].mean()])
    assert table["unbeatable"].tolist() == [(own["random_lost"] == 0).mean()]
    with pytest.raises(ConfigError, match=r"^games: 7: no machine is evaluated after so many$"):
        machines_at(rows, games=[7])


def test_intervals_of_proportions_stay_within_0_and_1():
    runs = pd.DataFrame({"treatment": "t", "replicate": range(10), "results": ["wwww"] * 9 + ["wwwr"]})
    (row,) = results_of_stretches(Parted(runs, runs=10), stretches={"all": [1, 4]}).to_dict("records")
    assert (row["won"], row["won_high"]) == (0.975, 1)
    assert (row["resigned"], row["resigned_low"]) == (0.025, 0)
    assert row["won_low"] == pytest.approx(1 - row["resigned_high"])
