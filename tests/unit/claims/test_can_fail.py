"""Every row that asserts something could come out both ways: by values that its quantity can take."""

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Mapping

import pandas as pd
import pytest
from helpers.project import ROOT, SHRINK

from tttcore.claims import claims_file
from tttcore.claims.assertions import ASSERTIONS, MORE, REPORT, Range, chain
from tttcore.claims.outcomes import AGREE, CLAIM, DISAGREE
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.selectors import ClaimValue, Columns, Estimate, Selector, claim_value, is_number
from tttcore.claims.verdicts import judged_row
from tttcore.engines.study_files import read_study
from tttcore.pipeline.store import read
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACTS, read_study_tables
from tttcore.studies.tables import tables_of

FACTORS = (-1000.0, -2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 1000.0)
"""Multiples of the largest number in sight that are tried."""
OTHER = "another text"
"""Text that no table holds."""
BY_VALUE = ASSERTIONS.keys() - {REPORT}
Claim = Mapping[str, str]
Judged = tuple[ClaimValue, PredictiveCheck]
"""What a row is judged by."""


def moves(claim: Claim, values: Iterable[Judged], parts: int) -> bool:
    """Tell whether some of these values agree with what a row asserts, and others contradict it."""
    told = {judged_row({**claim, "kind": CLAIM}, found, check, parts)["verdict"] for found, check in values}
    return not (told.isdisjoint(AGREE) or told.isdisjoint(DISAGREE))


def chances(runs: float, *, is_span: bool) -> Iterator[Judged]:
    """Yield the chances of reports that are drawn from so many runs: one more is at best the most extreme of all."""
    least = 1 / (runs + 1)
    for chance in (least, 1.0):
        yield ClaimValue(math.nan), PredictiveCheck(chance, least, most=chance if is_span else math.nan)


def others(claim: Claim, found: ClaimValue, allowed: Range, held: Iterable[float]) -> Iterator[Judged]:
    """Yield values that a table could hold in place of the one `found`.

    Parameters
    ----------
    allowed : numbers that the column could hold.
    held : those that it does hold.
    """
    asserts, target = claim["asserts"], claim["target"]
    if found.rows:
        named = chain(target)
        rest = [name for name in found.rows if name not in named]
        wanted = [name for each in named for name in ([each] if each != MORE else rest)]
        for order in (wanted, wanted[::-1]):
            rows: dict[str, Estimate] = {name: (at, at, at) for at, name in enumerate(order)}
            yield dataclasses.replace(found, rows=rows, text=" < ".join(rows)), PredictiveCheck()
        return
    if found.text or (asserts == "identity" and not is_number(target)):
        yield from ((ClaimValue(math.nan, text=text), PredictiveCheck()) for text in (target, OTHER))
        return
    region = ASSERTIONS[asserts].region
    agreeing = region(target) if region else Range(float(target), float(target))
    near = [found.value, agreeing.low, agreeing.high, allowed.low, allowed.high]
    largest = max((abs(number) for number in near if math.isfinite(number)), default=0.0) or 1.0
    far = [number + factor * largest for number in near if math.isfinite(number) for factor in FACTORS]
    is_span = math.isnan(found.value) and not found.undefined
    for number in filter(allowed.holds, [*near, *far, *held]):
        yield ClaimValue(math.nan if is_span else number, number, number), PredictiveCheck()


def allowed_in(name: str, column: pd.Series) -> Range:
    """Numbers that a column could hold: those of a share if it is called so, or if all that it holds are shares."""
    numbers = column.dropna() if pd.api.types.is_numeric_dtype(column) else pd.Series(dtype=float)
    if name not in claims_file.SHARES and (numbers.empty or numbers.min() < 0):
        return Range(-math.inf, math.inf)
    shares = name in claims_file.SHARES or (pd.api.types.is_float_dtype(numbers) and 0 < numbers.max() <= 1)
    return Range(0.0, 1.0 if shares else math.inf)


def immovable(
    claims: pd.DataFrame, kinds: Collection[str], tables: Mapping[str, pd.DataFrame], study: Study
) -> list[str]:
    """Ids of the rows with such assertions that could not come out both ways; reports by the runs that are planned.

    Parameters
    ----------
    tables : with all that rows measure, but for reports.
    """
    parts = claims_file.judged_parts(claims.to_dict("records"))
    asserting = claims[claims["asserts"].isin(kinds)].to_dict("records")
    return [
        row["id"] for row in asserting if not moves(row, _values(row, tables, study), claims_file.parts_of(row, parts))
    ]


