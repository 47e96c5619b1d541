"""Bases of claims, and how what rests on each is reproduced."""

REPRODUCTIONS = {
    "exact": "computed without chance, from the game or from the operators themselves",
    "reanalysis": "computed from the numbers that the document prints",
    "statistical": "judged by our own runs",
    "timing": "timed again here, since times depend on the machine",
    "configured": "parameters of the document, copied into the configuration",
    "drawn": "redrawn, since the image is not in the text",
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
