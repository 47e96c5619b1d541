"""Matchboxes: machines that learn a game by beads in a box for each position (Michie 1961, Gardner 1962)."""
