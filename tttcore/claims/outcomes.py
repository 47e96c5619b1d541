"""Outcomes of a statement."""

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
