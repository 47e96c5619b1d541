"""Q-learning: the value of a move goes towards the greatest value on the board that comes next."""

from tttcore.learner import Learner, free


class QLearning(Learner):
    """A value for each board and cell, 0 at first; it marks the cell of the greatest."""

    step: float = 0.1
    explore: float = 0.1

    def start(self):
        self.q = {}

    def values(self, board):
        return {cell: self.q.get((board, cell), 0.0) for cell in free(board)}

    def cells(self, board):
        values = self.values(board)
        return [cell for cell in values if values[cell] == max(values.values())]

    def move(self, board):
        return self.rng.choice(free(board) if self.rng.random() < self.explore else self.cells(board))

    def end(self, moves, board, result):
        target = result
        for before, cell in reversed(moves):
            old = self.q.get((before, cell), 0.0)
            self.q[before, cell] = old + self.step * (target - old)
            target = max(self.values(before).values())
