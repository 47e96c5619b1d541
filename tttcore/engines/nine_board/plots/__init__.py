"""Drawings of the results of nine-board games."""
