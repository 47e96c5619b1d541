"""Compare the document's shares of wins with ours, and find the readings of the document that reproduce them.

The document prints two shares for each test, in whole percents that add up to 100, and states neither which games they
cover nor how draws are counted (Mrugała et al. 2020, 3.2 to 3.4).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import COUNTINGS, WHEN, counted, results
from tttcore.games.seats import SEATS
from tttcore.stats.intervals import mean_interval

Shares = Mapping[str, float]
"""Printed shares of the ``first`` and the ``second`` player."""
HALF_POINT = 0.005
"""Largest distance of a share from the whole percents that it is printed as."""
COUNTED_ONCE: Sequence[str] = ("apart",)
"""Counting where nothing is drawn, so that all countings are the same."""
NONE = "none did"


def published_results(
    sessions: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    printed: Mapping[str, Shares],
    countings: Sequence[str],
) -> pd.DataFrame:
    """Parameters and shares of the document's tests beside our shares, a row per treatment and counting.

    Parameters
    ----------
    recipes : the treatments' parameters.
    printed : the document's shares, by treatment.
    countings : see `draw_counting.COUNTINGS`.

    Returns
    -------
    treatment, board, games, need, limiter, step, exploration : the parameters.
    counting, n : reading of draws; number of sessions.
    published_first, published_second : the document's shares.
    all_first, all_second, last_first, last_second, off_first, off_second : mean shares over sessions, see
        `draw_counting.WHEN`, each with `_low` and `_high`, Student's 95% interval.
    """
    rows = []
    for treatment, shares in printed.items():
        own = sessions[sessions["treatment"] == treatment]
        for counting in countings:
            row = {"treatment": treatment, **parameters(recipes[treatment]), "counting": counting, "n": len(own)}
            row |= {f"published_{seat}": shares[seat] for seat in SEATS}
            for when in WHEN:
                won = counted(results(own, when), counting)
                for seat in SEATS:
                    row |= mean_interval(f"{when}_{seat}", won[seat].dropna())
            rows.append(row)
    return pd.DataFrame(rows)


def parameters(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters that the document prints of a test: board, games, need, limiter, step and exploration."""
    board = recipe["board"]
    finite = board["name"] == "finite"
    return {
        "board": "{size}x{size}".format(**board) if finite else board["name"],
        "games": recipe["games"],
        "need": recipe["need"],
        "limiter": (board["size"] - 1) // 2 if finite else board["limiter"],
        "step": recipe["step"],
        "exploration": recipe["exploration"],
    }


def reading_of_published(
    sessions: pd.DataFrame,
    printed: Mapping[str, Shares],
    readings: Mapping[str, Sequence[str]],
    when: Sequence[str] = tuple(WHEN),
) -> pd.DataFrame:
    """Readings that reproduce each of the document's results, a row per result.

    A reading is a treatment, a counting of draws and a choice of games; where nothing is drawn all countings are the
    same. It has to fit the shares of both players. Many readings are tried, so that one may fit by chance.

    Parameters
    ----------
    printed : the document's shares, by the treatment that stands for the result.
    readings : treatments that may explain the result, by the same.
    when : games that the shares may be of, see `draw_counting.WHEN`.

    Returns
    -------
    result, published_first, published_second : the treatment that stands for the result, and its shares.
    readings : number of readings tried.
    treatment, counting, when : the closest reading, the first one of several.
    share, share_low, share_high, second : its mean shares of the first player, with Student's 95% interval, and of the
        second.
    distance : larger one of the two players' distances between mean share and printed share.
    contained, contained_by : number and names of the readings whose intervals reach within half a percent of the
        printed shares; `NONE` where there is none.
    printed, printed_by : number and names of the readings with a session whose own shares round to the printed ones.
    """
    rows = []
    for result, shares in printed.items():
        tried = pd.DataFrame(_tried(sessions, readings[result], when, shares))
        closest = tried.iloc[int(tried["distance"].argmin())]
        rows.append(
            {
                "result": result,
                **{f"published_{seat}": shares[seat] for seat in SEATS},
                "readings": len(tried),
                **closest.drop(["contained", "printed"]),
                **{name: int(tried[name].sum()) for name in ("contained", "printed")},
                **{f"{name}_by": _listed(tried[tried[name]]) for name in ("contained", "printed")},
            }
        )
    return pd.DataFrame(rows)


def _tried(
    sessions: pd.DataFrame, treatments: Sequence[str], when: Sequence[str], printed: Shares
) -> Iterator[dict[str, Any]]:
    """Each reading with games that count, and how well it fits."""
    for treatment in treatments:
        own = sessions[sessions["treatment"] == treatment]
        for which in when:
            games = results(own, which)
            for counting in COUNTINGS if games["drawn"].any() else COUNTED_ONCE:
                won = counted(games, counting).dropna()
                if won.empty:
                    continue
                first, second = ([*mean_interval(seat, won[seat]).values()] for seat in SEATS)
                off = won[[*SEATS]] - pd.Series(printed)
                yield {
                    "treatment": treatment,
                    "counting": counting,
                    "when": which,
                    "share": first[0],
                    "share_low": first[1],
                    "share_high": first[2],
                    "second": second[0],
                    "distance": off.mean().abs().max(),
                    "contained": all(
                        low - HALF_POINT <= printed[seat] <= high + HALF_POINT
                        for seat, (_, low, high) in zip(SEATS, (first, second), strict=True)
                    ),
                    "printed": bool((off.abs() <= HALF_POINT).all(axis=1).any()),
                }


def _listed(readings: pd.DataFrame) -> str:
    """Names of readings, or `NONE`."""
    return "; ".join(readings["treatment"] + ", " + readings["counting"] + ", " + readings["when"]) or NONE
