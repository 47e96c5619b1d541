"""Tables of values that learn k in a row by self-play."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = ["AS_DESCRIBED", "GreedyPlayer", "Learner", "MnkPosition", "build_recipe"]

if TYPE_CHECKING:
    from tttcore.engines.tabular.learner import GreedyPlayer, Learner
    from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe
    from tttcore.games.mnk import MnkPosition
else:
    __getattr__, __dir__ = lazy_names(__name__)
