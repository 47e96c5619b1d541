"""Monte Carlo: the value of a move is the mean result of all games in which it was made."""

from q_learning import QLearning


class MonteCarlo(QLearning):
    """As Q-learning, but values are means of results."""

    def start(self):
        super().start()
        self.number = {}

    def end(self, moves, board, result):
        for move in moves:
            self.number[move] = self.number.get(move, 0) + 1
            self.q[move] = self.q.get(move, 0.0) + (result - self.q.get(move, 0.0)) / self.number[move]
