"""Names of the treatments for people."""

_CHOICES = {
    "listed": "the authors' program",
    "fixed": "fixed targets",
    "draws-first": "draws counted for the first",
    "draws-half": "draws counted as half",
    "wins-zero": "wins begin at 0",
    "wins-zero-fixed": "wins begin at 0, fixed targets",
    "draws-open": "draws begin like open games",
    "all-half": "all begins at 0.5",
    "all-zero": "all begins at 0",
    "unowned": "knows marks but not whose",
    "python": "Python's hash as key",
    "hash": "hash of marks without owners",
    "dead-ties": "games end when nobody can win",
    "forgets": "forgets what it explored",
    "random-ties": "any of its best moves",
    "draw-half": "half a point for a draw",
    "exploration-5": "explores 5% of its moves",
    "exploration-10": "explores 10% of its moves",
    "exploration-50": "explores 50% of its moves",
    "step-1": "steps of 0.01",
    "step-50": "steps of 0.5",
    "canonical": "mirrored positions as one",
    "long": "ten million games",
}
"""By the end of the key, choices on 3x3."""
_ELSEWHERE = {
    "python-zero": "Python's hash as key, all begins at 0",
    "eager": "keeps all that it thinks of",
    "three": "three in a row",
    "short": "300,000 games",
    "opening": "first mark in 4x4",
    "duplicates": "cells counted once for each neighbour",
}
"""Choices on other boards alone."""
_BOARDS = {"3x3": "3x3", "5x5": "5x5", "infinite": "infinite board", "smarter": "smarter moves"}
TREATMENTS = {
    "3x3": "learner, as described",
    **{f"3x3-{end}": f"learner, {name}" for end, name in _CHOICES.items()},
}
"""By key, those on boards that people can play on."""
SHORT = {
    **_BOARDS,
    **{
        f"{key}-{end}": f"{board}, {name}"
        for key, board in _BOARDS.items()
        for end, name in {**_CHOICES, **_ELSEWHERE}.items()
    },
}
"""By key, on all boards; the name of a board alone is as described."""
SETS = {"infinite": "infinite board", "smarter": "smarter moves"}
LABELS = {
    "default": "as described",
    "as listed": "the authors' program",
    "draws to first": "draws counted for the first",
}
"""By label."""
