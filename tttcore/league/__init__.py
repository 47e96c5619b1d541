"""The league of 3x3: exact matches of all players, their evaluation and ranking."""
