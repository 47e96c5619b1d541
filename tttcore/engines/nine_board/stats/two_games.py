"""Chances of what a figure of one game with pruning and one without would show, over all pairs of measured games."""

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.nine_board import MOVES
from tttcore.stats.columns import hidden, of_treatments
from tttcore.stats.intervals import COVERAGE

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

HOW: Mapping[str, str] = {
    "first two highest": "no later search takes more than either of the first two, with pruning",
    "falls, not steadily": "after the first two, searches with pruning take ever fewer positions, but now and then "
    "more than the one before",
    "always less": "at every move of both games, pruning takes fewer positions than the other game does without",
    "saves twice as much at once": "the curves are at least twice as far apart at the first deeper search as at "
    "the last before",
    "saves more after": "the curves are further apart after searches go deeper than before, on average over moves",
    "saves twice as much after": "they are at least twice as far apart so",
}
"""Possible sights in the figure; the first search is the first that looks further than one ply."""
MUCH = 2
"""Times as much that counts as much more."""


TWO_GAMES = {
    "treatment": "Player",
    "fact": "Fact",
    "games": "Games",
    "share": "Share",
    "chance": "Chance",
    "how": "Meaning",
    **hidden("chance_least", "wrong"),
}
"""Columns of `two_games`."""


def two_games(traces: pd.DataFrame, *, treatments: Sequence[str], last: int) -> pd.DataFrame:
    """Chance that a figure of two different games shows what a document reports of its own, for each treatment.

    Every pair of different games is as likely: this is what resampling such pairs comes to, without its error. Games
    are independent, so that the pairs are what a document could have drawn.

    Parameters
    ----------
    traces : table of ``nine_board_traces``.
    treatments : names of the treatments, whose searches are measured.
    last : last step before searches go deeper.

    Returns
    -------
    treatment, fact, how, games : what the figure shows as in `HOW`, and the number of games; what is said of the game
        with pruning alone is counted over games, not over pairs.
    share : of such figures; NaN with a single game for what takes two.
    chance : sum of the chances of the outcomes, shown or not, that are no likelier than that it is shown.
    chance_least : the least that this chance could be, whatever was reported.
    wrong : share of the figures that would be said to differ if they were a document's: those that show, or don't show,
        what fewer than one in twenty do.
    """
    return pd.DataFrame([row for treatment in treatments for row in _rows(traces, treatment, last)])


def _rows(traces: pd.DataFrame, treatment: str, last: int) -> Iterator[dict[str, object]]:
    """Yield the rows of a treatment."""
    own = of_treatments(traces, [treatment])
    own = own[own["step"] >= own.loc[own["depth"] > 1, "step"].min()]
    games = pd.factorize(own["replicate"])[0]
    count = int(games.max()) + 1
    pruned, unpruned = (np.full((count, MOVES), math.nan) for _ in range(2))
    pruned[games, own["step"]] = own["nodes"]
    unpruned[games, own["step"]] = own["unpruned"]
    first = int(own["step"].min())
    shares = {**_of_one(pruned, first), **_of_two(pruned, unpruned, last)}
    for fact, how in HOW.items():
        yield {"treatment": treatment, "fact": fact, "games": count, **_chances(shares[fact]), "how": how}


def _of_one(pruned: Floats, first: int) -> dict[str, float]:
    """Shares of games that show something by themselves, from (games, steps) positions, NaN after the end."""
    early, later = pruned[:, first : first + 2], pruned[:, first + 2 :]
    highest = early.min(axis=1) >= np.nan_to_num(later, nan=0.0).max(axis=1)
    rises = (np.diff(later, axis=1) > 0).any(axis=1)
    return {
        "first two highest": float(highest.mean()),
        "falls, not steadily": float((rises & (_rank_correlations(later) < 0)).mean()),
    }


def _rank_correlations(values: Floats) -> Floats:
    """Spearman's correlation of each row with its place, over what isn't NaN; NaN where nothing varies."""
    ranks = pd.DataFrame(values).rank(axis=1).to_numpy()
    places = np.where(np.isnan(values), math.nan, np.arange(values.shape[1]))
    with np.errstate(invalid="ignore"):
        a, b = (each - (np.nansum(each, axis=1) / np.isfinite(each).sum(axis=1))[:, None] for each in (ranks, places))
        found: Floats = np.nansum(a * b, axis=1) / np.sqrt(np.nansum(a**2, axis=1) * np.nansum(b**2, axis=1))
    return found


def _of_two(pruned: Floats, unpruned: Floats, last: int) -> dict[str, float]:
    """Shares of the ordered pairs of different games, one with pruning and the other without."""
    before, after = (slice(None, last + 1), slice(last + 1, None))
    means = {span: [_means(each[:, when]) for each in (pruned, unpruned)] for span, when in
             (("before", before), ("after", after))}  # fmt: skip
    apart = {span: without[None, :] - own[:, None] for span, (own, without) in means.items()}
    at = {step: unpruned[None, :, step] - pruned[:, None, step] for step in (last, last + 1)}
    shown = {
        "always less": np.array([*_always_less(pruned, unpruned)]),
        "saves twice as much at once": (at[last + 1] >= MUCH * at[last]) & (at[last + 1] > 0),
        "saves more after": apart["after"] > apart["before"],
        "saves twice as much after": (apart["after"] >= MUCH * apart["before"]) & (apart["after"] > 0),
    }
    others = ~np.eye(len(pruned), dtype=bool)
    return {name: float(which[others].mean()) if others.any() else math.nan for name, which in shown.items()}


def _always_less(pruned: Floats, unpruned: Floats) -> Iterator[Flags]:
    """For each game with pruning, whether it takes less than each without wherever both go on."""
    without = np.nan_to_num(unpruned, nan=np.inf)
    for own in np.nan_to_num(pruned, nan=-1.0):
        yield (own < without).all(axis=1)


def _means(values: Floats) -> Floats:
    """Mean of each row over what isn't NaN; NaN for a row without."""
    there = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(there, values, 0.0).sum(axis=1) / there.sum(axis=1)
    return found


def _chances(share: float) -> dict[str, float]:
    if math.isnan(share):
        return dict.fromkeys(("share", "chance", "chance_least", "wrong"), math.nan)
    least = min(share, 1 - share)
    wrong = least if least < 1 - COVERAGE else 0.0
    return {"share": share, "chance": share if share < 0.5 else 1.0, "chance_least": least, "wrong": wrong}
