"""Statistics of runs of nine-board games."""
