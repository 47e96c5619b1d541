"""Strengths of players from games between all pairs of them: Bradley and Terry's model on Elo's scale.

The chance that the first player wins is logistic in ``strength of the first - strength of the second + advantage of
moving first`` (Bradley and Terry 1952). A draw counts as half a win, which makes intervals wider than need be where
draws are many. Each player has also drawn `PRIOR` games with an average one, and average players have drawn as many
with one another, so that who loses everything has a finite strength too. Assumes independent games.

Games are rows of ``nine_board_runs``, of which the columns first, second and winner are used. Players are given by name
as in a recipe, and their order is that of the tables.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import statsmodels.api as sm
from numpy.typing import NDArray

from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS
from tttcore.pipeline.registry import ConfigError
from tttcore.stats.intervals import COVERAGE
from tttcore.stats.safe_tests import holm

Players = Mapping[str, Mapping[str, Any]]
"""Settings of players by name: ``name`` of the strategy and, if it has them, ``heuristic`` and ``depth``."""
Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Points of Elo's scale for a strength of 1: with 400 more, a player wins ten times as often as it loses."""
PRIOR = 1.0
FIRST_MOVE = "first move"
"""What is rated where it is no player but the advantage of moving first."""
SCORES = {CROSS_WINS: 1.0, DRAW: 0.5, NOUGHT_WINS: 0.0}
"""What a game is worth to who moves first."""


