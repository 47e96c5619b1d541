"""Readings of the document that reproduce its proportions of wins most closely, and how close wrong ones come.

A reading is a treatment, a counting of draws and a choice of games. Treatments that differ only in how their own shares
count draws train alike, and are tried once.

Of many readings, one comes close by chance. Therefore every session of every reading is taken for the document in turn,
if its two proportions, as whole percents, add up to 100 as the document's do, and the closest of the other readings is
looked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.position import SEATS
from tttcore.pipeline.rounding import rounded
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import median, median_interval
from tttcore.studies.mrugala2020.first_player import COUNTINGS, Shares, counted, results

Won = NDArray[np.float64]


@dataclass(frozen=True)
class Reading:
    """A reading of one result, or of several that are read alike.

    Attributes
    ----------
    name : of its treatment, or the label that its treatments have in all comparisons.
    counting, when : see `first_player.COUNTINGS` and `WHEN`.
    sessions : for each result (sessions, 2) proportions of games of either player.
    """

    name: str
    counting: str
    when: str
    sessions: tuple[Won, ...]

    def __str__(self) -> str:
        return f"{self.name}, {self.counting}, {self.when}"

    @cached_property
    def medians(self) -> Won:
        """(results, 2) proportions, medians of the sessions, see `intervals.median`."""
        return np.array([np.quantile(won, 0.5, axis=0, method="inverted_cdf") for won in self.sessions])

    @cached_property
    def replications(self) -> Won:
        """(documents, results, 2) proportions of its sessions, as many as there are for all results, as whole percents.

        Without those that don't add up to 100.
        """
        count = min(len(won) for won in self.sessions)
        printed = np.round(rounded(np.stack([won[:count] for won in self.sessions], axis=1)), 2)
        return printed[(np.round(100 * printed.sum(axis=2)) == 100).all(axis=1)]


def chance_of_wrong(tried: Sequence[Reading], distance: float) -> tuple[int, float]:
    """Proportion of simulated replications to which the closest wrong reading comes as near as a distance.

    Parameters
    ----------
    tried : readings of the same results.
    distance : largest difference between a median proportion and a printed one.

    Returns
    -------
    Number of simulated replications, and the proportion of them to which the median of another reading is as near;
    every reading with such documents counts as much as any other. NaN without any, or with a single reading.
    """
    medians = np.array([reading.medians for reading in tried])
    documents, shares = 0, []
    for place, reading in enumerate(tried):
        printed = reading.replications
        if len(tried) > 1 and len(printed):
            others = np.delete(medians, place, axis=0)
            nearest = np.abs(others[None] - printed[:, None]).max(axis=(2, 3)).min(axis=1)
            documents += len(printed)
            shares.append(float(np.mean(rounded(nearest) <= rounded(distance))))
    return documents, float(np.mean(shares)) if shares else np.nan


HALF_POINT = 0.005
"""Largest distance of a proportion from the whole percents that it is printed as."""
COUNTED_ONCE = ("apart",)
"""Counting where nothing is drawn, so that all countings are the same."""
NONE = "none did"

READING_OF_PUBLISHED = {
    "result": "Result",
    "published_first": "Published first",
    "published_second": "second",
    "readings": "Readings",
    "treatment": "Closest",
    "counting": "Draws",
    "when": "Games",
    "n": "Sessions",
    **with_interval("share", "First player"),
    "second": "Second",
    "distance": "Distance",
    "pretended": "Simulated replications",
    "chance": "Wrong reading as near",
    "contained": "Contained by",
    "printed": "Printed by",
    **hidden("contained_by", "printed_by"),
}
"""Columns of `reading_of_published`."""


def reading_of_published(
    runs: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    rows: Mapping[str, Shares],
    when: Sequence[str],
) -> pd.DataFrame:
    """Readings that reproduce each of the document's results, a row per result.

    Where nothing is drawn all countings are the same. A reading has to fit the proportions of both players.

    Parameters
    ----------
    comparisons : treatments by label that may explain a result, by the treatment that stands for it.
    recipes : the treatments' parameters.
    rows : the document's proportions, by the treatment that stands for the result.
    when : games that the proportions may be of, see `first_player.WHEN`.

    Returns
    -------
    result, published_first, published_second : the treatment that stands for the result, and its shares.
    readings : number of readings tried.
    treatment, counting, when, n : the closest reading, the first one of several, and its sessions.
    share, share_low, share_high, second : its median proportions of the first player, see `median_interval`, and of the
        second.
    distance : larger one of the two players' distances between median and printed proportion.
    pretended, chance : see `chance_of_wrong`.
    contained, contained_by : number and names of the readings whose intervals reach within half a percent of the
        printed proportions; `NONE` where there is none.
    printed, printed_by : number and names of the readings with a session whose proportions round to the printed ones.
    """
    table = []
    for result, shares in rows.items():
        tried = _readings([{name: name for name in _distinct(comparisons[result].values(), recipes)}], runs, when)
        published = np.array([[shares.first, shares.second]])
        closest, distance = _closest(tried, published)
        pretended, chance = chance_of_wrong(tried, distance)
        (won,) = closest.sessions
        table.append(
            {
                "result": result,
                **{f"published_{seat}": getattr(shares, seat) for seat in SEATS},
                "readings": len(tried),
                "treatment": closest.name,
                "counting": closest.counting,
                "when": closest.when,
                "n": len(won),
                **median_interval("share", won[:, 0]),
                "second": median(won[:, 1]),
                "distance": distance,
                "pretended": pretended,
                "chance": chance,
                **_listed("contained", [each for each in tried if _contains(each, published)]),
                **_listed("printed", [each for each in tried if _prints(each, published)]),
            }
        )
    return pd.DataFrame(table)


COMMON_READING = {
    "readings": "Readings",
    "reading": "Closest",
    "counting": "Draws",
    "when": "Games",
    "distance": "Distance",
    "result": "Farthest off for",
    "pretended": "Simulated replications",
    "chance": "Wrong reading as near",
}
"""Columns of `common_reading`."""


def common_reading(
    runs: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    *,
    rows: Mapping[str, Shares],
    when: Sequence[str],
) -> pd.DataFrame:
    """The reading that comes closest to all of the document's results at once, in a single row.

    Its treatments have the same label in the comparisons of all results; a program has one way to count draws, and one
    to choose games.

    Parameters
    ----------
    comparisons, rows, when : see `reading_of_published`.

    Returns
    -------
    readings : number of readings tried.
    reading, counting, when : the closest one, the first of several.
    distance, result : greatest of its distances between a median and a printed proportion, and the result for which.
    pretended, chance : see `chance_of_wrong`; the n-th sessions for all results make up a document.
    """
    tried = _readings([comparisons[name] for name in rows], runs, when)
    published = np.array([[shares.first, shares.second] for shares in rows.values()])
    closest, distance = _closest(tried, published)
    pretended, chance = chance_of_wrong(tried, distance)
    farthest = int(rounded(np.abs(closest.medians - published).max(axis=1)).argmax())
    row = {
        "readings": len(tried),
        "reading": closest.name,
        "counting": closest.counting,
        "when": closest.when,
        "distance": distance,
        "result": [*rows][farthest],
        "pretended": pretended,
        "chance": chance,
    }
    return pd.DataFrame([row])


def _distinct(treatments: Iterable[str], recipes: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Treatments without those that train as an earlier one does."""
    seen: list[dict[str, Any]] = []
    kept = []
    for name in treatments:
        training = {key: value for key, value in recipes[name].items() if key != "draws"}
        if training not in seen:
            seen.append(training)
            kept.append(name)
    return kept


