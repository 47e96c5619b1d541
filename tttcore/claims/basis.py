"""Bases of claims, and how what rests on each is reproduced."""

REPRODUCTIONS = {
    "exact": "are computed without chance, from the game or from the operators themselves",
    "reanalysis": "are computed from the numbers that the document prints",
    "statistical": "rest on our own runs",
    "timing": "depend on the machine, and are timed here too",
    "configured": "say how the program works, which was taken over into the configuration",
    "drawn": "are drawings that are not in the text, made again in their sense",
}
"""Explanation of each kind of reproduction: statements of it ..."""
REPRODUCTION_OF_BASIS = {
    "exact": "exact",
    "reanalysis": "reanalysis",
    "rerun": "statistical",
    "timing": "timing",
    "method": "configured",
    "drawn": "drawn",
}
"""Kind of reproduction for each basis that a claim can declare."""
CHANCE = ("rerun",)
"""Bases of values that are estimated from runs, and that another seed changes."""
