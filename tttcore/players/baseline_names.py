"""Names of the baselines of 3x3 for people."""

BASELINES = {
    "random": "random marks",
    "careful": "wins or blocks, else at random",
    "perfect": "perfect, any of the best cells",
    "minimax-first": "minimax, the first best cell",
    "minimax-random": "minimax, a best cell at random",
    "umg": "Barrat's rules",
    "umg-listed": "Barrat's rules, as printed",
}
"""By key."""
