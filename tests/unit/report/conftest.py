"""A small table of verdicts that pages show."""

import pytest
from helpers.tables import verdict_row, verdict_table


@pytest.fixture(scope="session")
def verdicts():
    """Sentences of each outcome, one of two parts that disagree; a row that is said again, and two choices."""
    return verdict_table(
        verdict_row(
            "S0-C01", where="Review", asserts="identity", statement="States & <symmetries>", published="765",
            measured="765.0", rule="equals 765", verdict="reproduced", measure="facts.value[fact=states]",
        ),
        verdict_row(
            "S0-C19a", where="Results, paragraph 2", basis="rerun", asserts="range", rate=0.05, statement="Not sooner",
            published="no", measured="0.123456", low=-0.31119, high=0.55551, rule="< 0", because="a sign",
            verdict="undecided", reason="The interval has both signs.", note="Control minus UMG, generations",
            measure="pairwise.mean_difference", wrong="at most 2.5%", finds=0.6123, runs=7.61, parts=2,
            adjusted_low=-0.4, adjusted_high=0.65,
        ),
        verdict_row(
            "S0-C19b", where="Results, paragraph 2", basis="rerun", asserts="report", statement="Seven in one run",
            published="7", rate=0.05, measured="0.0", rule="p of at least 5%", verdict="unlikely",
            reason="Thirty runs would not show it.", measure="pairwise.p", target="reports.chance", chance=0.0,
            adjusted_chance=0.00042, parts=2,
        ),
        verdict_row(
            "S0-C21", where="Table 6", basis="rerun", asserts="report", statement="A mean", published="7.567",
            measured="7.5", verdict="unlikely", measure="summaries.mean", target="reports.chance[report=mean]",
            chance=0.03, seen_low=-5.25, seen_high=7.123456, power=0.4712, alternative="runs in <reverse> order",
            rate=0.05,
        ),
        verdict_row(
            "S0-C22", where="Results", asserts="equals", statement="A mean again", published="7.567",
            measured="7.56712", verdict="reproduced", measure="summaries.mean", same_as="S0-C21", counted=False,
        ),
        verdict_row(
            "S0-G01", where="Conclusion", kind="suggestion", basis="rerun", statement="Ask it", measured="a < b",
            values="a: 0.5 [0.25, 0.75]; b c: 1.0 [nan, nan]", note="Which is less", measure="order summaries.mean",
        ),
        verdict_row(
            "S0-G02", where="Conclusion", kind="suggestion", basis="rerun", statement="Try it",
            verdict="not testable", reason="No published value", note="No published value",
        ),
        verdict_row(
            "S0-X20", where="Results", kind="alternative", basis="reanalysis", asserts="range",
            statement="No run over ten", published="0", measured="5.25 to 12.123456", low=5.25, high=12.123456,
            rule="< 1", verdict="ruled out", measure="sum exceedances.runs", counted=False,
        ),
        verdict_row(
            "S0-M01", where="Methods", kind="choice", basis="method", statement="Population", published="300",
            measured="300.0", measure="method.value[fact=population]", note="as printed", verdict="taken",
            counted=False,
        ),
    )  # fmt: skip
