"""Cost of searching deeper from some step of the game on: ratios of positions searched before and after."""

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.nine_board.alphabeta.heuristics import WIN
from tttcore.games.nine_board import MOVES
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.bootstrap import TAILS, redrawn_counts
from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import share_interval

Floats = NDArray[np.float64]

HOW: Mapping[str, str] = {
    "busiest": "step at which most positions are looked at, on average over the games that get there",
    "busiest_unpruned": "the same without pruning",
    "first_over_later": "positions at the first search, for each at the busiest later step",
    "first_two_over_later": "positions at the easier of the first two searches, for each at the busiest later step",
    "after_over_first": "positions at the first deeper search, for each at the first search",
    "jump": "positions that pruning saves at the first deeper search, for each at the last one before",
    "saved_after_over_before": "positions that pruning saves per deeper search, for each per search before",
    "pruned_after_over_unpruned_before": "positions per deeper search with pruning, for each per search before without",
    "unsaved_before": "share of the searches before that look at as many positions without pruning",
    "unsaved_after": "share of the deeper searches that do",
    "ends_before": "share of the positions valued in searches before that end the game",
    "ends_after": "share of those valued in deeper searches",
    "nothing_before": "share of the searches before that find no more than the value 0",
    "settled_at_first": "share of the first deeper searches that find the game won or lost",
}
OF_GAMES: Mapping[str, str] = {
    "games_unsaved_before": "share of games with a search before that looks at as many positions without pruning",
    "games_unsaved_after": "share of games with such a deeper search, of those that get there",
}
"""Definitions of the facts; the first search is the first that looks further than one ply. Those of `OF_GAMES` are
shares of independent games, the others ratios of sums over all games."""
COUNTED = ("searches", "nodes", "unpruned", "unsaved", "leaves", "ends", "nothing", "settled")
"""Columns summed for each step: searches; positions with pruning and without; searches for which these are as many;
positions evaluated, and those of them that end the game; searches with the value 0, and with that of a game won or
lost."""


DEEPENING = {
    "fact": "Fact",
    **with_interval("value", "Value"),
    "how": "Meaning",
}
"""Columns of `deepening`."""


def deepening(
    traces: pd.DataFrame,
    stream: Callable[..., np.random.Generator],
    *,
    treatment: str,
    last: int,
    resamples: int = 2000,
) -> pd.DataFrame:
    """Ratios of the work before and after searches go deeper, with percentile bootstrap intervals over games.

    Parameters
    ----------
    traces : table of ``nine_board_traces``.
    stream : random generator by names.
    treatment : name of the treatment.
    last : last step before searches go deeper.

    Returns
    -------
    fact, value, value_low, value_high, how : facts and their definitions as in `HOW` and `OF_GAMES`; NaN where no game
        gets so far, and for interval ends with a single game. Intervals of `OF_GAMES` are exact (Clopper and Pearson),
        so that none of some games has an upper end above 0.

    Raises
    ------
    ConfigError
        If the treatment has no measured searches, or none deeper than one ply.
    """
    traces = traces[traces["treatment"] == treatment]
    if traces.empty:
        raise ConfigError(f"treatment: {treatment!r} has no measured searches; set its measured to true")
    if not (traces["depth"] > 1).any():
        raise ConfigError(f"treatment: {treatment!r} looks no further than one ply; needs deeper searches")
    first = int(traces.loc[traces["depth"] > 1, "step"].min())
    searches = traces.assign(
        searches=1,
        unsaved=traces["nodes"] == traces["unpruned"],
        nothing=traces["value"] == 0,
        settled=traces["value"].abs() == WIN,
    )
    games = pd.factorize(traces["replicate"])[0]
    count = games.max() + 1
    work = np.zeros((count, len(COUNTED), MOVES))
    work[games, :, traces["step"]] = searches[[*COUNTED]]
    found = _facts(work.sum(axis=0), first, last)
    drawn = redrawn_counts(count, resamples, stream("deepening", treatment)).astype(np.float64)
    again = [_facts(sums, first, last) for sums in np.tensordot(drawn, work, 1)] if count > 1 else []
    rows = []
    for name, value in found.items():
        low, high = math.nan, math.nan
        if again and not math.isnan(value):
            low, high = np.nanquantile([other[name] for other in again], TAILS)
        rows.append({"fact": name, "value": value, "value_low": low, "value_high": high, "how": HOW[name]})
    return pd.DataFrame([*rows, *_of_games(work, first, last)])


def _of_games(work: Floats, first: int, last: int) -> Iterator[dict[str, object]]:
    """Rows of `OF_GAMES` from (games, counted, steps) work."""
    searches, unsaved = (work[:, COUNTED.index(name)] for name in ("searches", "unsaved"))
    for (name, how), span in zip(OF_GAMES.items(), (slice(first, last + 1), slice(last + 1, None)), strict=True):
        there, found = (each[:, span].any(axis=1) for each in (searches, unsaved))
        share = share_interval("value", int(found.sum()), int(there.sum()), method="exact")
        yield {"fact": name, **share, "how": how}


def _facts(summed: Floats, first: int, last: int) -> dict[str, float]:
    """Compute the facts from (counted, steps) sums over games."""
    sums = dict(zip(COUNTED, summed, strict=True))
    with np.errstate(invalid="ignore", divide="ignore"):
        nodes, unpruned = (sums[name] / sums["searches"] for name in ("nodes", "unpruned"))
        saved = unpruned - nodes
        before, after = slice(first, last + 1), slice(last + 1, None)
        per_search = {
            (name, when): sums[name][span].sum() / sums["searches"][span].sum()
            for name in sums
            for when, span in (("before", before), ("after", after))
        }
        saved_per = {when: per_search["unpruned", when] - per_search["nodes", when] for when in ("before", "after")}
        return {
            "busiest": float(np.nanargmax(nodes)),
            "busiest_unpruned": float(np.nanargmax(unpruned)),
            "first_over_later": nodes[first] / np.nanmax(nodes[first + 1 :]),
            "first_two_over_later": nodes[first : first + 2].min() / np.nanmax(nodes[first + 2 :]),
            "after_over_first": nodes[last + 1] / nodes[first],
            "jump": saved[last + 1] / saved[last],
            "saved_after_over_before": saved_per["after"] / saved_per["before"],
            "pruned_after_over_unpruned_before": per_search["nodes", "after"] / per_search["unpruned", "before"],
            **{f"unsaved_{when}": per_search["unsaved", when] for when in saved_per},
            **{f"ends_{when}": per_search["ends", when] / per_search["leaves", when] for when in saved_per},
            "nothing_before": per_search["nothing", "before"],
            "settled_at_first": sums["settled"][last + 1] / sums["searches"][last + 1],
        }
