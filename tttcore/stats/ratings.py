"""Ratings of players by the Bradley-Terry model, on the Elo scale.

The probability that the first player wins is logistic in ``strength of the first - strength of the second + advantage
of moving first`` (Bradley and Terry 1952). A draw counts as half a win, which makes intervals wider than need be where
draws are many. As a prior, each player has also drawn `PRIOR` games with an average one, and average players have drawn
as many with one another, so that a player who loses every game has a finite strength too. Assumes independent games.

Games are tables with the columns first and second (names of players) and winner. Players are given by name as in a
recipe, and tables keep their order.
"""

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rounding import order_of, rounded
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.hypothesis_tests import holm
from tttcore.stats.intervals import COVERAGE

Players = Mapping[str, Mapping[str, Any]]
"""Settings of players by name: ``name`` of the strategy, and ``heuristic`` and ``depth`` if it has them."""
Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo points for a strength of 1: with 400 points more, a player wins ten times as often as it loses."""
PRIOR = 1.0
"""Drawn games that each player is given."""
FIRST_MOVE = "first move"
"""Name, in the column of players, of the row for the advantage of moving first."""
CONVERGED = 1e-10
"""Change of strengths at which the fit stops. Errors of estimates are then far below what is stored; judged by the
deviance, as by default, standard errors may still be off by some 1e-6 of their value, and by another part elsewhere."""
DECIMALS = 10
"""Decimals of Elo points: further ones are rounding errors, by which players of equal results would differ."""
SCORES = {CROSS_WON: 1.0, DRAWN: 0.5, NOUGHT_WON: 0.0}
"""Points of a game to the player who moves first, by winner."""
_RESULTS = {"n": "Games", "won": "Won", "drawn": "Drawn", "lost": "Lost", "score": "Score"}
RATINGS = {
    "player": "Player",
    **with_interval("rating", "Rating"),
    **_RESULTS,
    **hidden("strategy", "heuristic", "depth"),
}
"""Columns of `ratings`."""
DIFFERENCES = {"a": "First", "b": "Second", **with_interval("difference", "Difference"), "p": "p", "p_holm": "p, Holm"}
"""Columns of `rating_differences`."""
HEURISTIC_DIFFERENCES = {
    **DIFFERENCES,
    "depths": "Depths",
    "heterogeneity": "χ² between depths",
    "heterogeneity_p": "p of equal depths",
}
"""Columns of `heuristic_differences`."""
CROSSTABLE = {"player": "Player", "opponent": "Opponent", **_RESULTS}
"""Columns of `crosstable`."""


def expected_points(difference: Floats | float) -> Floats:
    """Share of the points that players expect against others, from differences of their ratings in Elo.

    Examples
    --------
    >>> expected_points(np.array([0, 400])).round(3).tolist()
    [0.5, 0.909]
    """
    return 1 / (1 + np.exp(-np.asarray(difference, float) / ELO))


def ratings(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Rate all players, the best first, ties by name; the last row, `FIRST_MOVE`, is the advantage of moving first.

    Returns
    -------
    player, strategy, heuristic, depth : name and settings; NaN for a setting that the player doesn't have.
    rating, rating_low, rating_high : in Elo, 0 on average over players, with the normal 95% interval.
    n, won, drawn, lost, score : numbers of games, and mean points of a game; NaN without games.
    """
    count = len(players)
    centred = np.eye(count + 1)
    centred[:count, :count] -= 1 / count
    about = pd.DataFrame([{"player": name, **_settings(own)} for name, own in [*players.items(), (FIRST_MOVE, {})]])
    sides = _sides(games)
    first = sides.iloc[: len(games)].assign(player=FIRST_MOVE)
    rated = about.join(_elo(_fit(games, players), centred, "rating").drop(columns="p"))
    tally = _tally(pd.concat([sides, first]), ["player"]).set_index("player")
    table = _scored(rated.join(tally.reindex(rated["player"], fill_value=0).reset_index(drop=True)))
    best_first = order_of(table["rating"].iloc[:-1], list(players), descending=True)
    return table.iloc[[*best_first, count]].reset_index(drop=True)