def _values(claim: Claim, tables: Mapping[str, pd.DataFrame], study: Study) -> Iterator[Judged]:
    if claim["asserts"] == REPORT:
        known = claims_file.planned_tables(study, tables_of(study.config, study.file))
        return chances(
            claims_file.planned_runs(claim, study, known), is_span=Selector.read(claim["target"]).how == "span"
        )
    selector = Selector.read(claim["measure"])
    table = tables[selector.table]
    column = pd.concat([table[name] for name in selector.read_columns(Columns.of(table))])
    allowed = allowed_in(selector.column, column)
    if selector.how == "sum":
        allowed = Range(allowed.low, math.inf)
    held = column.dropna().astype(float).unique().tolist() if pd.api.types.is_numeric_dtype(column) else []
    return others(claim, claim_value(claim["measure"], tables), allowed, held)


HELD = {"quota": [0.2, 0.9], "count": [3, 40], "change": [-2.5, 7.0], "text": ["a", "b"], "group": ["one", "two"]}
TABLES = {"t": pd.DataFrame(HELD | {"change_low": [-3.0, 6.0], "change_high": [-2.0, 8.0]})}


def row(asserts, measure, target, basis="exact", **cells):
    told = {"asserts": asserts, "measure": measure, "target": target, "basis": basis, "because": "so"}
    return {**dict.fromkeys(claims_file.COLUMNS, ""), "id": "C1", "where": "1", "kind": "claim", **told, **cells}


@pytest.mark.parametrize(("asserts", "measure", "fails", "moves"), [
    ("range", "t.quota[group=one]", ["0..1", ">= 0", "> 1", "-2..2"], ["> 0", "<= 0.999", "-0.1..0.1"]),
    ("range", "t.count[group=one]", [">= 0"], ["> 1e9"]),
    ("range", "span t.change", [], ["6..8"]),
    ("equals", "t.quota[group=one]", ["-2 ± 1", "0.5 ± 1"], ["0.2 ± 0.1"]),
    ("order", "order t.change", [], ["... < two", "two < one"]),
    ("identity", "t.quota[group=one]", ["3"], []),
    ("identity", "t.text[group=one]", [], ["b"]),
])  # fmt: skip
def test_a_rule_that_cannot_fail_or_cannot_agree_is_found_out(asserts, measure, fails, moves):
    for basis in ["exact"] if asserts == "identity" else ["exact", "rerun"]:
        claims = pd.DataFrame([row(asserts, measure, target, basis, id=target) for target in fails + moves])
        assert immovable(claims, BY_VALUE, TABLES, None) == fails


@pytest.mark.parametrize(("runs", "parts"), [(20, 1), (60, 3)])
def test_so_is_a_report_that_the_runs_do_not_allow_to_differ(runs, parts):
    report = row("report", "", "t.chance", "rerun")
    assert [moves(report, chances(number, is_span=False), parts) for number in (runs - 1, runs)] == [False, True]


def stated(name: str) -> tuple[pd.DataFrame, Study]:
    """Claims of a document, and the study as it is planned."""
    claims = claims_file.read_claims(ROOT / "config" / "claims" / f"{name}.csv")
    return claims, read_study(ROOT / "config" / "studies" / f"{name}.yaml")


@pytest.mark.parametrize("name", SHRINK)
def test_another_chance_changes_the_verdict_of_every_report(name, monkeypatch):
    """Of the documents, by the runs that are planned."""
    monkeypatch.chdir(ROOT)
    claims, study = stated(name)
    assert immovable(claims, {REPORT}, {}, study) == []


@pytest.mark.parametrize("name", SHRINK)
def test_another_value_changes_the_verdict_of_every_row(finished, name):
    claims, study = stated(name)
    results = finished.folder / "results"
    tables = read_study_tables([results / name / "method", results / name / "tables"])
    tables[FACTS] = read(results / "tables" / "facts.parquet")
    assert immovable(claims, BY_VALUE, tables, study) == []
