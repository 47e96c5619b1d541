"""Outcomes of a statement."""

REPRODUCED, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"
MEASURED, NOT_TESTABLE = "measured", "not testable"

OUTCOMES: dict[str, str] = {
    REPRODUCED: "our evidence agrees with the statement and excludes the contrary; what a document reports of its own "
    "few runs, runs like ours can well show",
    DIFFERS: "our evidence excludes the statement",
    UNDECIDED: "our evidence excludes neither the statement nor its contrary",
    MEASURED: "the document asks, suggests or gives no value; ours is told, and not judged",
    NOT_TESTABLE: "something is lacking that a test would need",
}
"""Meaning of each outcome, in the order in which pages show them."""
