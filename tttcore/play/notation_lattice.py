"""How people write moves and see positions on boards of any edge and dimensions: coordinates, see `notation`."""

from dataclasses import dataclass

from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.play.notation import quoted, whole_numbers


@dataclass(frozen=True)
class Places:
    """Moves as a number for each dimension, such as ``1 4 2``: column, row, board, and so on.

    Attributes
    ----------
    count_from : number of the first place along an edge.
    """

    lattice: Hypercube
    count_from: int = 1

    @property
    def asks(self) -> str:
        """What a move consists of."""
        low, high = self.count_from, self.lattice.edge - 1 + self.count_from
        return f"{self.lattice.dimensions} numbers from {low} to {high}: column, row and so on"

    def write(self, move: int) -> str:
        """The coordinates of the cell."""
        return " ".join(str(place + self.count_from) for place in self.lattice.coordinates(move))

    def read(self, text: str, position: HypercubePosition) -> int:
        """The free cell that was written; ValueError tells what is wrong with any other."""
        try:
            cell = self.lattice.cell([number - self.count_from for number in whole_numbers(text)])
        except ValueError:
            raise ValueError(f"{quoted(text)} is no move; a move is {self.asks}") from None
        if cell in position.marked:
            raise ValueError(f"{quoted(text)} is taken; allowed: a free cell, shown as ·")
        return cell

    def draw(self, position: HypercubePosition) -> str:
        """The board, see `Hypercube.show`."""
        return self.lattice.show(position.marks().tolist())
