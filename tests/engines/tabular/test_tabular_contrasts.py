"""Differences between treatments, on made-up sessions against a second package."""

import numpy as np
import pytest
from made_up_sessions import RECIPES, SESSIONS, traces
from oracles_bayes import likelier_without_difference
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.engines.tabular.schemas import MATCHES
from tttcore.engines.tabular.stats.contrasts import Contrast, contrasts


@pytest.fixture(scope="module")
def windows():
    return traces()


def scores(windows, treatment, meeting, games):
    own = windows[(windows["treatment"] == treatment) & (windows["games"] == games)]
    return (own[f"{meeting}_won"] + 0.5 * own[f"{meeting}_drawn"]).to_numpy()


@pytest.mark.parametrize("games", [None, 10_000])
def test_differences_are_those_of_welch(windows, games):
    table = contrasts(windows, pairs={"a": Contrast("3x3", "3x3-fixed", games), "b": Contrast("3x3", "smarter", games)})
    table = table.set_index(["pair", "seat", "opponent"])
    for label, other in (("a", "3x3-fixed"), ("b", "smarter")):
        for meeting in MATCHES:
            seat, _, opponent = meeting.rpartition("_")
            key = (label, seat or "first", opponent)
            if other == "smarter" and opponent == "perfect":
                assert key not in table.index
                continue
            ends = [games or RECIPES[name]["games"] for name in ("3x3", other)]
            one, less = (scores(windows, name, meeting, end) for name, end in zip(("3x3", other), ends, strict=True))
            means = CompareMeans(DescrStatsW(one), DescrStatsW(less))
            low, high = means.tconfint_diff(usevar="unequal")
            row = table.loc[key]
            found = row[["difference", "difference_low", "difference_high"]].to_numpy(float)
            assert found == pytest.approx([one.mean() - less.mean(), low, high])
            assert row["difference_df"] == pytest.approx(means.dof_satt())
            assert row["p"] == pytest.approx(means.ttest_ind(usevar="unequal")[1])
            assert row["bayes_null"] == pytest.approx(
                likelier_without_difference(means.ttest_ind()[0], SESSIONS, SESSIONS)
            )
            assert (row["n_of"], row["n_less"]) == (SESSIONS, SESSIONS)
            assert row[["score_of", "score_less"]].to_numpy(float) == pytest.approx([one.mean(), less.mean()])
            assert np.isnan(row["games"]) if games is None else row["games"] == games


def test_a_single_session_has_no_interval(windows):
    table = contrasts(windows[windows["replicate"] == 0], pairs={"a": Contrast("3x3", "3x3-fixed")})
    assert table[["difference_low", "difference_high", "p", "bayes_null"]].isna().all(axis=None)
    assert table["difference"].notna().all()


def test_sessions_that_are_shorter_have_no_score(windows):
    """Sessions of 3x3 have 50,000 games, those with smarter moves 40,000."""
    table = contrasts(windows, pairs={"a": Contrast("3x3", "smarter", 45_000), "b": Contrast("3x3", "smarter", 50_000)})
    assert table["pair"].tolist() == ["a"] * 5 + ["b"] * 5
    assert table["n_of"].tolist() == [SESSIONS] * 10
    known = [(seat, opponent) for seat, opponent in zip(table["seat"], table["opponent"], strict=True)]
    assert known[:5] == known[5:]
    assert (table["n_less"] == 0).all()
    assert table["score_of"].notna().all()
    undefined = ["score_less", "difference", "difference_low", "difference_high", "difference_df", "p", "bayes_null"]
    assert table[undefined].isna().all(axis=None)
