"""Machines that learn tic-tac-toe: games, players, learners and their statistics."""

__version__ = "0.1.0"
