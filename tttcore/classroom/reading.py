"""Choices by which a user has a table of a player read."""

from dataclasses import dataclass
from typing import Literal

FORMS = ("cells", "beads", "q", "values")
"""Forms of tables: cells to draw from, numbers of beads, values of actions, or values of the boards after them."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Choices of a user where a table doesn't tell.

    Attributes
    ----------
    count_from : number of the first cell; by default the table tells it.
    kind : form of the table, one of `FORMS`; by default its names or numbers tell it.
    missing : what the player does on boards that it meets and that the table lacks: draw any free cell, mark the first
        one, or resign; by default resign if the table holds cells, else draw, since who learns has no entry at first.
    turned : whether it plays on turned and mirrored boards as on those of the table; by default if no two of them are
        symmetric.
    """

    count_from: int | None = None
    kind: str | None = None
    missing: Literal["uniform", "first", "resign"] | None = None
    turned: bool | None = None


AS_IT_IS = Reading()
"""Reading by what the table itself tells."""
