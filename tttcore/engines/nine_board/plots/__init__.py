"""Plots of nine-board games."""
