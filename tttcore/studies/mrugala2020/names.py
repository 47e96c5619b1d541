"""Names of the treatments for people."""

TREATMENTS = {
    "3x3": "learner, as described",
    "3x3-listed": "learner, as listed",
    "3x3-fixed": "learner, targets that stay fixed",
    "3x3-draws-first": "learner, draws counted for the first",
    "3x3-draws-half": "learner, draws counted as half",
    "3x3-wins-zero": "learner, wins begin at 0",
    "3x3-wins-zero-fixed": "learner, wins begin at 0, targets that stay fixed",
    "3x3-draws-open": "learner, draws begin like open games",
    "3x3-all-half": "learner, all begins at 0.5",
    "3x3-all-zero": "learner, all begins at 0",
    "3x3-unowned": "learner, knows marks but not whose",
    "3x3-python": "learner, Python's hash as key",
    "3x3-hash": "learner, Python's hash as key, marks but not whose",
    "3x3-dead-ties": "learner, games end when nobody can win",
    "3x3-forgets": "learner, forgets what it explored",
    "3x3-random-ties": "learner, any of its best moves",
    "3x3-draw-half": "learner, half a point for a draw",
    "3x3-exploration-5": "learner, explores 5% of its moves",
    "3x3-exploration-10": "learner, explores 10% of its moves",
    "3x3-exploration-50": "learner, explores 50% of its moves",
    "3x3-step-1": "learner, steps of 0.01",
    "3x3-step-50": "learner, steps of 0.5",
    "3x3-canonical": "learner, mirrored positions as one",
    "3x3-long": "learner, ten million games",
}
"""By key, those on boards that people can play on."""
