"""Possible outcomes of statements and of our own choices, and the kinds of evidence ("basis")."""

REPRODUCED, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"
COMPATIBLE, UNLIKELY = "compatible", "unlikely"
MEASURED, NOT_TESTABLE = "measured", "not testable"

OUTCOMES: dict[str, str] = {
    REPRODUCED: "our evidence agrees with the statement and excludes the contrary",
    COMPATIBLE: "as many runs as the document's, like ours, could well give its report, which does not confirm it: the "
    "power tells what else they could give",
    DIFFERS: "our evidence excludes the statement",
    UNLIKELY: "as many runs as the document's, like ours, would hardly give its report",
    UNDECIDED: "our evidence decides neither for the statement nor against it",
    MEASURED: "the document asks or suggests something, or gives no value; we give our value and do not judge",
    NOT_TESTABLE: "a test would need something that is missing",
}
"""Meaning of each outcome of a statement, in the order in which pages show them."""
AGREE, DISAGREE = (REPRODUCED, COMPATIBLE), (DIFFERS, UNLIKELY)
"""Outcomes in favour of a statement and against it; the weaker word, which is that of reports, comes last."""

TAKEN, NO_EFFECT, MATTERS, POSSIBLE, RULED_OUT, OPEN = (
    *("taken", "no effect", "matters"),
    *("possible", "ruled out", "open"),
)
CHOICE_OUTCOMES: dict[str, str] = {
    TAKEN: "our default, from the document or where it says nothing; a check of it, if there is one, holds",
    NO_EFFECT: "another reading, which gives the same results within a margin",
    MATTERS: "another reading, which gives other results",
    POSSIBLE: "another reading, which agrees with what the document reports",
    RULED_OUT: "a reading that does not agree with what the document reports, or with the game",
    OPEN: "a reading on which our runs decide nothing",
}
"""Meaning of each outcome of a choice of ours, in the order in which pages show them."""

CLAIM, FIGURE, TABLE, SUGGESTION = "claim", "figure", "table", "suggestion"
CHOICE, ALTERNATIVE = "choice", "alternative"
STATEMENTS = (CLAIM, FIGURE, TABLE, SUGGESTION)
"""Kinds of rows that are statements of a document."""
CHOICES = (CHOICE, ALTERNATIVE)
"""Kinds of rows that are choices of ours: what we run by default, and another way to read the document."""

REPRODUCTIONS = {
    "exact": "computed without chance, from the game or from the operators themselves",
    "reanalysis": "computed from the numbers that the document prints, or that its repository holds",
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


def outcome_of_choice(kind: str, asserts: str, verdict: str, *, tells_effect: bool) -> str:
    """Outcome of a choice of ours, in the words of `CHOICE_OUTCOMES`.

    Parameters
    ----------
    kind : one of `CHOICES`.
    asserts : what its row asserts; empty for nothing.
    verdict : outcome of that by its rule, one of `OUTCOMES`.
    tells_effect : whether the row measures the difference that another reading makes.
    """
    if verdict in DISAGREE:
        return MATTERS if tells_effect and kind == ALTERNATIVE else RULED_OUT
    if kind == CHOICE:
        return OPEN if verdict == UNDECIDED else TAKEN
    if not asserts or verdict == UNDECIDED:
        return OPEN
    return NO_EFFECT if tells_effect else POSSIBLE
