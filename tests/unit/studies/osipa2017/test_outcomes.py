"""Outcomes of games, on made-up games with known answers and against loops, formulas and second packages."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.outcomes import (
    ALL,
    GREATEST,
    game_lengths,
    opening_classes,
    openings,
    proof_summary,
    proofs,
)


def played(games=400, treatment="plain"):
    rng = stream(0, "tests", "outcomes", treatment)
    moves = rng.integers(30, 54, games)
    asked = rng.random(games) < 0.5
    columns = {
        "treatment": treatment,
        "replicate": np.arange(games),
        "winner": rng.choice([1, 2, 0], games, p=[0.55, 0.4, 0.05]).astype("int8"),
        "moves": moves.astype("int32"),
        "opening": rng.integers(0, 81, games).astype("int8"),
        "missed": (rng.integers(0, 4, games) // 3).astype("int16"),
        "proved_from": np.where(asked, moves - rng.integers(0, 18, games), -1).astype("int8"),
        "proved": np.where(asked, rng.choice([1, 2, 0], games, p=[0.6, 0.35, 0.05]), -1).astype("int8"),
        "proof_nodes": rng.integers(10, 10000, games),
    }
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def games():
    return pd.concat([played(), played(300, "other")], ignore_index=True)


@pytest.fixture(scope="module")
def tried(games):
    """Games, by treatment, of which a proof was tried."""
    return dict(iter(games[games["proved_from"] >= 0].groupby("treatment", sort=False)))


def columns(row, name):
    """A value of a row and its interval."""
    return [row[f"{name}{end}"] for end in ("", "_low", "_high")]


def share(which):
    """Share of what holds, with the exact interval."""
    which = [*which]
    return pytest.approx([np.mean(which), *proportion_confint(sum(which), len(which), method="beta")])


def test_lengths_and_ends(games):
    ends = {"won by X": ("winner", [1]), "won by O": ("winner", [2]), "drawn": ("winner", [0])}
    kinds = {
        "over 40": ("moves", range(41, 60)),
        "over 48": ("moves", range(49, 60)),
        **ends,
        "a win missed": ("missed", [1]),
    }
    table = game_lengths(games, beyond=[40, 48]).set_index(["treatment", "quantity"])
    assert [*table.index] == [*product(["plain", "other"], ["moves", *kinds])]
    for treatment, own in games.groupby("treatment"):
        found, moves = table.loc[(treatment, "moves")], own["moves"].tolist()
        assert columns(found, "mean") == pytest.approx([np.mean(moves), *DescrStatsW(moves).tconfint_mean()])
        lower_median = sorted(moves)[(len(moves) - 1) // 2]
        spread = [np.std(moves, ddof=1), lower_median, min(moves), max(moves)]
        assert found[["sd", "median", "minimum", "maximum"]].tolist() == pytest.approx(spread)
        for quantity, (column, values) in kinds.items():
            found = table.loc[(treatment, quantity)]
            assert found["n"] == len(own)
            assert columns(found, "mean") == share(own[column].isin(values))
            assert math.isnan(found["median"])


def test_proofs_by_ply(games, tried):
    for treatment, own in proofs(games).groupby("treatment", sort=False):
        those = tried[treatment]
        assert 0 < len(those) < len(games[games["treatment"] == treatment])
        assert own["ply"].tolist() == [*range(those["moves"].max() + 1)]
        for row in own.itertuples():
            going, proved = those[those["moves"] > row.ply], those["proved_from"] <= row.ply
            assert (row.n, row.open) == (len(those), len(going))
            assert columns(row._asdict(), "proved") == share(proved)
            if len(going):
                assert columns(row._asdict(), "open_proved") == share(going["proved_from"] <= row.ply)
            if proved.any():
                assert columns(row._asdict(), "won_by_x") == share(those[proved]["proved"] == 1)
        assert own["proved"].is_monotonic_increasing
        assert own["proved"].iloc[-1] == 1
        assert math.isnan(own["won_by_x"].iloc[0])
        assert math.isnan(own["open_proved"].iloc[-1])


def test_how_early_games_are_proved(games, tried):
    table = proof_summary(games)
    assert table["treatment"].tolist() == [*tried]
    for row in table.itertuples():
        own = tried[row.treatment]
        plies, left = sorted(own["proved_from"]), sorted(own["moves"] - own["proved_from"])
        assert (row.n, row.earliest, row.latest) == (len(own), plies[0], plies[-1])
        middle, below = (len(own) - 1) // 2, int(stats.binom.ppf(0.025, len(own), 0.5)) - 1
        assert (row.ply, row.ply_low, row.ply_high) == (plies[middle], plies[below], plies[-1 - below])
        assert (row.before_end, row.before_end_low) == (left[middle], left[below])
        assert columns(row._asdict(), "won_by_x") == share(own["proved"] == 1)
        assert columns(row._asdict(), "kept") == share(own["proved"] == own["winner"])
        assert row.nodes == pytest.approx(np.mean(own["proof_nodes"].tolist()))


def test_openings_fall_into_fifteen_classes():
    """Turned and mirrored in coordinates, boards and cells at once."""
    groups = {opening: {opening} for opening in range(81)}
    for opening, turn in product(range(81), [lambda r, c: (c, 2 - r), lambda r, c: (r, 2 - c)]):
        board, cell = (turn(*divmod(place, 3)) for place in divmod(opening, 9))
        joined = groups[opening] | groups[(3 * board[0] + board[1]) * 9 + 3 * cell[0] + cell[1]]
        groups |= dict.fromkeys(joined, joined)
    firsts = opening_classes()
    assert len({*firsts.tolist()}) == 15
    assert firsts.tolist() == [min(groups[opening]) for opening in range(81)]


def test_openings_are_counted(games):
    """What the row of all tests is held to another package in `tests/unit/stats/test_recomputed.py`."""
    table, classes = openings(games), opening_classes()
    assert len(table) == 2 * (82 + 16)
    for row in table.itertuples():
        own = games[games["treatment"] == row.treatment]
        kinds = own["opening"].to_numpy() if row.by == "opening" else classes[own["opening"]]
        if row.opening == ALL:
            assert (row.n, row.openings, row.df) == (len(own), 81, len({*kinds}) - 1)
            assert row.won == (own["winner"] == 1).mean()
            continue
        opening = (row.board - 1) * 9 + row.cell - 1
        assert row.opening == f"{row.board:.0f}-{row.cell:.0f}"
        assert row.openings == (1 if row.by == "opening" else (classes == opening).sum())
        winners = own["winner"][kinds == opening]
        assert row.n == len(winners)
        if len(winners):
            assert columns(row._asdict(), "won") == share(winners == 1)
            assert columns(row._asdict(), "drawn") == share(winners == 0)
        else:
            assert math.isnan(row.won)
        assert math.isnan(row.p)


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
    won, classes = own["winner"] == 1, opening_classes()[own["opening"]]
    names = np.unique(classes)
    ends = []
    for name in names:
        inside = won[classes == name]
        error = math.sqrt(won.var(ddof=0) * (1 / len(inside) - 1 / len(own)))
        reach = stats.norm.ppf(1 - 0.05 / 2 / len(names)) * error
        distance = abs(inside.mean() - won.mean())
        ends.append((distance, max(distance - reach, 0), distance + reach))
    row = openings(games).set_index(["treatment", "by", "opening"]).loc[("plain", "class", ALL)]
    assert row[[*GREATEST]].tolist() == pytest.approx(np.max(ends, axis=0).tolist())


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
