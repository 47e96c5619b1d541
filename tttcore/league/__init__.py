"""League of 3x3: exact round robin of all players, their evaluation and ranking."""
