"""Bases of claims, and how what rests on each is reproduced."""

REPRODUCTIONS = {
    "exact": "computed without chance, from the game or from the operators themselves",
    "reanalysis": "computed from the numbers that the document prints",
    "statistical": "estimated from our own runs, with an interval where that is possible",
    "timing": "depends on the machine; timed here too, but not judged",
    "configured": "what the document prescribes, taken over into the configuration",
    "drawn": "a drawing that is not in the text, made again in its sense",
}
"""Explanation of each kind of reproduction."""
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
