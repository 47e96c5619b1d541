"""Seal the rules of all statements: their digests, with the verdicts that they gave, before a new seed is run."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.selectors import Selector
from tttcore.pipeline.csv_files import write_csv
from tttcore.pipeline.provenance import text_digest
from tttcore.pipeline.text import read_csv

COLUMNS = ("id", "rule", "seed", "verdict")
"""A statement, the digest of its rule, and the verdict that it gave on results of a seed."""
SEAL = "config/sealed.csv"
"""File of the project's seal."""
SEALED, CHANGED, NEW = "sealed", "changed since", "new since"
"""Relation of a rule to the one that was sealed."""
PARTS = ("basis", "asserts", "measure", "seen", "target", "margin")
"""Columns of a statement that are part of its rule."""
TEXTS = ("caption", "title")
"""Options of a table that are no part of any rule."""


def rule_digests(verdicts: pd.DataFrame, study: Mapping[str, Any]) -> list[str]:
    """Digest of each statement's rule; empty for what asserts nothing.

    A rule is what is asserted, where it is measured, the settings of the tables that it is measured in, and how many
    statements are judged with it.

    Parameters
    ----------
    verdicts : table in the schema ``verdicts``.
    study : ``tables`` and ``judged_from`` of its configuration.
    """
    return [_digest(row, study) if row["asserts"] else "" for row in verdicts.to_dict("records")]


def read_seal(path: str | Path) -> pd.DataFrame:
    """Read what was sealed, as text; no rows if nothing was."""
    return read_csv(path, COLUMNS) if Path(path).exists() else pd.DataFrame(columns=COLUMNS)


def held_against(audit: pd.DataFrame, seal: pd.DataFrame) -> pd.DataFrame:
    """The audit with the columns ``sealed`` and ``former``: whether its rule was sealed, and the verdict of that time.

    Both are empty for what asserts nothing and where nothing was sealed, ``former`` also where that was with this seed.
    """
    made = {str(seed) for seed in audit["seed"].dropna()}
    digests = dict(zip(seal["id"], seal["rule"], strict=True))
    others = seal[~seal["seed"].isin(made)]
    former = dict(zip(others["id"], others["verdict"], strict=True))
    states = [
        ""
        if not digest or seal.empty
        else NEW
        if name not in digests
        else SEALED
        if digests[name] == digest
        else CHANGED
        for name, digest in zip(audit["id"], audit["rule_digest"], strict=True)
    ]
    before = [former.get(name, "") if state else "" for name, state in zip(audit["id"], states, strict=True)]
    return audit.assign(sealed=states, former=before)


def write_seal(path: str | Path, audit: pd.DataFrame, *, seed: int) -> int:
    """Seal the rules of an audit with its verdicts, and return their number."""
    asserting = audit[audit["rule_digest"] != ""]
    found = asserting.assign(rule=asserting["rule_digest"], seed=str(seed))[list(COLUMNS)]
    write_csv(path, found)
    return len(found)


def _digest(row: Mapping[Any, Any], study: Mapping[str, Any]) -> str:
    tables = {Selector.read(row[part]).table for part in ("measure", "seen") if row[part]}
    settings = {
        name: {key: value for key, value in study["tables"][name].items() if key not in TEXTS}
        for name in sorted(tables & study["tables"].keys())
    }
    rule = {part: str(row[part]) for part in PARTS}
    whole = [rule, settings, row["together"], study["judged_from"] if row["basis"] == "rerun" else None]
    return text_digest(json.dumps(whole, sort_keys=True, default=str))
