"""The plain table of verdicts is enough for a program that knows nothing of this package to judge every row again."""

import ast
import csv
import math
from pathlib import Path

import pandas as pd
import pytest
import stranger
from helpers.project import ROOT

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.audit import PLAIN, plain_rows
from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.outcomes import (
    CHOICE_OUTCOMES,
    DIFFERS,
    MATTERS,
    NO_EFFECT,
    OPEN,
    POSSIBLE,
    REPRODUCED,
    RULED_OUT,
    TAKEN,
    UNDECIDED,
)
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline.rng import stream
from tttcore.pipeline.table_files import write_csv

NAN = math.nan
NAMES = ("a", "b", "c: d", "e")
RANGES = ("> 0", ">= 0", "< 0.5", "<= 0.5", "<= -0.25", "0..1", "0.25..0.5", "-0.5..0.5", "> -1", ">= 1")
NUMBERS = ("0", "0.5", "1", "-0.25", "1.0")
MARGINS = ("0 ± 0.5", "1 ± 0.25", "-0.25 ± 0.5")
ORDERS = ("a < b < c: d < e", "... < e", "a < ...", "e < b < ...")
ROWS = 1500
STEP = 0.25
"""Values are multiples of it, so that they often lie on the borders."""


def drawn_tables(rng, rows):
    """A table of values with intervals and chances, a row for each statement, and one of rows to put in order."""

    def multiples(low, high, size):
        return STEP * rng.integers(low, high, size)

    value, none = multiples(-2, 6, rows), rng.random(rows) < 0.15
    values = pd.DataFrame(
        {
            "row": range(rows),
            "pair": [row // 2 for row in range(rows)],
            "value": value,
            "value_low": value - multiples(0, 3, rows),
            "value_high": value + multiples(0, 3, rows),
            "text": rng.choice(["left", "right", "1"], rows),
            "chance": rng.choice([0.01, 0.02, 0.05, 0.4], rows),
            "chance_least": rng.choice([0.001, 0.001, 0.03, 0.05], rows),
            "low": NAN,
            "high": NAN,
        }
    )
    values.loc[none, ["value_low", "value_high"]] = NAN
    values.loc[rng.random(rows) < 0.05, ["chance", "chance_least"]] = NAN
    values.loc[rng.random(rows) < 0.05, ["value", "value_low", "value_high"]] = NAN
    ordered = pd.DataFrame([(row, name) for row in range(rows) for name in NAMES], columns=["row", "group"])
    mean = multiples(0, 8, len(ordered))
    reach = rng.choice([0.0, 0.1, 0.3], len(ordered))
    ordered = ordered.assign(mean=mean, mean_low=mean - reach, mean_high=mean + reach)
    ordered.loc[ordered["row"] % 7 == 0, ["mean_low", "mean_high"]] = NAN
    return {"values": values, "ordered": ordered}


def drawn_claim(rng, row):
    """A statement or a choice about a row of the tables, of any assertion; three rows in turn may be one sentence."""
    asserts = str(rng.choice(["identity", "equals", "range", "range", "order", "report", "report"]))
    by_chance = asserts == "report" or (asserts != "identity" and bool(rng.random() < 0.6))
    cells = {"asserts": asserts, "measure": f"values.value[row={row}]", "basis": "rerun" if by_chance else "exact"}
    match asserts:
        case "range":
            cells["target"] = str(rng.choice(RANGES))
            if not by_chance and rng.random() < 0.3:
                cells["measure"] = "span " + cells["measure"]
        case "equals":
            cells |= {"target": str(rng.choice(MARGINS if by_chance else MARGINS + NUMBERS)), "because": "half a step"}
        case "order":
            cells |= {"target": str(rng.choice(ORDERS)), "measure": f"order ordered.mean[row={row}]"}
        case "report" if rng.random() < 0.5:
            cells["target"] = f"span values.chance[pair={row // 2}]"
        case "report":
            cells |= {"target": f"values.chance[row={row}]", "measure": ""}
        case _ if rng.random() < 0.5:
            cells |= {"target": "left", "measure": f"values.text[row={row}]"}
        case _:
            cells["target"] = str(rng.choice(NUMBERS))
    name = f"C{row // 3}{'abc'[row % 3]}" if row // 3 % 2 else f"D{row}"
    kind = str(rng.choice(["claim", "claim", "table", "choice", "alternative"]))
    return {**dict.fromkeys(COLUMNS, ""), "id": name, "where": "1", "kind": kind, "note": "drawn", **cells}


@pytest.fixture(scope="module")
def audit():
    """Verdicts on drawn statements and choices."""
    rng = stream(0, "tests", "plain export")
    tables = drawn_tables(rng, ROWS)
    claims = pd.DataFrame([drawn_claim(rng, row) for row in range(ROWS)])
    return verdicts(claims, tables, runs=9, judged_from=3, where="claims.csv").assign(
        ours=lambda own: own["measured"], study="drawn"
    )


@pytest.fixture(scope="module")
def rows(audit, tmp_path_factory):
    file = tmp_path_factory.mktemp("plain") / "plain.csv"
    write_csv(file, plain_rows(audit))
    with Path(file).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_a_stranger_comes_to_the_same_verdicts(rows):
    assert [*rows[0]] == list(PLAIN)
    assert [row["id"] for row in rows if stranger.judge(row) != row["verdict"]] == []


def test_the_table_has_every_row_that_asserts_something(audit, rows):
    assert [row["id"] for row in rows] == audit.loc[audit["asserts"] != "", "id"].tolist()
    assert {int(row["parts"]) for row in rows} == {1, 2, 3}


def test_every_assertion_came_out_in_every_way_that_it_can(rows):
    """Also as a choice of ours; an alternative that is an order or a report tells no effect."""
    found = {(row["assertion"], row["kind"], row["verdict"]) for row in rows}
    words = {
        "claim": {REPRODUCED, DIFFERS, UNDECIDED},
        "choice": {TAKEN, RULED_OUT, OPEN},
        "alternative": {POSSIBLE, RULED_OUT, OPEN},
    }
    effects = {NO_EFFECT, MATTERS}
    for asserts in ASSERTIONS:
        for kind, outcomes in words.items():
            wanted = outcomes | (effects if kind == "alternative" and asserts in ("equals", "range") else set())
            came = {verdict for a, k, verdict in found if (a, k) == (asserts, kind)}
            assert came == wanted or (asserts == "identity" and wanted - came <= {UNDECIDED, OPEN}), (asserts, kind)


def test_the_stranger_would_notice_another_verdict(rows):
    """With intervals or chances of one row in the place of another's, verdicts don't agree any more."""
    moved = [row | {name: rows[at - 1][name] for name in ("low", "high", "chance")} for at, row in enumerate(rows)]
    assert sum(stranger.judge(row) != row["verdict"] for row in moved if row["assertion"] == "range") > 10


def test_the_page_tells_of_every_column_and_every_kind():
    page = (ROOT / "docs" / "reference" / "judging-yourself.md").read_text(encoding="utf-8")
    columns, kinds = page.split("## Columns")[1].split("## Rules")
    assert all(f"`{name}`" in columns for name in PLAIN)
    assert all(f"`{name}`" in kinds for name in ASSERTIONS)
    assert all(f"*{word}*" in kinds for word in (REPRODUCED, DIFFERS, UNDECIDED, *CHOICE_OUTCOMES))


def test_the_stranger_knows_nothing_of_this_package():
    tree = ast.parse(Path(stranger.__file__).read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert {*modules} == {"decimal", "itertools", "math", "re"}
