"""Exact facts of 3x3: games and strategies counted, results of perfect play."""
