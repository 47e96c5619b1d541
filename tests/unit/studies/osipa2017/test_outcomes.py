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

SHARES = {
    "over 40": lambda game: game["moves"] > 40,
    "over 48": lambda game: game["moves"] > 48,
    "won by X": lambda game: game["winner"] == 1,
    "won by O": lambda game: game["winner"] == 2,
    "drawn": lambda game: game["winner"] == 0,
    "a win missed": lambda game: game["missed"] > 0,
}


def played(games=400, treatment="plain"):
    rng = stream(0, "tests", "outcomes", treatment)
    moves = rng.integers(30, 54, games)
    asked = rng.random(games) < 0.5
    return pd.DataFrame(
        {
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
    )


@pytest.fixture(scope="module")
def games():
    return pd.concat([played(), played(300, "other")], ignore_index=True)


def share(which):
    """Share of what holds, with the exact interval."""
    which = [*which]
    return [np.mean(which), *proportion_confint(sum(which), len(which), method="beta")]


def test_lengths_and_ends(games):
    table = game_lengths(games, beyond=[40, 48]).set_index(["treatment", "quantity"])
    assert [*table.index] == [*product(["plain", "other"], ["moves", *SHARES])]
    for treatment in ("plain", "other"):
        own = games[games["treatment"] == treatment].to_dict("records")
        moves = [game["moves"] for game in own]
        found = table.loc[(treatment, "moves")]
        assert found[["mean", "mean_low", "mean_high"]].tolist() == pytest.approx(
            [np.mean(moves), *DescrStatsW(moves).tconfint_mean()]
        )
        lower_median = sorted(moves)[(len(moves) - 1) // 2]
        spread = [np.std(moves, ddof=1), lower_median, min(moves), max(moves)]
        assert found[["sd", "median", "minimum", "maximum"]].tolist() == pytest.approx(spread)
        for quantity, holds in SHARES.items():
            found = table.loc[(treatment, quantity)]
            assert found["n"] == len(own)
            assert found[["mean", "mean_low", "mean_high"]].tolist() == pytest.approx(share(map(holds, own)))
            assert math.isnan(found["median"])


def test_proofs_by_ply(games):
    tried = games[games["proved_from"] >= 0]
    assert 0 < len(tried) < len(games)
    table = proofs(games)
    for treatment, own in table.groupby("treatment", sort=False):
        records = [game for game in tried.to_dict("records") if game["treatment"] == treatment]
        assert own["ply"].tolist() == [*range(max(game["moves"] for game in records) + 1)]
        for row in own.itertuples():
            going = [game for game in records if game["moves"] > row.ply]
            proved = [game for game in records if game["proved_from"] <= row.ply]
            assert (row.n, row.open) == (len(records), len(going))
            assert [row.proved, row.proved_low, row.proved_high] == pytest.approx(
                share(game in proved for game in records)
            )
            if going:
                of_open = share(game["proved_from"] <= row.ply for game in going)
                assert [row.open_proved, row.open_proved_low, row.open_proved_high] == pytest.approx(of_open)
            if proved:
                of_x = share(game["proved"] == 1 for game in proved)
                assert [row.won_by_x, row.won_by_x_low, row.won_by_x_high] == pytest.approx(of_x)
        assert own["proved"].is_monotonic_increasing
        assert own["proved"].iloc[-1] == 1
        assert math.isnan(own["won_by_x"].iloc[0])
        assert math.isnan(own["open_proved"].iloc[-1])


def test_how_early_games_are_proved(games):
    tried = games[games["proved_from"] >= 0]
    for row in proof_summary(games).itertuples():
        own = tried[tried["treatment"] == row.treatment].to_dict("records")
        plies = sorted(game["proved_from"] for game in own)
        assert (row.n, row.earliest, row.latest) == (len(own), plies[0], plies[-1])
        assert row.ply == plies[(len(own) - 1) // 2]
        below = int(stats.binom.ppf(0.025, len(own), 0.5)) - 1
        assert (row.ply_low, row.ply_high) == (plies[below], plies[-1 - below])
        left = sorted(game["moves"] - game["proved_from"] for game in own)
        assert (row.before_end, row.before_end_low) == (left[(len(own) - 1) // 2], left[below])
        for name, holds in (
            ("won_by_x", lambda game: game["proved"] == 1),
            ("kept", lambda game: game["proved"] == game["winner"]),
        ):
            found = [getattr(row, f"{name}{end}") for end in ("", "_low", "_high")]
            assert found == pytest.approx(share(map(holds, own)))
        assert row.nodes == pytest.approx(np.mean([game["proof_nodes"] for game in own]))


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
    """What the row of all tests is held to another package in `tests/unit/stats/test_recomputed.py`."""
    table = openings(games)
    classes = opening_classes()
    assert len(table) == 2 * (82 + 16)
    for row in table[table["opening"] == ALL].itertuples():
        own = games[games["treatment"] == row.treatment]
        groups = own["opening"] if row.by == "opening" else pd.Series(classes[own["opening"]])
        assert (row.n, row.openings, row.df) == (len(own), 81, groups.nunique() - 1)
        assert row.won == (own["winner"] == 1).mean()
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
