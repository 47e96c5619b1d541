"""Statistics of outcomes, on made-up games with known answers and against loops, formulas and second packages."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.claims.selectors import claim_value
from tttcore.engines.nine_board.stats.outcomes import (
    game_lengths,
    proof_summary,
    proofs,
)
from tttcore.pipeline.rng import stream

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
    """Share of what holds, with Wilson's interval."""
    which = [*which]
    return [sum(which) / len(which), *proportion_confint(sum(which), len(which), method="wilson")]


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


def test_claims_find_rows(games):
    tables = {"lengths": game_lengths(games, beyond=[40])}
    over = claim_value("lengths.mean[treatment=plain; quantity=over 40]", tables)
    assert 0 < over.low < over.value < over.high < 1
