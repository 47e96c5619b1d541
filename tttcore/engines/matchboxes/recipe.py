"""Recipe of a training session of matchboxes: game, beads, rewards and punishments, empty boxes and opponent."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from tttcore.games.position import OneSeat
from tttcore.pipeline.declaration import SOME, TIME, Between, build, declared
from tttcore.pipeline.messages import ConfigError

Share = Annotated[float, Between(0, 1)]
Beads = Annotated[list[Annotated[int, Between(0, 1000)]], SOME]
Change = Annotated[list[Annotated[int, Between(-1000, 1000)]], SOME]


@declared
@dataclass(frozen=True)
class Opponent:
    """Probabilities of the policies that an opponent mixes; they add up to 1. See `boxes.replies`."""

    random: Share = 0.0
    """Any legal move."""
    careful: Share = 0.0
    """Wins at once if it can, else blocks an immediate win of the machine, else makes a random move."""
    perfect: Share = 0.0
    """Any move that keeps the value of the position."""
    drawn_by: Literal["game", "move"] = "game"
    """Time at which a policy is drawn: once for each game, or before each move."""

    @property
    def shares(self) -> list[float]:
        """Probabilities in the order of `POLICIES`."""
        return [getattr(self, name) for name in POLICIES]


POLICIES = tuple(field.name for field in fields(Opponent) if field.name != "drawn_by")
"""Policies of opponents, in the order of all arrays."""


@declared
@dataclass(frozen=True)
class Recipe:
    """Parameters of a training session. Lists go by the machine's own moves; the last entry stands for later ones."""

    game: Literal["3x3", "hexapawn"]
    """Game that the machine learns."""
    seat: OneSeat
    """The machine's seat."""
    symmetry: Literal["merged", "boxes", "separate"]
    """Positions that are equal up to symmetry share a box, and moves that lead to such positions share beads (merged),
    or share boxes alone (boxes), or share nothing (separate)."""
    forced: Literal["boxed", "free"]
    """A position with a single move has a box, too, whose bead can be taken away (boxed), or none (free)."""
    start: Beads
    """Beads of each move before the first game, by move."""
    win: Change
    """Beads that a move gains in a game won, by move; negative numbers are taken away, as far as there are any."""
    draw: Change
    """Beads that a move gains in a drawn game."""
    loss: Change
    """Beads that a move gains in a game lost."""
    learns: Literal["all", "last"]
    """Moves of a game whose beads change: all, or the last alone."""
    empty: Literal["resigns", "refilled"]
    """A machine that comes to an empty box resigns, and the game is lost, or the box gets its first beads again."""
    opponent: Opponent
    """Opponent of the whole session."""
    games: Annotated[int, Between(1, 100_000, TIME)]
    """Games of a session."""
    every: Annotated[int, Between(1, 100_000)]
    """Interval in games between exact evaluations of the machine; it is also evaluated after the last game."""

    @property
    def merges(self) -> bool:
        """True if positions that are equal up to symmetry share a box."""
        return self.symmetry != "separate"

    @property
    def most_beads(self) -> int:
        """Beads of a move that there can be at most."""
        return max(self.start) + self.games * max(0, *self.win, *self.draw, *self.loss)

    @property
    def points(self) -> list[int]:
        """Numbers of games after which the machine is evaluated."""
        return sorted({*range(self.every, self.games + 1, self.every), self.games})


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe that a treatment's keys describe.

    Raises
    ------
    ConfigError
        For a missing key, proportions that don't add up to 1, or boxes without beads.

    Examples
    --------
    >>> from tttcore.matchboxes import MENACE, build_recipe
    >>> build_recipe({**MENACE, "win": [5]}, "mine").win
    [5]
    >>> build_recipe({**MENACE, "start": [4, 0]}, "mine")
    Traceback (most recent call last):
    tttcore.pipeline.messages.ConfigError: mine.start: [4, 0] leaves boxes empty; allowed: 1 or more of each move
    """
    recipe = build(Recipe, config, where)
    shares = recipe.opponent.shares
    if not math.isclose(math.fsum(shares), 1):
        raise ConfigError(
            f"{where}.opponent: shares add up to {math.fsum(shares):g}; allowed: shares of {', '.join(POLICIES)} that "
            "add up to 1"
        )
    if not all(recipe.start):
        raise ConfigError(f"{where}.start: {recipe.start} leaves boxes empty; allowed: 1 or more of each move")
    return recipe
