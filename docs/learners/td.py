"""TD(0) on the boards after its own moves: backwards through a game, each value moves towards the one that follows."""

from tttcore.learner import Learner, after, free


class TD(Learner):
    """A value for each board that it has left, 0 at first; it marks the cell that leads to the greatest."""

    step: float = 0.1
    explore: float = 0.1

    def start(self):
        self.value = {}

    def cells(self, board):
        values = {cell: self.value.get(after(board, cell), 0.0) for cell in free(board)}
        return [cell for cell in values if values[cell] == max(values.values())]

    def move(self, board):
        return self.rng.choice(free(board) if self.rng.random() < self.explore else self.cells(board))

    def end(self, moves, board, result):
        target = result
        for left in reversed([after(*move) for move in moves]):
            old = self.value.get(left, 0.0)
            target = self.value[left] = old + self.step * (target - old)
