"""Cost of an increase of search depth during a game, and predictive p-values of what two published games show of it."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.nine_board.reference import WIN
from tttcore.games.nine_board import MOVES
from tttcore.games.position import DRAWN
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.columns import OneOf, hidden, of_treatments, with_interval
from tttcore.stats.intervals import LEVEL, bootstrap_interval, percentile_interval, redrawn_counts, share_interval
from tttcore.stats.predictions import CONTRARY_SHARE

Floats = NDArray[np.float64]
Stream = Callable[..., np.random.Generator]

HOW: Mapping[str, str] = {
    "busiest": "step at which most positions are looked at, on average over the games that get there",
    "busiest_unpruned": "the same without pruning",
    "first_over_later": "positions at the first search, for each at the busiest later step",
    "first_two_over_later": "positions at the easier of the first two searches, for each at the busiest later step",
    "after_over_first": "positions at the first deeper search, for each at the first search",
    "after_over_last": "positions at the first deeper search, for each at the last one before",
    "after_over_before": "positions per deeper search, for each per search before",
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
    "games_unsaved": "share of games with a search that looks at as many positions without pruning",
    "games_first_largest": "share of games whose first search looks at more positions than any later one",
}
"""Definitions of the facts; the first search is the first that looks further than one ply. Those of `OF_GAMES` are
proportions of independent games, the others ratios of sums over all games."""
COUNTED = ("searches", "nodes", "unpruned", "unsaved", "leaves", "ends", "nothing", "settled")
"""Columns summed for each step: searches; positions with pruning and without; searches for which these are as many;
positions evaluated, and those of them that end the game; searches with the value 0, and with that of a game won or
lost."""
HOW_IT_FITS: Mapping[str, str] = {
    "allowed": "positions at the first search of the shallower player, on average over games",
    "fits_from": "first step at which the deeper player's search takes no more than that, on average",
}
"""Definitions of the facts of `depth_fits`."""
FACTS = {"fact": OneOf("Fact", HOW_IT_FITS), **with_interval("value", "Value"), "how": "Meaning"}
"""Columns of `depth_fits`."""
DEEPENING = FACTS | {"fact": OneOf("Fact", (*HOW, *OF_GAMES))} | hidden("value_error", "value_unseen", "value_trials")
"""Columns of `deepening`."""
WATCHED, LONG = 20, 49
"""Games that a document is taken to have watched, since it does not say how many; moves of a long one of them."""
SIGHTS: Mapping[str, str] = {
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
NO_DRAW, A_LONG_GAME = "no draw", f"a game of {LONG}"
MUCH = 2
"""Times as much that counts as much more."""
TWO_GAMES = {
    "treatment": "Player",
    "fact": OneOf("Fact", (*SIGHTS, NO_DRAW, A_LONG_GAME)),
    "games": "Games",
    "share": "Proportion",
    "chance": "p-value",
    "how": "Meaning",
    **hidden("chance_least", "wrong", "power", "alternative"),
}
"""Columns of `two_games`."""


def deepening(
    traces: pd.DataFrame, stream: Stream, *, treatment: str, last: int, resamples: int = 2000
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
        so that none of some games has an upper end above 0, and have the games as ``value_trials``.
    value_error, value_unseen : of the other intervals, see `bootstrap_interval`.

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
    work = _work(searches, COUNTED)
    found = _facts(work.sum(axis=0), first, last)
    drawn = redrawn_counts(len(work), resamples, stream("deepening", treatment)).astype(np.float64)
    again = [_facts(sums, first, last) for sums in np.tensordot(drawn, work, 1)] if len(work) > 1 else []
    rows = []
    for name, value in found.items():
        redrawn = np.array([] if math.isnan(value) else [other[name] for other in again])
        kept = redrawn[~np.isnan(redrawn)]
        rows.append(
            {"fact": name, **bootstrap_interval("value", value, kept, observations=len(work)), "how": HOW[name]}
        )
    return pd.DataFrame([*rows, *_of_games(work, first)])


def _work(searches: pd.DataFrame, columns: Sequence[str], *, empty: float = 0.0) -> Floats:
    """(games, columns, steps) values of searches, `empty` where a game has none."""
    games = pd.factorize(searches["replicate"])[0]
    work = np.full((games.max() + 1, len(columns), MOVES), empty)
    work[games, :, searches["step"]] = searches[[*columns]]
    return work


def _of_games(work: Floats, first: int) -> Iterator[dict[str, object]]:
    """Rows of `OF_GAMES` from (games, counted, steps) work."""
    unsaved, nodes = (work[:, COUNTED.index(name), first:] for name in ("unsaved", "nodes"))
    found = {"games_unsaved": unsaved.any(axis=1), "games_first_largest": nodes[:, 0] > nodes[:, 1:].max(axis=1)}
    for name, how in OF_GAMES.items():
        share = share_interval("value", int(found[name].sum()), len(work), tells_trials=True)
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
            "after_over_last": nodes[last + 1] / nodes[last],
            "after_over_before": per_search["nodes", "after"] / per_search["nodes", "before"],
            "jump": saved[last + 1] / saved[last],
            "saved_after_over_before": saved_per["after"] / saved_per["before"],
            "pruned_after_over_unpruned_before": per_search["nodes", "after"] / per_search["unpruned", "before"],
            **{f"unsaved_{when}": per_search["unsaved", when] for when in saved_per},
            **{f"ends_{when}": per_search["ends", when] / per_search["leaves", when] for when in saved_per},
            "nothing_before": per_search["nothing", "before"],
            "settled_at_first": sums["settled"][last + 1] / sums["searches"][last + 1],
        }


def depth_fits(
    traces: pd.DataFrame, stream: Stream, *, treatment: str, deeper: str, depth: int, resamples: int = 2000
) -> pd.DataFrame:
    """First step at which searches to some depth take no longer than the first search, with bootstrap intervals.

    Parameters
    ----------
    traces : table of ``nine_board_traces``.
    stream : random generator by names.
    treatment : whose first search beyond one ply sets what is allowed.
    deeper : treatment whose searches go to `depth` from early on.
    depth : of the searches of `deeper` that are compared.

    Returns
    -------
    fact, value, value_low, value_high, how : facts as in `HOW_IT_FITS`; games of both treatments are redrawn, and the
        ends of a step are steps. NaN where no search fits, and for ends with a single game of either.

    Raises
    ------
    ConfigError
        If a treatment has no such searches.
    """
    own, other = (traces[traces["treatment"] == name] for name in (treatment, deeper))
    if not (own["depth"] > 1).any():
        raise ConfigError(f"treatment: {treatment!r} has no measured searches beyond one ply")
    other = other[other["depth"] == depth]
    if other.empty:
        raise ConfigError(f"deeper: {deeper!r} has no measured searches to depth {depth}")
    first = own[own["step"] == own.loc[own["depth"] > 1, "step"].min()]["nodes"].to_numpy(float)
    work = _work(other.assign(searches=1), ["nodes", "searches"])
    found = _fit(first.mean(), work.sum(axis=0))
    ends = dict.fromkeys(HOW_IT_FITS, (math.nan, math.nan))
    if len(first) > 1 and len(work) > 1:
        rng = stream("depth fits", treatment, deeper)
        means = redrawn_counts(len(first), resamples, rng) @ first / len(first)
        drawn = redrawn_counts(len(work), resamples, rng).astype(np.float64)
        again = [_fit(mean, sums) for mean, sums in zip(means, np.tensordot(drawn, work, 1), strict=True)]
        ends = {name: _ends(np.array([each[name] for each in again])) for name in HOW_IT_FITS}
    rows = [(name, found[name], *ends[name], how) for name, how in HOW_IT_FITS.items()]
    return pd.DataFrame(rows, columns=[*FACTS])


def _fit(allowed: float, sums: Floats) -> dict[str, float]:
    """Facts from the mean of the first searches, and (nodes and searches, steps) sums of the deeper ones."""
    nodes, searches = sums
    fits = (searches > 0) & (nodes <= allowed * searches)
    return {"allowed": float(allowed), "fits_from": float(fits.argmax()) if fits.any() else math.nan}


def _ends(redrawn: Floats) -> tuple[float, float]:
    """Percentile interval by values of the statistic; NaN if it was undefined once."""
    if np.isnan(redrawn).any():
        return math.nan, math.nan
    low, high = percentile_interval(redrawn, method="inverted_cdf")
    return float(low), float(high)


def two_games(runs: pd.DataFrame, traces: pd.DataFrame, *, treatments: Sequence[str], last: int) -> pd.DataFrame:
    """Predictive p-values of what a document's own games show, for each treatment.

    Its games are taken as further ones of ours: if they are alike, any of all n + 1 games, or of all pairs of n + 2, is
    as likely to be the document's. So our n games aren't taken for the population: the document's game counts as one
    more, and of two games every pair with one of the document's counts.

    Parameters
    ----------
    runs, traces : tables of ``nine_board_runs`` and ``nine_board_traces``.
    treatments : names of the treatments, whose searches are measured.
    last : last step before searches go deeper.

    Returns
    -------
    treatment, fact, how, games : what a figure of two games shows as in `SIGHTS`, then `NO_DRAW` and `A_LONG_GAME` of
        `WATCHED` games, and the number of our games; what is said of the game with pruning alone is counted over games,
        not over pairs.
    share : of our figures, or sets of games, that show it; NaN with a single game for what takes two.
    chance : 1 if at least half of them do, else the greatest probability that a document's do, as said above.
    chance_least : the least that this probability could be, whatever was reported.
    wrong : proportion of the documents, at most, that would be called unlikely: `chance_least` if it is below one in
        twenty; power: the same under the `alternative`.
    """
    rows = pd.DataFrame([row for treatment in treatments for row in _rows(runs, traces, treatment, last)])
    return rows.assign(alternative=CONTRARY_SHARE)


def _rows(runs: pd.DataFrame, traces: pd.DataFrame, treatment: str, last: int) -> Iterator[dict[str, object]]:
    """Yield the rows of a treatment."""
    own = of_treatments(traces, [treatment])
    own = own[own["step"] >= own.loc[own["depth"] > 1, "step"].min()]
    pruned, unpruned = (_work(own, [name], empty=math.nan)[:, 0] for name in ("nodes", "unpruned"))
    games = len(pruned)
    alone, paired = _of_one(pruned, int(own["step"].min())), _of_two(pruned, unpruned, last)
    found = {name: _chances(share, games, 1) for name, share in alone.items()}
    found |= {name: _chances(share, games * (games - 1), 4 * games + 2) for name, share in paired.items()}
    for fact, how in SIGHTS.items():
        yield {"treatment": treatment, "fact": fact, "games": games, **found[fact], "how": how}
    played = of_treatments(runs, [treatment])
    none, _ = _of_watched(len(played), int((played["winner"] == DRAWN).sum()))
    _, some = _of_watched(len(played), int((played["moves"] >= LONG).sum()))
    row = {"treatment": treatment, "games": len(played)}
    yield row | {"fact": NO_DRAW, **none, "how": f"none of {WATCHED} games is drawn"}
    yield row | {"fact": A_LONG_GAME, **some, "how": f"at least one of {WATCHED} games has {LONG} moves or more"}


def _of_one(pruned: Floats, first: int) -> dict[str, float]:
    """Proportions of games that show something by themselves, from (games, steps) positions, NaN after the end."""
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
    """Proportions of the ordered pairs of different games, one with pruning and the other without."""
    before, after = (slice(None, last + 1), slice(last + 1, None))
    means = {span: [_row_means(each[:, when]) for each in (pruned, unpruned)] for span, when in
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


def _always_less(pruned: Floats, unpruned: Floats) -> Iterator[NDArray[np.bool_]]:
    """For each game with pruning, whether it takes less than each without wherever both go on."""
    without = np.nan_to_num(unpruned, nan=np.inf)
    for own in np.nan_to_num(pruned, nan=-1.0):
        yield (own < without).all(axis=1)


def _row_means(values: Floats) -> Floats:
    """Mean of each row over what isn't NaN; NaN for a row without."""
    there = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(there, values, 0.0).sum(axis=1) / there.sum(axis=1)
    return found


