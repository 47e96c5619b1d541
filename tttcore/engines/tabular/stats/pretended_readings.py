"""Readings of a document's shares of wins, and how near to it the closest of the wrong ones would come.

Of many readings one comes close by chance. Therefore every session of every reading is taken for the document in turn,
if its two shares, as whole percents, add up to 100 as the document's do, and the closest of the other readings is
looked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.rounding import rounded

Won = NDArray[np.float64]


@dataclass(frozen=True)
class Reading:
    """A reading of one result, or of several that are read alike.

    Attributes
    ----------
    name : of its treatment, or the label that its treatments have in all comparisons.
    counting, when : see `draw_counting.COUNTINGS` and `WHEN`.
    sessions : for each result (sessions, 2) shares of games of either player.
    """

    name: str
    counting: str
    when: str
    sessions: tuple[Won, ...]

    def __str__(self) -> str:
        return f"{self.name}, {self.counting}, {self.when}"

    @cached_property
    def means(self) -> Won:
        """(results, 2) mean shares over sessions."""
        return np.array([won.mean(axis=0) for won in self.sessions])

    @cached_property
    def pretended(self) -> Won:
        """(documents, results, 2) shares of its sessions, as many as there are for all results, as whole percents.

        Without those that don't add up to 100.
        """
        count = min(len(won) for won in self.sessions)
        printed = np.round(rounded(np.stack([won[:count] for won in self.sessions], axis=1)), 2)
        return printed[(np.round(100 * printed.sum(axis=2)) == 100).all(axis=1)]


def chance_of_wrong(tried: Sequence[Reading], distance: float) -> tuple[int, float]:
    """Share of pretended documents to which the closest wrong reading comes as near as a distance.

    Parameters
    ----------
    tried : readings of the same results.
    distance : largest difference between a mean share and a printed one.

    Returns
    -------
    Number of pretended documents, and the share of them to which the mean of another reading is as near; every reading
    with such documents counts as much as any other. NaN without any, or with a single reading.
    """
    means = np.array([reading.means for reading in tried])
    documents, shares = 0, []
    for place, reading in enumerate(tried):
        printed = reading.pretended
        if len(tried) > 1 and len(printed):
            others = np.delete(means, place, axis=0)
            nearest = np.abs(others[None] - printed[:, None]).max(axis=(2, 3)).min(axis=1)
            documents += len(printed)
            shares.append(float(np.mean(rounded(nearest) <= rounded(distance))))
    return documents, float(np.mean(shares)) if shares else np.nan
