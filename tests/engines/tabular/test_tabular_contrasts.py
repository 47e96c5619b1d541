"""Differences between treatments, on made-up sessions against a second package."""

import re

import numpy as np
import pytest
from made_up_sessions import RECIPES, SESSIONS, traces
from oracles_bayes import likelier_without_difference
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.engines.tabular.schemas import MATCHES
from tttcore.engines.tabular.stats.contrasts import Contrast, contrasts
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.tables import kinds


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


def test_games_after_which_nothing_is_recorded(windows):
    said = "pairs: 'smarter' isn't recorded after 7 games; recorded: 1000, 3162"
    with pytest.raises(ValueError, match=re.escape(said)):
        contrasts(windows, pairs={"a": Contrast("smarter", "3x3", 7)})


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ({"a": {"of": "3x3"}}, "pairs.a.less: needs a value"),
        ({"a": ["3x3", "5x5"]}, "pairs.a: ['3x3', '5x5'] is not keys and values"),
        ({"a": {"of": "3x3", "less": "5x5", "gmaes": 1}}, "pairs.a.gmaes: no such key (did you mean 'games'?)"),
        (
            {"a": {"of": "3x3", "less": "5x5", "games": 0}},
            "pairs.a.games: 0 is out of range; allowed: from 1 to 2,147,483,647",
        ),
    ],
)
def test_pairs_that_can_not_be(pairs, said):
    with pytest.raises(ConfigError, match=re.escape(said)):
        kinds.build({"name": "contrasts", "pairs": pairs}, "tables.contrasts")
