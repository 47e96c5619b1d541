"""A small table of verdicts that pages show."""

import pytest
from verdict_rows import verdict_row, verdict_table


@pytest.fixture
def verdicts():
    """A row of each outcome, a second that differs, and two that aren't counted."""
    return verdict_table(
        verdict_row(
            "S0-C01", section="Review", asserts="identity", statement="States & <symmetries>", published="765",
            measured="765.0", rule="equals 765", verdict="reproduced", measure="facts.value[fact=states]",
        ),
        verdict_row(
            "S0-C19", section="Results", basis="rerun", asserts="difference", statement="Not sooner", published="no",
            measured="0.123456", low=-0.31119, high=0.55551, rule="< 0", because="a sign", verdict="undecided",
            reason="The interval has both signs.", note="Control minus UMG, generations",
            measure="pairwise.mean_difference", wrong="5% if it is 0", finds=0.6123, runs=7.61, family="differences",
            adjusted_low=-0.4, adjusted_high=0.65,
        ),
        verdict_row(
            "S0-C20", section="Results", basis="rerun", asserts="report", statement="Seven in one run", published="7",
            measured="0.0", rule="seen in one of twenty", verdict="differs", reason="Thirty runs would not show it.",
            measure="pairwise.p", seen="reports.chance", chance=0.0, family="differences", adjusted_chance=0.00042,
        ),
        verdict_row(
            "S0-C21", section="Results", basis="rerun", asserts="report", statement="A mean", published="7.567",
            measured="7.5", verdict="differs", measure="summaries.mean", seen="reports.mean",
            seen_low=-5.25, seen_high=7.123456,
        ),
        verdict_row(
            "S0-C22", section="Results", asserts="number", statement="A mean again", published="7.567",
            measured="7.56712", verdict="reproduced", measure="summaries.mean", same_as="S0-C21", counted=False,
        ),
        verdict_row(
            "S0-G01", section="Conclusion", kind="suggestion", basis="rerun", statement="Ask it", measured="a < b",
            values="a: 0.5 [0.25, 0.75]; b c: 1.0 [nan, nan]", note="Which is less", measure="order summaries.mean",
        ),
        verdict_row(
            "S0-G02", section="Conclusion", kind="suggestion", basis="rerun", statement="Try it",
            verdict="not testable", reason="No published value", note="No published value",
        ),
        verdict_row(
            "S0-X20", section="Results", kind="contradiction", basis="reanalysis", asserts="bound",
            statement="No run over ten", published="0", measured="5.25 to 12.123456", low=5.25, high=12.123456,
            rule="< 1", verdict="differs", measure="sum exceedances.runs", counted=False,
        ),
    )  # fmt: skip
