"""Statistics of nine-board games."""