def ratings(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Ratings, the best first, and in a last row the advantage of moving first, whose player is `FIRST_MOVE`.

    Returns
    -------
    player, strategy, heuristic, depth : who, and with what settings; NaN for one that it doesn't have.
    rating, rating_low, rating_high : in Elo, 0 on average over players, with the normal 95% interval.
    n, won, drawn, lost, score : its games, and the points that each brought on average; NaN without any.
    """
    count = len(players)
    centred = np.eye(count + 1)
    centred[:count, :count] -= 1 / count
    who = pd.DataFrame([{"player": name, **_settings(own)} for name, own in [*players.items(), (FIRST_MOVE, {})]])
    sides = _sides(games)
    first = sides.iloc[: len(games)].assign(player=FIRST_MOVE)
    rated = who.join(_elo(_fit(games, players), centred, "rating").drop(columns="p"))
    tally = _tally(pd.concat([sides, first]), ["player"]).set_index("player")
    table = _scored(rated.join(tally.reindex(rated["player"], fill_value=0).reset_index(drop=True)))
    in_order = table[:-1].sort_values("rating", ascending=False, kind="stable")
    return pd.concat([in_order, table[-1:]], ignore_index=True)


def rating_differences(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Every player against every other, both ways round.

    Returns
    -------
    a, b, difference, difference_low, difference_high : rating of a minus that of b, with the normal 95% interval.
    p, p_holm : that they are equal (Wald), by itself and corrected over all pairs.
    """
    unit = np.eye(len(players) + 1)
    pairs = [(a, b, unit[i] - unit[j]) for (i, a), (j, b) in combinations(enumerate(players), 2)]
    return _differences(games, players, pairs)


def heuristic_differences(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Every heuristic against every other over the depths at which both play; columns of `rating_differences`.

    `difference` is the mean over these depths of how far the ratings are apart; `depths` says how many they are.

    Raises
    ------
    ConfigError
        If no two players have different heuristics at the same depth.
    """
    places = {
        (own["heuristic"], own["depth"]): place
        for place, own in enumerate(players.values())
        if "heuristic" in own and "depth" in own
    }
    unit = np.eye(len(players) + 1)
    pairs, shared = [], {}
    for a, b in combinations(sorted({heuristic for heuristic, _ in places}), 2):
        depths = [depth for heuristic, depth in places if heuristic == a and (b, depth) in places]
        if depths:
            shared[a, b] = shared[b, a] = len(depths)
            pairs.append((a, b, np.mean([unit[places[a, depth]] - unit[places[b, depth]] for depth in depths], axis=0)))
    if not pairs:
        raise ConfigError("players: no two have different heuristics at the same depth")
    table = _differences(games, players, pairs)
    return table.assign(depths=[shared[pair] for pair in zip(table["a"], table["b"], strict=True)])


def crosstable(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """What every player made of its games with every other, in both seats.

    Returns
    -------
    player, opponent, n, won, drawn, lost, score : a row for each two that met, in the order of players; `score` is
        the points of the player for a game.
    """
    table = _scored(_tally(_sides(games), ["player", "opponent"]))
    place = {name: at for at, name in enumerate(players)}
    return table.sort_values(["player", "opponent"], key=lambda names: names.map(place), ignore_index=True)


def _settings(own: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "strategy": own.get("name", ""),
        "heuristic": own.get("heuristic", math.nan),
        "depth": own.get("depth", math.nan),
    }


def _sides(games: pd.DataFrame) -> pd.DataFrame:
    """Every game from both sides, those of who moves first before the others: player, opponent, points."""
    points = games["winner"].map(SCORES)
    first = pd.DataFrame({"player": games["first"], "opponent": games["second"], "points": points})
    second = pd.DataFrame({"player": games["second"], "opponent": games["first"], "points": 1 - points})
    return pd.concat([first, second], ignore_index=True)


def _tally(sides: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    points = sides["points"]
    counted = sides.assign(n=1, won=points == 1, drawn=points == 0.5, lost=points == 0)
    return counted.groupby(by, sort=False, observed=True)[["n", "won", "drawn", "lost"]].sum().reset_index()


def _scored(tally: pd.DataFrame) -> pd.DataFrame:
    return tally.assign(score=(tally["won"] + tally["drawn"] / 2) / tally["n"])


def _fit(games: pd.DataFrame, players: Iterable[str]) -> Any:
    """The fitted model: a strength for each player, then the advantage of moving first."""
    place = {name: at for at, name in enumerate(players)}
    pairs = pd.DataFrame({seat: games[seat].map(place) for seat in ("first", "second")})
    met = pairs.assign(points=games["winner"].map(SCORES)).groupby(["first", "second"])["points"].agg(["mean", "size"])
    unit = np.eye(len(place) + 1)
    first, second = (met.index.get_level_values(seat).to_numpy() for seat in ("first", "second"))
    model = sm.GLM(
        np.concatenate([met["mean"], np.full(len(unit), 0.5)]),
        np.concatenate([unit[first] - unit[second] + unit[-1], unit]),
        family=sm.families.Binomial(),
        freq_weights=np.concatenate([met["size"], np.full(len(unit), PRIOR)]),
    )
    return model.fit()


def _elo(fit: Any, contrasts: Floats, name: str) -> pd.DataFrame:
    """What (n, players + 1) weighted sums of the strengths are in Elo: `name`, its interval, and p against 0."""
    test = fit.t_test(contrasts)
    low, high = ELO * test.conf_int(1 - COVERAGE).T
    return pd.DataFrame({name: ELO * test.effect, f"{name}_low": low, f"{name}_high": high, "p": test.pvalue})


def _differences(games: pd.DataFrame, players: Players, pairs: Sequence[tuple[Any, Any, Floats]]) -> pd.DataFrame:
    """Each contrast of a minus b, and its opposite of b minus a."""
    a, b, contrasts = zip(*pairs, strict=True)
    found = _elo(_fit(games, players), np.array(contrasts), "difference")
    found = pd.DataFrame({"a": a, "b": b}).join(found).assign(p_holm=holm(found["p"]))
    opposite = found.assign(
        a=found["b"],
        b=found["a"],
        difference=-found["difference"],
        difference_low=-found["difference_high"],
        difference_high=-found["difference_low"],
    )
    return pd.concat([found, opposite], ignore_index=True)
