"""Genies, evaluators of lines that play on boards of any edge and dimensions."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = ["Player", "play", "random_players"]

if TYPE_CHECKING:
    from tttcore.engines.genies.players.linear import Player, play, random_players
else:
    __getattr__, __dir__ = lazy_names(__name__)
