"""Sentences: the verdict on one follows from those on its parts, and all that counts them counts the same."""

import json
import re

import pandas as pd
import pytest
from helpers.pages import audit_of, written
from helpers.tables import verdict_row, verdict_table

from tttcore.claims.audit import write_audit
from tttcore.claims.outcomes import CHOICES, DIFFERS, MEASURED, NOT_TESTABLE, REPRODUCED, UNDECIDED
from tttcore.claims.sentences import (
    MIXED,
    SENTENCE_OUTCOMES,
    count_sentences,
    sentence_verdicts,
    verdict_of,
    with_sentence_verdicts,
)
from tttcore.exchange.article import counted_verdicts
from tttcore.exchange.results import Results
from tttcore.report.pages import index_context


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ([REPRODUCED], REPRODUCED), ([DIFFERS, DIFFERS], DIFFERS), ([REPRODUCED, DIFFERS], MIXED),
        ([REPRODUCED, UNDECIDED], MIXED), ([UNDECIDED, DIFFERS], MIXED), ([REPRODUCED, DIFFERS, UNDECIDED], MIXED),
        ([MEASURED, REPRODUCED, NOT_TESTABLE], REPRODUCED), ([UNDECIDED, MEASURED], UNDECIDED),
        ([NOT_TESTABLE, MEASURED], MEASURED), ([NOT_TESTABLE, NOT_TESTABLE], NOT_TESTABLE),
    ],
)  # fmt: skip
def test_parts_that_are_judged_decide(parts, verdict):
    assert verdict_of(parts) == verdict_of(parts[::-1]) == verdict
    assert verdict in SENTENCE_OUTCOMES


ROWS = verdict_table(
    verdict_row("S0-C02", verdict=REPRODUCED),
    verdict_row("S0-C01a", verdict=REPRODUCED, basis="rerun", asserts="range", measure="a.b"),
    verdict_row("S0-C01b", verdict=DIFFERS, basis="rerun", asserts="range", measure="a.b"),
    verdict_row("S0-C01c", verdict=MEASURED),
    verdict_row("S0-C03a", verdict=DIFFERS, same_as="S0-C01b", counted=False),
    verdict_row("S0-C04a", verdict=UNDECIDED, same_as="S0-C01b", counted=False),
    verdict_row("S0-C04b", verdict=MEASURED),
    verdict_row("S0-C05", verdict=NOT_TESTABLE),
    verdict_row("S0-X01", verdict="matters", kind="alternative", counted=False),
    verdict_row("S0-M01", verdict="taken", kind="choice", counted=False),
)
COUNTS = {REPRODUCED: 1, DIFFERS: 0, MIXED: 1, UNDECIDED: 0, MEASURED: 1, NOT_TESTABLE: 1}
"""Sentences of these: what is said again and choices aren't counted, and have no part in a sentence."""


def test_sentences_are_counted_and_each_row_tells_the_verdict_on_its_own():
    wanted = {"S0-C02": REPRODUCED, "S0-C01": MIXED, "S0-C04": MEASURED, "S0-C05": NOT_TESTABLE}
    assert [*sentence_verdicts(ROWS).items()] == [*wanted.items()]
    assert [*count_sentences(ROWS).items()] == [(outcome, COUNTS[outcome]) for outcome in SENTENCE_OUTCOMES]
    assert count_sentences(ROWS[:0]) == dict.fromkeys(COUNTS, 0)
    told = [REPRODUCED, MIXED, MIXED, MIXED, "", "", MEASURED, NOT_TESTABLE, "", ""]
    assert with_sentence_verdicts(ROWS)["sentence_verdict"].tolist() == told
    assert with_sentence_verdicts(ROWS[:0])["sentence_verdict"].tolist() == []


STUDY = {"title": "A", "authors": "B", "year": 1, "source": "", "question": "", "about": "", "cover": "", "figures": {}}


def test_pages_files_and_the_package_count_the_same(tmp_path):
    """The first page, the audit page and its filter, the article, the JSON file and `Results.claims`."""
    audit = audit_of(ROWS)
    write_audit(audit, tmp_path / "audit", provenance={})
    index = index_context({"a": STUDY}, verdicts={"a": ROWS}, findings={"a": []})
    assert index["counts"] == {"a": COUNTS}
    assert index["totals"] == COUNTS
    (_, article) = counted_verdicts(audit).to_dict("records")
    assert article == {"study": "all", "sentences": 4, **COUNTS}
    claims = Results(tmp_path).claims()
    assert count_sentences(claims) == COUNTS
    in_json = pd.DataFrame(json.loads((tmp_path / "audit" / "audit.json").read_text(encoding="utf-8")))
    assert count_sentences(in_json) == COUNTS
    page = written(tmp_path / "audit.html", ROWS).read_text(encoding="utf-8")
    by_verdict: dict[str, set[str]] = {}
    for sentence, verdict in re.findall(r'data-sentence="([^"]*)" data-sentence_verdict="([^"]*)"', page):
        by_verdict.setdefault(verdict, set()).add(sentence)
    assert {verdict: len(found) for verdict, found in by_verdict.items()} == {
        verdict: number for verdict, number in COUNTS.items() if number
    }
    counts = re.search(r'<th scope="row"><a href="ancheta2020.html">.*?</th>(.*)</tr>', page)[1]
    assert [int(number) for number in re.findall(r">(\d+)<", counts)] == [*COUNTS.values(), sum(COUNTS.values())]


def test_statements_and_choices_are_files_of_their_own(tmp_path):
    write_audit(audit_of(ROWS), tmp_path / "audit", provenance={})
    results = Results(tmp_path)
    assert {*results.choices()["kind"]} == {*CHOICES}
    assert results.choices()["id"].tolist() == ["S0-X01", "S0-M01"]
    assert not {*results.claims()["kind"]} & {*CHOICES}
    for name, rows in (("audit", results.claims()), ("choices", results.choices())):
        read = json.loads((tmp_path / "audit" / f"{name}.json").read_text(encoding="utf-8"))
        assert [row["id"] for row in read] == rows["id"].tolist()