def rating_differences(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Differences between the ratings of every two players, in both directions.

    Returns
    -------
    a, b, difference, difference_low, difference_high : rating of a minus that of b, with the normal 95% interval.
    p, p_holm : Wald test that they are equal, uncorrected and corrected over all pairs (Holm).
    """
    unit = np.eye(len(players) + 1)
    pairs = [(a, b, unit[i] - unit[j]) for (i, a), (j, b) in combinations(enumerate(players), 2)]
    return _differences(games, players, pairs)


def heuristic_differences(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Differences between the ratings of every two heuristics; columns of `rating_differences`, and how depths differ.

    Returns
    -------
    a, b, difference, difference_low, difference_high, p, p_holm : as of `rating_differences`, of the mean over the
        depths at which both play.
    depths : their number.
    heterogeneity, heterogeneity_p : Wald's statistic and p-value of the hypothesis that the difference is the same at
        all of them, chi-squared with one degree of freedom fewer; NaN for a single depth. Where it is not, the mean
        says little of any one depth.

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
    at_depths = {}
    for a, b in combinations(sorted({heuristic for heuristic, _ in places}), 2):
        depths = [depth for heuristic, depth in places if heuristic == a and (b, depth) in places]
        if depths:
            at_depths[a, b] = np.array([unit[places[a, depth]] - unit[places[b, depth]] for depth in depths])
    if not at_depths:
        raise ConfigError("players: no two have different heuristics at the same depth")
    table = _differences(games, players, [(*pair, each.mean(axis=0)) for pair, each in at_depths.items()])
    fit = _fit(games, players)
    apart = pd.DataFrame([_heterogeneity(fit, contrasts) for contrasts in at_depths.values()])
    return table.join(pd.concat([apart, apart], ignore_index=True))  # of b against a as of a against b


def crosstable(games: pd.DataFrame, players: Players) -> pd.DataFrame:
    """Results of every player against every other, in both seats together.

    Returns
    -------
    player, opponent, n, won, drawn, lost, score : a row for each two that met, in the order of players; `score` is the
        player's mean points of a game.
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
    """Every game from both sides, player, opponent and points: first all from the side that moves first."""
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
    """Fit the model, a binomial regression: a strength for each player, then the advantage of moving first."""
    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PerfectSeparationWarning)  # the prior identifies all parameters
        return model.fit(tol=CONVERGED, tol_criterion="params")


def _elo(fit: Any, contrasts: Floats, name: str) -> pd.DataFrame:
    """Estimates of (n, players + 1) contrasts of the strengths in Elo: `name`, its 95% interval, and p against 0.

    Interval and p follow from estimate and standard error as these are stored: an end near 0 and the p of a large
    difference have a thousand times their error.
    """
    test = fit.t_test(contrasts)
    estimate, error = rounded(np.round(ELO * test.effect, DECIMALS)), rounded(ELO * test.sd.ravel())
    reach = scipy.stats.norm.ppf((1 + COVERAGE) / 2) * error
    p = 2 * scipy.stats.norm.sf(np.abs(estimate) / error)
    return pd.DataFrame({name: estimate, f"{name}_low": estimate - reach, f"{name}_high": estimate + reach, "p": p})


def _heterogeneity(fit: Any, contrasts: Floats) -> dict[str, float]:
    """Wald's test that (n, players + 1) contrasts of the strengths are equal: that each differs from the first by 0."""
    found = {"depths": len(contrasts), "heterogeneity": math.nan, "heterogeneity_p": math.nan}
    if len(contrasts) > 1:
        test = fit.wald_test(contrasts[1:] - contrasts[0], use_f=False, scalar=True)
        found |= {"heterogeneity": float(test.statistic), "heterogeneity_p": float(test.pvalue)}
    return found


def _differences(games: pd.DataFrame, players: Players, pairs: Sequence[tuple[Any, Any, Floats]]) -> pd.DataFrame:
    """Table of each contrast of a minus b, and of its opposite, b minus a."""
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
