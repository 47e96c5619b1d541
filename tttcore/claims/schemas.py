"""Schemas of the stored tables of verdicts and of the audit."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

_NUMBERS = (
    *("low", "high", "chance", "chance_most", "chance_least", "seen_low", "seen_high"),
    *("adjusted_low", "adjusted_high", "adjusted_chance", "finds", "power", "rate", "runs"),
)
_WHOLE = ("parts", "readings", "agreeing", "seed")
TYPES = {
    **dict.fromkeys(_NUMBERS, pa.float64()),
    **dict.fromkeys(("changed", "contrary", "counted"), pa.bool_()),
    **dict.fromkeys(_WHOLE, pa.int64()),
}
"""Types of the columns that aren't text."""
_JUDGED = (
    *("low", "high"),  # ends of the 95% interval of our value
    "rule",  # in words, with the target
    "target",  # as the statement's file has it
    "values",  # of an order, each row's value and interval, corrected for the parts of the sentence
    "because",  # reason for the margin or threshold
    "verdict",  # of a choice of ours its outcome, see `claims.outcomes.CHOICE_OUTCOMES`
    "reason",  # explanation of the verdict
    "note",  # the measured quantity and its unit
    "measure",  # selector of the value
    "chance",  # predictive p-value of a report: at most so often is a true one as unlikely or more so
    "chance_most",  # the same, or the greatest of several p-values if `chance` is their least
    "chance_least",  # least p-value of any possible report
    "contrary",  # whether our interval lies wholly on the other side of what is reported
    *("power", "alternative"),  # how often a report would be called unlikely if this alternative were true
    *("seen_low", "seen_high"),  # where 95% of their reports lie
    "parts",  # parts of its sentence that our runs judge, which share the rate of error
    *("adjusted_low", "adjusted_high", "adjusted_chance"),  # the same, corrected for these
    *("rate", "wrong"),  # false rejection rate of the rule, and in words
    "finds",  # minimum detectable effect, at a power of 80%
    "runs",  # how many times as many runs would decide it
    "same_as",  # statement that it repeats
    "readings",  # other readings of the document under which it was judged again
    "agreeing",  # how many of them give the same verdict
    "depends",  # choices on which the verdict depends; with + those that change it together
    "counted",  # whether it is a part of one of the sentences that are counted
    "changed",  # whether its rule was changed after results under the frozen rules were known
)


def _schema(name: str, *columns: str) -> Schema:
    return Schema(name, pa.schema([(column, TYPES.get(column, pa.string())) for column in columns]))


VERDICTS = _schema(
    "verdicts",
    "id",  # id of the statement or choice
    "sentence",  # id of the document's sentence that the row is a part of
    "where",  # section, paragraph, table or figure
    *("kind", "basis"),  # see the columns of claims in config/README.md
    "asserts",  # the assertion, which decides the rule; empty for rows that are only measured
    "statement",  # the statement, in our words
    "published",  # the printed value
    "measured",  # our value
    *_JUDGED,
)
"""Verdicts of a study, a row per claim."""

AUDIT = _schema(
    "audit",
    *("id", "sentence"),
    "sentence_verdict",  # verdict of the whole sentence
    "study",  # its name
    "document",  # its title
    *("where", "kind", "asserts", "statement", "published"),
    "ours",  # as the table holds it
    *_JUDGED,
    "basis",
    "reproduction",  # kind of reproduction, see `claims.outcomes.REPRODUCTIONS`
    "reading",  # treatments behind the value
    "figures",  # figures that cite the claim
    "table",  # file of the table
    "made_by",  # rule of the workflow that makes the table
    "config",  # file and key of the configuration that ask for the table
    "seed",  # seed of the table, if it is random
    "code",  # digest of the code that made the table
)
"""Statements of all documents, or choices of ours, a row each, with the verdict and its provenance."""
