"""Learning by play: estimates of positions in a table, and what they are worth."""
