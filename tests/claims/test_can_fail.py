"""Every statement could come out otherwise: another value that its table could hold would change its verdict."""

import math

import pandas as pd
import pytest
from perturbation import can_fail
from project import SHRINK

from tttcore.claims.assertions import REPORT, Terms
from tttcore.claims.claims_file import read_claims, terms_of
from tttcore.claims.selectors import ClaimValue, Columns, Selector, claim_value
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, read_study_tables

NAN = math.nan
SHARES, COUNTS, REALS = (pd.Series(values) for values in ([0.2, 0.9], [3, 40], [-2.5, 7.0]))
TEXTS = pd.Series(["a", "b"])
ROWS = ClaimValue(NAN, text="a < b < c", rows={name: (at, NAN, NAN) for at, name in enumerate("abc")})


@pytest.mark.parametrize(
    ("asserts", "found", "target", "margin", "column", "wanted"),
    [
        ("bound", ClaimValue(0.2), "0..1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), ">= 0", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 0", NAN, SHARES, True),
        ("bound", ClaimValue(0.2), "<= 0.999", NAN, SHARES, True),
        ("bound", ClaimValue(3.0), ">= 0", NAN, COUNTS, False),
        ("bound", ClaimValue(3.0), "> 1e9", NAN, COUNTS, True),
        ("bound", ClaimValue(-2.5), ">= 0", NAN, REALS, True),
        ("bound", ClaimValue(NAN, low=6.0, high=8.0), "6..8", NAN, REALS, True),
        ("identity", ClaimValue(3.0), "3", NAN, COUNTS, True),
        ("identity", ClaimValue(NAN, text="a"), "a", NAN, TEXTS, True),
        ("number", ClaimValue(0.2), "0.20", NAN, SHARES, True),
        ("number", ClaimValue(0.2), "-0.2", NAN, SHARES, False),
        ("number", ClaimValue(5.1019), "5.1019", NAN, COUNTS, True),
        ("no difference", ClaimValue(0.2), "0", 2.0, SHARES, False),
        ("no difference", ClaimValue(0.2), "0", 0.1, SHARES, True),
        ("order", ROWS, "... < c", NAN, COUNTS, True),
        ("order", ROWS, "c < a < b", NAN, COUNTS, True),
        ("existence", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("universality", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("bound", ClaimValue(NAN), ">= 0", NAN, COUNTS, False),
        ("number", ClaimValue(NAN), "3", NAN, COUNTS, True),
        ("identity", ClaimValue(NAN), "a", NAN, TEXTS, True),
    ],
)
@pytest.mark.parametrize("chance", [True, False])
def test_a_rule_that_cannot_fail_or_cannot_agree_is_found_out(asserts, found, target, margin, column, wanted, chance):
    if chance and asserts in ("identity", "number"):
        margin = 0.1
    assert can_fail(asserts, found, Terms(target, margin, chance), column) is wanted


@pytest.mark.parametrize("name", SHRINK)
def test_another_value_changes_the_verdict_of_every_statement(finished, name):
    """Of all that are judged by a value; reports are judged by the chances of pretended documents."""
    results = finished.folder / "results"
    tables = read_study_tables([results / name / "method", results / name / "tables"])
    tables[FACTS] = read(results / "tables" / "facts.parquet")
    claims = read_claims(finished.folder / "config" / "claims" / f"{name}.csv")
    judged = claims[~claims["asserts"].isin(["", REPORT])].to_dict("records")
    assert [claim["id"] for claim in judged if not _can_fail(claim, tables)] == []


def _can_fail(claim, tables):
    selector = Selector.read(claim["measure"])
    table = tables[selector.table]
    column = pd.concat([table[name] for name in selector.read_columns(Columns.of(table))])
    return can_fail(claim["asserts"], claim_value(claim["measure"], tables), terms_of(claim), column)
