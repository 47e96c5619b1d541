"""SARSA: the value of a move goes towards that of the move that was made next, explored or not."""

from q_learning import QLearning


class Sarsa(QLearning):
    """As Q-learning, but for the target."""

    def end(self, moves, board, result):
        target = result
        for move in reversed(moves):
            old = self.q.get(move, 0.0)
            target = self.q[move] = old + self.step * (target - old)
