"""Sealed rules: what changes a digest, and what the audit says of those that were changed."""

import pandas as pd
import pytest

from tttcore.claims.seal import CHANGED, NEW, SEALED, held_against, read_seal, rule_digests, write_seal
from tttcore.pipeline.messages import ConfigError

STUDY = {
    "judged_from": 30,
    "tables": {"summaries": {"name": "summaries", "caption": "Runs"}, "other": {"name": "ecdf"}},
}
ROW = {
    "id": "X-1", "basis": "rerun", "asserts": "bound", "measure": "summaries.mean[set=a]", "seen": "", "target": "> 0",
    "margin": float("nan"), "together": 1, "statement": "More", "note": "as printed",
}  # fmt: skip


def digest(study=None, **cells):
    return rule_digests(pd.DataFrame([ROW | cells]), STUDY | (study or {}))[0]


@pytest.mark.parametrize(
    "cells",
    [
        {"target": "> 1"}, {"asserts": "share"}, {"margin": 1.0}, {"measure": "summaries.mean[set=b]"},
        {"basis": "exact"}, {"seen": "other.chance"}, {"study": {"judged_from": 31}},
        {"study": {"tables": {"summaries": {"name": "summaries", "resamples": 9}}}},
    ],
)  # fmt: skip
def test_a_change_of_the_rule_changes_its_digest(cells):
    assert digest(**cells) != digest()


@pytest.mark.parametrize(
    "cells",
    [
        {"statement": "Less"}, {"note": "other"}, {"id": "X-9"},
        {"study": {"tables": {"summaries": {"name": "summaries", "caption": "All runs"}, "other": {"name": "x"}}}},
    ],
)  # fmt: skip
def test_texts_and_other_tables_are_no_part_of_it(cells):
    assert digest(**cells) == digest()


def test_what_is_judged_together_is_part_of_it():
    assert digest(together=2) != digest()
    assert digest(asserts="") == ""


def audited(*, seed=7, **rules):
    table = pd.DataFrame({"id": [*rules], "rule_digest": [*rules.values()], "verdict": "differs", "seed": seed})
    return table.astype({"seed": "Int64"})


def test_the_audit_says_which_rules_were_sealed(tmp_path):
    path = tmp_path / "sealed.csv"
    assert write_seal(path, audited(A="a1", B="b1", C=""), seed=2020) == 2
    seal = read_seal(path)
    assert seal.to_dict("records")[0] == {"id": "A", "rule": "a1", "seed": "2020", "verdict": "differs"}
    found = held_against(audited(A="a1", B="b2", C="", D="d1"), seal)
    assert found["sealed"].tolist() == [SEALED, CHANGED, "", NEW]
    assert found["former"].tolist() == ["differs", "differs", "", ""]


def test_a_seal_of_the_same_seed_has_no_former_verdicts(tmp_path):
    made = audited(A="a1", seed=2020)
    write_seal(tmp_path / "sealed.csv", made, seed=2020)
    found = held_against(made, read_seal(tmp_path / "sealed.csv"))
    assert found[["sealed", "former"]].to_numpy().tolist() == [[SEALED, ""]]


def test_nothing_need_be_sealed(tmp_path):
    found = held_against(audited(A="a1"), read_seal(tmp_path / "none.csv"))
    assert found[["sealed", "former"]].to_numpy().tolist() == [["", ""]]


def test_a_spoilt_seal_is_told(tmp_path):
    (tmp_path / "sealed.csv").write_text("id,rule\nA,a1\n")
    with pytest.raises(ConfigError, match=r"sealed\.csv: columns are id, rule; allowed: id, rule, seed, verdict$"):
        read_seal(tmp_path / "sealed.csv")
