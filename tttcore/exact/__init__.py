"""Exact facts of 3x3: numbers of games and strategies, and results of perfect play."""
