"""Learners that play against somebody else: by what they have learnt, exploring nothing."""

from dataclasses import dataclass

from tttcore.engines.tabular.boards import Smarter
from tttcore.engines.tabular.learner import Learner
from tttcore.games.mnk import Cell, InARow, number_of
from tttcore.pipeline.rng import Words, fraction


@dataclass(frozen=True)
class Opponent:
    """The policy of whose turn it is. Source: mrugala2020, sections 2.1 and 2.3.

    Attributes
    ----------
    state : a word in an array, which chance comes from: in random ties, and in the opening of a smarter board.
    """

    learner: Learner
    state: Words

    def __call__(self, position: InARow) -> int:
        """Its move in an open position; takes a word where there is a choice."""
        cells = self._choice(position)
        return number_of(cells[0] if len(cells) == 1 else cells[int(fraction(self.state) * len(cells))])

    def _choice(self, position: InARow) -> list[Cell]:
        """Cells among which the policy leaves the choice to chance."""
        cells = self.learner.candidates(position.marks)
        if not position.marks and isinstance(self.learner.recipe.board, Smarter):
            return cells
        estimates = self.learner.estimates(position.marks)
        highest = max(estimates)
        best = [cell for cell, estimate in zip(cells, estimates, strict=True) if estimate == highest]
        return best if self.learner.recipe.ties == "random" else best[:1]
