"""Outcomes of statements, and the bases that statements rest on."""

REPRODUCED, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"
MEASURED, NOT_TESTABLE = "measured", "not testable"

OUTCOMES: dict[str, str] = {
    REPRODUCED: "our evidence agrees with the statement and excludes the contrary; for a report of a few runs: runs "
    "like ours could well show the same",
    DIFFERS: "our evidence excludes the statement",
    UNDECIDED: "our evidence excludes neither the statement nor its contrary",
    MEASURED: "the document asks or suggests something, or gives no value; we give our value and do not judge",
    NOT_TESTABLE: "a test would need something that is missing",
}
"""Meaning of each outcome, in the order in which pages show them."""

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