def _readings(members: Sequence[Mapping[str, str]], runs: pd.DataFrame, when: Sequence[str]) -> list[Reading]:
    """All readings of some results with games that count: treatments by label for each result, labels that all have."""
    found = []
    for label in members[0]:
        if not all(label in labels for labels in members):
            continue
        own = [runs[runs["treatment"] == labels[label]] for labels in members]
        for which in when:
            games = [results(each, which) for each in own]
            for counting in COUNTINGS if any(each["drawn"].any() for each in games) else COUNTED_ONCE:
                won = tuple(counted(each, counting)[[*SEATS]].dropna().to_numpy() for each in games)
                if all(map(len, won)):
                    found.append(Reading(label, counting, which, won))
    return found


def _closest(tried: Sequence[Reading], published: Won) -> tuple[Reading, float]:
    """The reading whose median proportions are nearest to (results, 2) published ones, and its greatest distance."""
    distances = [float(np.abs(each.medians - published).max()) for each in tried]
    place = int(rounded(distances).argmin())
    return tried[place], distances[place]


def _contains(reading: Reading, published: Won) -> bool:
    """True if the intervals of both players reach within half a percent of what is printed."""
    (won,) = reading.sessions
    ends = ([*median_interval("won", own).values()] for own in won.T)
    return all(
        low - HALF_POINT <= share <= high + HALF_POINT for share, (_, low, high) in zip(published[0], ends, strict=True)
    )


def _prints(reading: Reading, published: Won) -> bool:
    """True if a session rounds to what is printed."""
    return bool((np.abs(reading.sessions[0] - published) <= HALF_POINT).all(axis=1).any())


def _listed(name: str, readings: Sequence[Reading]) -> dict[str, int | str]:
    """Number and names of readings, or `NONE`, as columns."""
    return {name: len(readings), f"{name}_by": "; ".join(map(str, readings)) or NONE}
