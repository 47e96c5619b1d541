"""Published shares beside made-up ones."""

from dataclasses import astuple

import pytest
from made_up_sessions import RECIPES, SESSIONS, runs, traces

from tttcore.claims.selectors import claim_value
from tttcore.engines.tabular.stats.draw_counting import WHEN
from tttcore.engines.tabular.stats.published import Shares, parameters, published_results
from tttcore.engines.tabular.stats.shares import shares

PRINTED = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}


@pytest.fixture(scope="module")
def sessions():
    return runs(traces())


def test_parameters():
    keys = ("board", "games", "need", "limiter", "step", "exploration")
    found = {name: tuple(parameters(recipe)[key] for key in keys) for name, recipe in RECIPES.items()}
    assert found["3x3"] == ("3x3", 50_000, 3, 1, 0.1, 0.3)
    assert found["infinite"] == ("infinite", 30_000, 5, 5, 0.1, 0.3)
    assert found["smarter"] == ("smarter", 40_000, 3, 2, 0.1, 0.3)
    assert parameters({**RECIPES["3x3"], "board": {"name": "finite", "size": 7}})["limiter"] == 3


def test_published_results_are_shares_beside_printed_ones(sessions):
    table = published_results(sessions, RECIPES, rows=PRINTED, countings=["decided", "apart"])
    assert table[["treatment", "counting"]].to_numpy().tolist() == [
        ["3x3", "decided"], ["3x3", "apart"], ["infinite", "decided"], ["infinite", "apart"],
    ]  # fmt: skip
    own = shares(sessions).set_index(["treatment", "when", "counting"])
    for row in table.itertuples():
        assert (row.published_first, row.published_second) == astuple(PRINTED[row.treatment])
        assert (row.games, row.n) == (RECIPES[row.treatment]["games"], SESSIONS)
        for when in WHEN:
            expected = own.loc[(row.treatment, when, row.counting)]
            ends = ("", "_low", "_high")
            found = [getattr(row, f"{when}_first{end}") for end in ends]
            assert found == expected[[f"share{end}" for end in ends]].tolist()
            rest = 1 - expected["share"] - (expected["drawn"] if row.counting == "apart" else 0)
            assert getattr(row, f"{when}_second") == pytest.approx(rest)
    assert (
        claim_value("published_results.all_first[treatment=3x3; counting=decided]", {"published_results": table}).low
        > 0
    )
