"""Names of the treatments for people."""

TREATMENTS = {
    "3x3": "learner, as described",
    "3x3-listed": "learner, the authors' program",
    "3x3-fixed": "learner, fixed targets",
    "3x3-draws-first": "learner, draws counted for the first",
    "3x3-draws-half": "learner, draws counted as half",
    "3x3-wins-zero": "learner, wins begin at 0",
    "3x3-wins-zero-fixed": "learner, wins begin at 0, fixed targets",
    "3x3-draws-open": "learner, draws begin like open games",
    "3x3-all-half": "learner, all begins at 0.5",
    "3x3-all-zero": "learner, all begins at 0",
    "3x3-unowned": "learner, knows marks but not whose",
    "3x3-python": "learner, Python's hash as key",
    "3x3-hash": "learner, hash of marks without owners",
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
_BOARDS = {"5x5": "5x5", "infinite": "infinite board", "smarter": "smarter moves"}
_ELSEWHERE = {
    "listed": "the authors' program",
    "wins-zero": "wins begin at 0",
    "all-half": "all begins at 0.5",
    "all-zero": "all begins at 0",
    "unowned": "knows marks but not whose",
    "python": "Python's hash as key",
    "python-zero": "Python's hash as key, all begins at 0",
    "hash": "hash of marks without owners",
    "dead-ties": "games end when nobody can win",
    "random-ties": "any of its best moves",
    "eager": "keeps all that it thinks of",
    "three": "three in a row",
    "short": "300,000 games",
    "opening": "first mark in 4x4",
    "duplicates": "cells counted once for each neighbour",
    "canonical": "mirrored positions as one",
}
SHORT = {
    **{key: name.replace("learner", "3x3", 1) for key, name in TREATMENTS.items()},
    "3x3": "3x3",
    **_BOARDS,
    **{f"{key}-{end}": f"{board}, {name}" for key, board in _BOARDS.items() for end, name in _ELSEWHERE.items()},
}
"""By key, on all boards; the name of a board alone is as described."""
SETS = {"infinite": "infinite board", "smarter": "smarter moves", "parameters": "parameters on 3x3"}
LABELS = {
    "default": "as described",
    "as listed": "the authors' program",
    "draws to first": "draws counted for the first",
    "draws fed 0.5": "half a point for a draw",
}
"""By label."""
