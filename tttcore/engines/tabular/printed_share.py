"""How the document's program counts games: its share of "Player1 wins"."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

WORTH = {"apart": 0.0, "first": 1.0, "half": 0.5}
"""What a draw counts for the first player, by the reading of draws."""


def first_share(
    first: "pd.Series[float]", drawn: "pd.Series[float]", second: "pd.Series[float]", draws: "pd.Series[str]"
) -> "pd.Series[float]":
    """Share of games that counts for the first player, by what `draws` says of each row, see `WORTH`."""
    return (first + drawn * draws.map(WORTH)) / (first + drawn + second)