def _chances(share: float, ours: int, theirs: int) -> dict[str, float]:
    """Proportion of `ours` figures that show something, and its p-values; `theirs` have a game of the document's."""
    if math.isnan(share):
        return dict.fromkeys(("share", "chance", "chance_least", "wrong", "power"), math.nan)
    return {
        "share": share,
        **_told(*(min(1.0, (each * ours + theirs) / (ours + theirs)) for each in (share, 1 - share))),
    }


def _of_watched(games: int, found: int) -> tuple[dict[str, float], dict[str, float]]:
    """Proportions and p-values that none of `WATCHED` games is of a kind, and that at least one is.

    The p-values are those of all games together, ours and the document's, that have as many of the kind as ours,
    or one more if the document saw one.
    """
    none, without = (float(scipy.stats.hypergeom(games + WATCHED, found + more, WATCHED).pmf(0)) for more in (0, 1))
    share = (1 - found / games) ** WATCHED
    return {"share": share, **_told(none, 1 - without)}, {"share": 1 - share, **_told(1 - without, none)}


def _told(shown: float, not_shown: float) -> dict[str, float]:
    """Columns of p-values, from the greatest probabilities that something is shown and that it isn't."""
    least = min(shown, not_shown)
    wrong, power = (least, 1 - least) if least < LEVEL else (0.0, 0.0)
    chance = shown if shown < not_shown else 1.0
    return {"chance": chance, "chance_least": least, "wrong": wrong, "power": power}
