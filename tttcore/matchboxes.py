"""Machines of matchboxes that learn by beads, such as MENACE."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = ["MENACE", "boxes_of", "build_recipe", "train"]

if TYPE_CHECKING:
    from tttcore.engines.matchboxes.boxes import boxes_of
    from tttcore.engines.matchboxes.menace import MENACE
    from tttcore.engines.matchboxes.recipe import build_recipe
    from tttcore.engines.matchboxes.training import train
else:
    __getattr__, __dir__ = lazy_names(__name__)
