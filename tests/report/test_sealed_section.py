"""Sealed rules on the audit page."""

import re

import pytest
from audit_page import NAME, STUDY, audit_of
from html_pages import check

from tttcore.claims.seal import CHANGED, SEALED
from tttcore.report.audit import audit_context
from tttcore.report.site import write_page


@pytest.fixture
def section(tmp_path, verdicts):
    """`section(sealed, former)`: words of the section where all rules have this state and had this verdict."""

    def write(sealed, former):
        path, study = tmp_path / "audit.html", {**STUDY, "null_result": None}
        audit = audit_of(verdicts).assign(sealed=sealed, former=former)
        context = audit_context({NAME: study}, audit=audit, tables={})
        write_page(path, "audit.html.j2", studies={NAME: "A"}, **context)
        text = path.read_text(encoding="utf-8")
        check(text)
        return " ".join(re.sub(r"<[^>]*>", " ", text[text.index('id="sealed"') :]).split())

    return write


def test_nothing_is_sealed(section):
    assert "No rules have been sealed." in section("", "")


def test_no_other_seed_was_run_yet(section):
    found = section(SEALED, "")
    assert "on the runs of this seed; runs of an unseen seed will show" in found
    assert "on these runs" not in found


def test_verdicts_that_stay(section, verdicts):
    former = [*verdicts["verdict"], "measured"]
    found = section(SEALED, former)
    assert f"{len(former)} rules are sealed." in found
    assert "Every sealed rule gives the same verdict on these runs." in found


def test_verdicts_that_flip_and_rules_that_were_changed(section, verdicts):
    former = ["undecided", *verdicts["verdict"][1:], "measured"]
    states = [SEALED] * (len(former) - 1) + [CHANGED]
    found = section(states, former)
    assert f"{len(former) - 1} rules are sealed, 1 rule is changed since." in found
    assert "1 sealed rule gives another verdict on these runs." in found
    assert re.search(rf"{verdicts['id'][0]} .* undecided {verdicts['verdict'][0]}", found)
