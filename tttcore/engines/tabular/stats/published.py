"""Compare the document's shares of wins with ours, and find the readings of the document that reproduce them.

The document prints two shares for each test, in whole percents that add up to 100, and states neither which games they
cover nor how draws are counted (Mrugała et al. 2020, 3.2 to 3.4).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import COUNTINGS, WHEN, Counting, When, counted, results
from tttcore.games.seats import SEATS
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import choices
from tttcore.pipeline.names import Comparison, Treatment
from tttcore.pipeline.rounding import rounded
from tttcore.stats.intervals import mean_interval
from tttcore.stats.table_kind import table_kind, with_interval

HALF_POINT = 0.005
"""Largest distance of a share from the whole percents that it is printed as."""
COUNTED_ONCE: Sequence[str] = ("apart",)
"""Counting where nothing is drawn, so that all countings are the same."""
NONE = "none did"
Share = Annotated[float, Between(0, 1)]


@dataclass(frozen=True)
class Shares:
    """Printed shares of games of the first and of the second player."""

    first: Share
    second: Share


def _check_readings(rows: Mapping[str, Shares], readings: Mapping[str, str] | None) -> None:
    for result in readings or {}:
        if result not in rows:
            raise ValueError(f"readings: {result!r} is not among the rows{choices(result, list(rows))}")


@table_kind(
    "The document's parameters and shares of wins, and ours (95% intervals over sessions) in all of training, in "
    "its last tenth and with exploration off",
    {
        "treatment": "Treatment",
        "board": "Board",
        "games": "Games",
        "need": "Need",
        "limiter": "Limiter",
        "step": "Step",
        "exploration": "Exploration",
        "published_first": "Published first",
        "published_second": "second",
        "counting": "Draws",
        "n": "Sessions",
        **with_interval("all_first", "All: first"),
        "all_second": "second",
        **with_interval("last_first", "Last: first"),
        "last_second": "second",
        **with_interval("off_first", "Off: first"),
        "off_second": "second",
    },
    further=(
        "all_second_low",
        "all_second_high",
        "last_second_low",
        "last_second_high",
        "off_second_low",
        "off_second_high",
    ),
)
def published_results(
    runs: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    rows: dict[Treatment, Shares],
    countings: Sequence[Counting] = get_args(Counting),
) -> pd.DataFrame:
    """Parameters and shares of the document's tests beside our shares, a row per treatment and counting.

    Parameters
    ----------
    recipes : the treatments' parameters.
    rows : the document's shares, by the treatment that stands for its test.
    countings : readings of draws in their order, see `draw_counting.COUNTINGS`.

    Returns
    -------
    treatment, board, games, need, limiter, step, exploration : the parameters.
    counting, n : reading of draws; number of sessions.
    published_first, published_second : the document's shares.
    all_first, all_second, last_first, last_second, off_first, off_second : mean shares over sessions, see
        `draw_counting.WHEN`, each with `_low` and `_high`, Student's 95% interval.
    """
    table = []
    for treatment, shares in rows.items():
        own = runs[runs["treatment"] == treatment]
        for counting in countings:
            row = {"treatment": treatment, **parameters(recipes[treatment]), "counting": counting, "n": len(own)}
            row |= {f"published_{seat}": getattr(shares, seat) for seat in SEATS}
            for when in WHEN:
                won = counted(results(own, when), counting)
                for seat in SEATS:
                    row |= mean_interval(f"{when}_{seat}", won[seat].dropna())
            table.append(row)
    return pd.DataFrame(table)


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


@table_kind(
    "Which treatment, counting of draws and choice of games comes closest to each of the document's results, whose "
    "95% intervals reach within half a percent of it, and which have a session that would print it",
    {
        "result": "Result",
        "published_first": "Published first",
        "published_second": "second",
        "readings": "Readings",
        "treatment": "Closest",
        "counting": "Draws",
        "when": "Games",
        **with_interval("share", "First player"),
        "second": "Second",
        "distance": "Distance",
        "contained": "Contained by",
        "contained_by": "which",
        "printed": "Printed by",
        "printed_by": "which",
    },
    check=_check_readings,
)
def reading_of_published(
    runs: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    *,
    rows: dict[Treatment, Shares],
    readings: dict[Treatment, Comparison] | None = None,
    when: Sequence[When] = get_args(When),
) -> pd.DataFrame:
    """Readings that reproduce each of the document's results, a row per result.

    A reading is a treatment, a counting of draws and a choice of games; where nothing is drawn all countings are the
    same. It has to fit the shares of both players. Many readings are tried, so that one may fit by chance.

    Parameters
    ----------
    comparisons : treatments by label, of each comparison.
    rows : the document's shares, by the treatment that stands for the result.
    readings : comparison whose treatments may explain a result, by the treatment that stands for it; without one that
        treatment alone is tried.
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
    table = []
    for result, shares in rows.items():
        treatments = comparisons[readings[result]].values() if readings and result in readings else [result]
        tried = pd.DataFrame(_tried(runs, treatments, when, shares))
        closest = tried.iloc[rounded(tried["distance"]).argmin()]
        table.append(
            {
                "result": result,
                **{f"published_{seat}": getattr(shares, seat) for seat in SEATS},
                "readings": len(tried),
                **closest.drop(["contained", "printed"]),
                **{name: int(tried[name].sum()) for name in ("contained", "printed")},
                **{f"{name}_by": _listed(tried[tried[name]]) for name in ("contained", "printed")},
            }
        )
    return pd.DataFrame(table)


def _tried(
    runs: pd.DataFrame, treatments: Iterable[str], when: Sequence[str], printed: Shares
) -> Iterator[dict[str, Any]]:
    """Each reading with games that count, and how well it fits."""
    for treatment in treatments:
        own = runs[runs["treatment"] == treatment]
        for which in when:
            games = results(own, which)
            for counting in COUNTINGS if games["drawn"].any() else COUNTED_ONCE:
                won = counted(games, counting).dropna()
                if won.empty:
                    continue
                first, second = ([*mean_interval(seat, won[seat]).values()] for seat in SEATS)
                off = won[[*SEATS]] - pd.Series(vars(printed))
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
                        low - HALF_POINT <= getattr(printed, seat) <= high + HALF_POINT
                        for seat, (_, low, high) in zip(SEATS, (first, second), strict=True)
                    ),
                    "printed": bool((off.abs() <= HALF_POINT).all(axis=1).any()),
                }


def _listed(readings: pd.DataFrame) -> str:
    """Names of readings, or `NONE`."""
    return "; ".join(readings["treatment"] + ", " + readings["counting"] + ", " + readings["when"]) or NONE
