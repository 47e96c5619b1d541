"""Figures of the game and of the players in it."""

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.figures import boards, variants
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds.kind import Kind, kinds
from tttcore.games.classic import EMPTY, OPEN, Board, free_cells, marked, outcome
from tttcore.games.tables import boards as from_digits

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""X to move with three cells free: a root whose whole tree fits on a page."""


@kinds.register("game_tree")
@dataclass(frozen=True, kw_only=True)
class GameTree(Kind):
    """A late position with all that can follow from it."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return boards.game_tree(LATE_POSITION, depth=LATE_POSITION.count(EMPTY), children=_children, title=self.title)


@kinds.register("genome")
@dataclass(frozen=True, kw_only=True)
class Genome(Kind):
    """Some genes of a treatment's first champion that never loses, or of its first if none does."""

    treatment: str
    engine: ClassVar = "genetic_algorithm"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        states = evidence.states.states
        own = evidence.runs[evidence.runs["treatment"] == self.treatment].sort_values("censored", kind="stable")
        champion = evidence.champion(self.treatment, own["replicate"].iloc[0])
        genes = from_digits(pd.Series([champion]))[0]
        return boards.genome(states, genes, loci=boards.sample_loci(states), title=self.title)


@kinds.register("variants")
@dataclass(frozen=True, kw_only=True)
class Variants(Kind):
    """The eight variants of a scenario with the listing that makes and undoes them."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return variants.variant_boards(title=self.title)


def _children(board: Board) -> list[Board]:
    if outcome(board) != OPEN:
        return []
    return [marked(board, cell) for cell in free_cells(board)]
