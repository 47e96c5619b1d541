"""Recipe of a treatment: who plays whom by which rule, and what is measured of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Annotated, Any, Literal, TypeGuard

from tttcore.engines.nine_board.players import AlphaBetaPlayer, Player, players
from tttcore.games.nine_board import MOVES, Rule
from tttcore.pipeline.declaration import SOME, TIME, Between, build, declared
from tttcore.pipeline.messages import ConfigError

NOT_AS_PUBLISHED = "does not search as the document does; allowed: players alphabeta and scheduled without hurry"
"""Message for a player whose searches can't be measured."""


@declared
@dataclass(frozen=True)
class Recipe:
    """Games of a treatment."""

    rule: Rule
    """Whoever is sent to a full board marks any other (free), or the game is drawn (draw)."""
    players: Annotated[dict[str, Annotated[Player, players]], SOME]
    """Players by name, each a registered player of nine boards with its parameters."""
    pairs: Literal["self", "all"]
    """Pairs of players, X first: each player with itself, or each with every other, in turn."""
    openings: Literal["chosen", "each"]
    """The player of X chooses the first move, or each of the 81 is made in turn."""
    measured: bool
    """True to measure every search, beside others of the same position."""
    prove: Annotated[int, Between(0, 1_000_000_000, TIME)]
    """Positions that a proof of the result of a position may weigh; 0 to prove none."""

    def game(self, replicate: int) -> tuple[str, str, int | None]:
        """Names of the players of X and O in a game, and its first move unless X chooses it."""
        pairs = list(permutations(self.players, 2)) if self.pairs == "all" else [(name, name) for name in self.players]
        turn, place = divmod(replicate, len(pairs))
        return *pairs[place], turn % MOVES if self.openings == "each" else None


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe that a treatment's keys describe.

    Raises
    ------
    ConfigError
        For a missing key, a player that can't be, or keys that don't fit together.
    """
    recipe = build(Recipe, config, where)
    if recipe.pairs == "all" and len(recipe.players) < 2:
        raise ConfigError(f"{where}.pairs: 'all' needs two players or more, and there is one; allowed: self")
    for name, player in recipe.players.items() if recipe.measured else ():
        if not searches_as_published(player):
            raise ConfigError(f"{where}.measured: {name!r} {NOT_AS_PUBLISHED}")
    return recipe


def searches_as_published(player: Player) -> TypeGuard[AlphaBetaPlayer]:
    """True if a player searches as the document does, so that its searches can be measured."""
    return isinstance(player, AlphaBetaPlayer) and not player.hurry
