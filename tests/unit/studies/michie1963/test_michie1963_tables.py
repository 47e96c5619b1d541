"""Reports of a single series beside ours, and facts of the boxes."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import InMemory, Parted

from tttcore.engines.engine import read_study
from tttcore.games.classic import enumerate_states
from tttcore.studies.michie1963.method import method_facts
from tttcore.studies.michie1963.tables import SINGLE_RUN, Report, reports, settled, single_run


def test_single_run():
    """The smaller tail twice, or the upper one; the document counts as one more, and ties count on both sides."""
    asked = {
        "usual": Report(4),
        "rare": Report(50),
        "most": Report(7, at_least=True),
        "beyond": Report(50, at_least=True),
    }
    found = [("t", pd.DataFrame(dict.fromkeys(asked, part))) for part in (range(4), range(4, 9))]
    table = single_run(found, reports=asked)
    assert {*table} == {*SINGLE_RUN}
    table = table.set_index("report")
    assert table["n"].tolist() == [9] * 4
    assert table.loc["usual", ["mean", "chance"]].tolist() == [4, 1]
    assert table.loc["rare", "chance"] == table.loc["rare", "chance_least"] == pytest.approx(0.2)
    assert table.loc["most", "chance"] == pytest.approx(3 / 10)
    assert table.loc["beyond", "chance"] == table.loc["beyond", "chance_least"] == pytest.approx(1 / 10)


@pytest.mark.parametrize("at_least", [False, True])
def test_a_series_like_ours_rarely_differs(at_least):
    """A report of one of 41 series alike is called unlikely at most one time in twenty, also where values are equal."""
    rng = np.random.default_rng(1)
    differs = 0
    for _ in range(1000):
        values = rng.poisson(3, 41)
        asked = {"x": Report(values[0], at_least=at_least)}
        table = single_run([("t", pd.DataFrame({"x": values[1:]}))], reports=asked)
        differs += table.loc[0, "chance"] < 0.05
    assert differs <= 70  # the upper 1% point of 1,000 draws with a chance of 0.05 is 67


def evidence(**rows):
    return SimpleNamespace(**{name: Parted(table, 2) for name, table in rows.items()})


def test_reports():
    """Points of the games after the 150th: 1 for a win, half for a draw."""
    names = ("random", "careful", "unsound", "person", "perfect")
    results = ["l" * 150 + "w" * 40 + "d" * 20 + "l" * 10, "w" * 150 + "r" * 70, "d" * 220]
    runs = pd.DataFrame(
        [(name, run, 4 + run, results[run]) for name in names for run in range(3)],
        columns=["treatment", "replicate", "most_won_of_ten", "results"],
    )
    table = reports(evidence(run_rows=runs)).set_index(["report", "treatment"])
    assert table.loc[("a draw or better", "person"), "mean"] == pytest.approx((50 / 70 + 0 + 0.5) / 3)
    assert table.loc[("a draw or better", "unsound"), "chance"] == pytest.approx(3 / 4)
    assert "perfect" not in table.index.get_level_values("treatment")
    assert table.loc[("eight in ten", "careful"), ["mean", "reported"]].tolist() == [5, 8]


def test_settled():
    """Machines after 20 games, not after others."""
    traces = pd.DataFrame(
        [
            (name, run, games, chance)
            for name in ("perfect", "refilled", "perfect-cells", "person")
            for run, chances in enumerate([(0.2, 0.95, 0.1), (0.2, 0.5, 1.0)])
            for games, chance in zip((10, 20, 30), chances, strict=True)
        ],
        columns=["treatment", "replicate", "games", "perfect_drawn"],
    )
    table = settled(SimpleNamespace(trace_rows=InMemory(traces))).set_index(["report", "treatment"])
    line = table.loc["a line that draws"]
    assert line.index.tolist() == ["perfect", "refilled", "perfect-cells"]
    assert line.loc["perfect", ["n", "mean", "chance"]].tolist() == pytest.approx([2, 0.725, 2 / 3])
    assert table.loc[("more draws than not", "perfect"), "chance"] == pytest.approx(1)


def test_facts():
    """What the paper prints of the boxes, and the advantage of the first player by plain counting."""
    study = read_study(ROOT / "config/studies/michie1963.yaml")
    table = method_facts(study.recipes, enumerate_states(), seed=1).set_index("fact")
    assert table.loc["first_beads", "text"] == "4, 3, 2, 1"
    assert table.loc["changes", "text"] == "+3, +1, -1"
    assert table.loc["games", "value"] == 220
    assert table.loc["first_marks", "value"] == 3
    assert table.loc["random_advantage", "value"] == pytest.approx((737 / 1260) / (121 / 420))
