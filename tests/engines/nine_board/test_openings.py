"""Results by first move, on made-up games with known answers and against loops and second packages."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint, proportions_chisquare

from tttcore.claims.selectors import claim_value
from tttcore.engines.nine_board.stats.openings import ALL, GREATEST, opening_classes, openings
from tttcore.pipeline.rng import stream


def played(games=400, treatment="plain"):
    rng = stream(0, "tests", "openings", treatment)
    return pd.DataFrame(
        {
            "treatment": treatment,
            "winner": rng.choice([1, 2, 0], games, p=[0.55, 0.4, 0.05]).astype("int8"),
            "opening": rng.integers(0, 81, games).astype("int8"),
        }
    )


@pytest.fixture(scope="module")
def games():
    return pd.concat([played(), played(300, "other")], ignore_index=True)


def share(which):
    """Share of what holds, with Wilson's interval."""
    which = [*which]
    return [np.mean(which), *proportion_confint(sum(which), len(which), method="wilson")]


def test_openings_fall_into_fifteen_classes():
    """Turned and mirrored in coordinates, boards and cells at once."""
    turns = [lambda r, c: (c, 2 - r), lambda r, c: (r, 2 - c)]
    groups = {opening: {opening} for opening in range(81)}
    for opening in range(81):
        for turn in turns:
            board, cell = (turn(*divmod(place, 3)) for place in divmod(opening, 9))
            other = (3 * board[0] + board[1]) * 9 + 3 * cell[0] + cell[1]
            joined = groups[opening] | groups[other]
            for member in joined:
                groups[member] = joined
    firsts = opening_classes()
    assert len({*firsts.tolist()}) == 15
    assert firsts.tolist() == [min(groups[opening]) for opening in range(81)]


def test_openings_are_counted(games):
    table = openings(games)
    classes = opening_classes()
    assert len(table) == 2 * (82 + 16)
    for row in table[table["opening"] != ALL].itertuples():
        opening = (row.board - 1) * 9 + row.cell - 1
        assert row.opening == f"{row.board:.0f}-{row.cell:.0f}"
        alike = [opening] if row.by == "opening" else [other for other in range(81) if classes[other] == opening]
        assert row.openings == len(alike)
        own = [
            game for game in games.to_dict("records") if game["treatment"] == row.treatment and game["opening"] in alike
        ]
        assert row.n == len(own)
        if own:
            assert [row.won, row.won_low, row.won_high] == pytest.approx(share(game["winner"] == 1 for game in own))
            assert [row.drawn, row.drawn_low, row.drawn_high] == pytest.approx(
                share(game["winner"] == 0 for game in own)
            )
        else:
            assert math.isnan(row.won)
        assert math.isnan(row.p)


@pytest.mark.parametrize("by", ["opening", "class"])
def test_evenness_is_pearsons_test(games, by):
    table = openings(games).set_index(["treatment", "by", "opening"])
    own = games[games["treatment"] == "plain"]
    group = own["opening"] if by == "opening" else pd.Series(opening_classes()[own["opening"]], own.index)
    won = (own["winner"] == 1).groupby(group).agg(["sum", "size"])
    statistic, p, _ = proportions_chisquare(won["sum"], won["size"])
    found = table.loc[("plain", by, ALL)]
    assert [found["statistic"], found["df"], found["p"]] == pytest.approx([statistic, len(won) - 1, p])
    assert [found["n"], found["openings"], found["won"]] == [400, 81, (own["winner"] == 1).mean()]


def test_an_opening_that_wins_is_found():
    games = played(810).assign(opening=np.arange(810) % 81, winner=lambda own: np.where(own["opening"] < 9, 1, 2))
    table = openings(games).set_index(["by", "opening"])
    assert table.loc[("opening", ALL), "p"] < 1e-50
    assert table.loc[("opening", "1-1"), "won"] == 1
    assert table.loc[("class", ALL), "p"] < 1e-10


@pytest.mark.slow
def test_the_spread_of_openings_is_found_again():
    """Of games whose chance differs between boards by a known standard deviation, its interval holds it."""
    rng = stream(0, "tests", "spread")
    chances = 0.55 + 0.06 * np.where(np.arange(81) // 9 % 2, 1, -1)
    about = math.sqrt(np.mean((chances - chances.mean()) ** 2))
    held = []
    for _ in range(60):
        opening = np.arange(4050) % 81
        winner = np.where(rng.random(4050) < chances[opening], 1, 2)
        table = openings(played(4050).assign(opening=opening, winner=winner)).set_index(["by", "opening"])
        for by in ("opening", "class"):
            row = table.loc[(by, ALL)]
            assert 0 <= row["spread_low"] <= row["spread"] <= row["spread_high"]
        held.append(row["spread_low"] <= about <= row["spread_high"])
    assert sum(held) >= 54
    assert table["spread"].notna().sum() == 2


def test_games_that_all_end_alike_are_no_test():
    table = openings(played().assign(winner=1))
    assert table[["p", "spread", "spread_high", *GREATEST]].isna().all(axis=None)
    assert openings(played().assign(opening=40))["p"].isna().all()


def test_the_greatest_distance_of_a_class(games):
    """Simultaneous intervals of all distances, one by one."""
    own = games[games["treatment"] == "plain"]
    won = own["winner"] == 1
    classes = opening_classes()[own["opening"]]
    ends = []
    for name in {*classes.tolist()}:
        inside = won[classes == name]
        error = math.sqrt(won.var(ddof=0) * (1 / len(inside) - 1 / len(own)))
        reach = stats.norm.ppf(1 - 0.05 / 2 / len({*classes.tolist()})) * error
        distance = abs(inside.mean() - won.mean())
        ends.append((distance, max(distance - reach, 0), distance + reach))
    row = openings(games).set_index(["treatment", "by", "opening"]).loc[("plain", "class", ALL)]
    assert row[[*GREATEST]].tolist() == pytest.approx([max(each) for each in zip(*ends, strict=True)])


@pytest.mark.slow
def test_the_greatest_distance_is_held_by_its_interval():
    rng = stream(1, "tests", "greatest")
    chances = 0.55 + 0.1 * (np.arange(81) // 9 == 4)
    about = np.max(np.abs(chances - chances.mean()))
    rows = []
    for _ in range(100):
        opening = np.arange(8100) % 81
        winner = np.where(rng.random(8100) < chances[opening], 1, 2)
        rows.append(openings(played(8100).assign(opening=opening, winner=winner)).iloc[-1])
    assert sum(row["greatest_low"] <= about <= row["greatest_high"] for row in rows) >= 93
    assert sum(row["greatest_low"] > 0 for row in rows) > 50


def test_claims_find_rows(games):
    found = claim_value("openings.greatest[treatment=plain; by=class; opening=all]", {"openings": openings(games)})
    assert 0 <= found.low <= found.value <= found.high
