"""Greedy policy of a trained pair as a player for `play` and `cli`: the move with the highest value."""

from dataclasses import dataclass

from tttcore.engines.tabular.boards import Smarter
from tttcore.engines.tabular.learner import Learner
from tttcore.games.mnk import Cell, MnkPosition, number_of
from tttcore.pipeline.rng import Words, fraction


@dataclass(frozen=True)
class GreedyPlayer:
    """Greedy policy of the seat whose turn it is. Source: mrugala2020, sections 2.1 and 2.3."""

    learner: Learner  # the trained pair
    state: Words  # a word in an array, which chance comes from: for random ties, and the opening of a smarter board

    def __call__(self, position: MnkPosition) -> int:
        """Move in an open position; takes a word of chance where there is a choice."""
        cells = self._best_cells(position)
        return number_of(cells[0] if len(cells) == 1 else cells[int(fraction(self.state) * len(cells))])

    def _best_cells(self, position: MnkPosition) -> list[Cell]:
        """Cells that the policy draws from."""
        cells = self.learner.candidates(position.marks)
        if not position.marks and isinstance(self.learner.recipe.board, Smarter):
            return cells
        values = self.learner.candidate_values(position.marks)
        best = [cell for cell, value in zip(cells, values, strict=True) if value == max(values)]
        return best if self.learner.recipe.ties == "random" else best[:1]
