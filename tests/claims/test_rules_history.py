"""The rules of today's statements are the newest in the history of rules."""

import pandas as pd
from project import ROOT

from tttcore.claims.claims_file import read_claims
from tttcore.pipeline.text import read_csv

RULE = ("basis", "asserts", "measure", "seen", "target", "margin", "family")
"""Columns of a statement that make up its rule."""


def test_every_changed_rule_is_entered_with_date_and_reason():
    history = read_csv(ROOT / "config" / "rules_history.csv", ("id", "date", "reason", *RULE, "verdict_2020"))
    assert pd.to_datetime(history["date"], format="%Y-%m-%d").is_monotonic_increasing
    assert (history.loc[history.duplicated("id"), "reason"] != "").all()
    today = rules(pd.concat(read_claims(file) for file in (ROOT / "config" / "claims").glob("*.csv")))
    newest = rules(history.drop_duplicates("id", keep="last"))
    assert [name for name in today.keys() | newest.keys() if today.get(name) != newest.get(name)] == []


def rules(rows: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """Rule of each statement that asserts something, by its id."""
    asserting = rows[rows["asserts"] != ""]
    return dict(zip(asserting["id"], asserting[list(RULE)].itertuples(index=False, name=None), strict=True))
