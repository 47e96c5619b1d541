"""The audit of a small study, column by column, and a plain table from which a stranger judges every row again."""

import csv
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import stranger
import yaml
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table
from helpers.texts import message

from tttcore.claims import audit as auditing
from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.claims_file import COLUMNS, read_claims
from tttcore.claims.outcomes import CHOICE_OUTCOMES, OUTCOMES, REPRODUCTION_OF_BASIS, REPRODUCTIONS
from tttcore.claims.schemas import AUDIT
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline import store
from tttcore.pipeline.rng import stream
from tttcore.pipeline.table_files import write_csv, write_study_tables
from tttcore.project import checked_studies
from tttcore.stats.columns import columns
from tttcore.studies.tables import Table

NAN = math.nan
STUDY = {
    "study": "small", "title": "A small study", "file": "config/studies/small.yaml",
    "engine": "genetic_algorithm", "treatments": {"one": {}, "two": {}},
    "comparisons": {"both": {"a": "one", "b": "two"}},
    "published": {"tables": {"log": "log.csv"}, "repeated_by": []},
    "tables": {"summaries": "Means", "omnibus": "Tests"},
    "figures": {"late": {"claims": ["X-2", "X-1"]}, "plain": {}, "early": {"claims": ["X-2"]}},
    "benchmarks": {"times": {"claims": ["X-2", "X-4"]}},
}  # fmt: skip
SUMMARIES = pd.DataFrame({"set": "both", "group": ["a", "b"], "mean": [1.5, 2.5], "chance": 0.5})
MADE = {
    "summaries": (SUMMARIES, "results/small/tables/summaries.csv", "statistics", {"seed": 7, "code": "c0de"}),
    "log": (pd.DataFrame({"line": [1], "best": [0.5]}), "results/small/method/log.csv", "method",
            {"seed": 7, "code": "0ld"}),
    "facts": (pd.DataFrame({"fact": ["states"], "value": [765.0]}), "results/tables/facts.csv", "facts",
              {"code": "fac7"}),
}  # fmt: skip
SOURCES = {name: auditing.Source(*made) for name, made in MADE.items()}
JUDGED = {
    "asserts": "range", "published": "2", "measured": "2.5", "rule": ">= 2", "target": ">= 2", "verdict": "reproduced",
}  # fmt: skip
REPORT = {"basis": "rerun", "asserts": "report", "target": "summaries.chance[group=a]", "verdict": "compatible"}
VERDICTS = verdict_table(
    verdict_row("X-1", basis="rerun", measure="summaries.mean[group=b]", low=2.0, high=math.inf, **JUDGED),
    verdict_row("X-2", measure="facts.value[fact=states]", **JUDGED),
    verdict_row("X-3", basis="reanalysis", measure="log.best", **JUDGED),
    verdict_row("X-4", basis="timing", verdict="not testable", reason="a clock"),
    verdict_row("X-5", **REPORT),
)


@pytest.fixture(scope="module")
def small():
    return auditing.audit(STUDY, VERDICTS, SOURCES)


def test_every_statement_leads_to_its_evidence(small, snapshot):
    """Besides what the verdict says; a report without a value leads to the table of its chance."""
    taken = [name for name in VERDICTS if name in AUDIT.names]
    assert small[taken].astype(str).equals(VERDICTS[taken].astype(str))
    shown = [{name: row[name] for name in AUDIT.names if name not in taken} for row in auditing.records(small)]
    lines = [", ".join(f"{name}={value}" for name, value in row.items() if value not in ("", None)) for row in shown]
    assert "\n".join(lines) == snapshot
    assert [*small] == AUDIT.names


def test_files_say_the_same_and_repeat_byte_for_byte(small, tmp_path):
    for folder in ("one", "two"):
        auditing.write_audit(small, tmp_path / folder, provenance={"code": "x"})
    names = {f"{name}.{kind}" for name in ("audit", "choices") for kind in ("parquet", "csv", "json")} | {"plain.csv"}
    assert {file.name for file in (tmp_path / "one").iterdir()} == names
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)
    kept = store.read(tmp_path / "one" / "audit.parquet", schema=AUDIT)
    assert (
        auditing.records(kept)
        == auditing.records(small)
        == json.loads((tmp_path / "one" / "audit.json").read_text(encoding="utf-8"))
    )
    text = pd.read_csv(tmp_path / "one" / "audit.csv", dtype=str, keep_default_na=False)
    assert list(text.columns) == AUDIT.names
    assert text["seed"].tolist() == ["7", "", "7", "", "7"]


def test_the_plain_table_has_choices_too_and_intervals_for_all_parts():
    row = {"asserts": "range", "target": "> 0", "basis": "rerun", "measured": "1.0", "low": 0.5, "high": 1.5}
    verdicts = verdict_table(
        verdict_row("X-1a", **row, parts=2, adjusted_low=0.25, adjusted_high=1.75, verdict="reproduced"),
        verdict_row("X-1b"),
        verdict_row("X-2", **row, kind="alternative", verdict="possible", counted=False),
        verdict_row("X-3", asserts="identity", kind="choice", target="a", measured="a", verdict="taken", counted=False),
    )
    found = auditing.plain_rows(auditing.audit(STUDY, verdicts, SOURCES))
    shown = found[["id", "kind", "by_chance", "low", "high", "parts", "verdict"]]
    assert shown.astype(object).fillna("").to_numpy().tolist() == [
        ["X-1a", "claim", True, 0.25, 1.75, 2, "reproduced"],
        ["X-2", "alternative", True, 0.5, 1.5, 1, "possible"],
        ["X-3", "choice", False, "", "", 1, "taken"],
    ]


def test_sources_are_read_with_what_made_them(tmp_path):
    made = {"ecdf": pd.DataFrame({"set": ["a"]})}
    write_study_tables(made, tmp_path / "tables", provenance={"seed": 3, "code": "abc"})
    found = auditing.read_sources(statistics=(tmp_path / "tables").glob("*.parquet"), facts=[])
    assert list(found) == ["ecdf"]
    assert found["ecdf"].file == (tmp_path / "tables" / "ecdf.csv").as_posix()
    assert (found["ecdf"].made_by, found["ecdf"].provenance) == ("statistics", {"seed": 3, "code": "abc"})
    told = message(auditing.audit, STUDY, VERDICTS, {"facts": SOURCES["facts"]})
    assert told.endswith("unknown table 'summaries'; known: facts")


def test_every_basis_is_a_kind_of_reproduction_and_published_figures_have_one_of_ours(monkeypatch):
    """Every one that is drawn or rerun is among the claims of a figure."""
    monkeypatch.chdir(ROOT)
    bases = {basis for path in Path("config/claims").glob("*.csv") for basis in read_claims(path)["basis"]}
    assert bases == set(REPRODUCTION_OF_BASIS)
    assert set(REPRODUCTION_OF_BASIS.values()) == set(REPRODUCTIONS)
    settings = yaml.safe_load(Path("config/config.yaml").read_text(encoding="utf-8"))
    for name, study in checked_studies(settings).items():
        claims = read_claims(Path("config/claims") / f"{name}.csv")
        wanted = claims[(claims["kind"] == "figure") & claims["basis"].isin(["drawn", "rerun", "timing"])]
        assert set(wanted["id"]) <= set(auditing.figures_by_claim(study.config)), name


TREATMENTS = ["slow", "fast", "fast-long", "wild"]
COMPARISONS = {
    "speed": {"a": "slow", "b": "fast"},
    "length": {"a": "fast", "b": "fast-long"},
    "all treatments": {name: name for name in TREATMENTS},
}
PAIRS = {"longer": ["fast-long", "fast"], "wilder": ["wild", "slow"]}
LEAGUE = {"treatments": ["wild"]}


@pytest.mark.parametrize(("rows", "names", "behind", "other"), [
    ([{"treatment": "fast", "gene": "+3"}], ["fast"], {}, {}),
    ([{"treatment": "wild"}, {"treatment": "slow"}], ["slow", "wild"], {}, {}),
    ([{"set": "speed", "group": "b"}], ["fast"], {}, {}),
    ([{"set": "length", "group": "b"}], ["fast-long"], {}, {}),
    ([{"set": "length, first 30", "group": "a"}], ["fast"], {}, {}),
    ([{"set": "length", "a": "a", "b": "b"}], ["fast", "fast-long"], {}, {}),
    ([{"set": "speed", "test": "anova"}], ["slow", "fast"], {}, {}),
    ([{"set": "all treatments", "group": "wild"}], ["wild"], {}, {}),
    ([{"set": "published", "group": "b"}], [], {}, {}),
    ([{"set": "published", "group": "b"}, {"set": "speed", "group": "a"}], ["slow"], {}, {}),
    ([{"series": "edge", "law": "exponential"}], [], {}, {}),
    # a sum over treatments is about all in the table
    ([{"treatment": "all"}], ["wild"], {}, {"treatment": "wild"}),
    ([{"treatment": "all"}], [], {}, {}),
    # labels of the comparison, pairs, and what the table says where rows say nothing
    ([{"label": "b", "solved": 1.0}], ["fast-long"], {"comparison": "length"}, {}),
    ([{"pair": "wilder", "seat": "first"}], ["slow", "wild"], {"treatments": lambda row: PAIRS[row["pair"]]},
     {"pair": "longer"}),
    ([{"player": "h0 d1", "rating": 1.0}], ["wild"], LEAGUE, {}),
    ([{"a": 1, "b": 2, "difference": 1.0}], ["wild"], LEAGUE, {}),
])  # fmt: skip
def test_rows_name_treatments(rows, names, behind, other):
    """By what they hold, or the table's function says; the table may have an `other` row."""

    @columns({}, **behind)
    def function(evidence):
        raise NotImplementedError

    table = pd.DataFrame([*rows, {**rows[0], **other}] if other else rows)
    own = table.iloc[: len(rows)]
    told = auditing.treatments_behind(own, table, Table(function, ""), treatments=TREATMENTS, comparisons=COMPARISONS)
    assert told == names


# The plain table is enough for a program that knows nothing of this package.

NAMES = ("a", "b", "c: d", "e")
RANGES = ("> 0", ">= 0", "< 0.5", "<= 0.5", "<= -0.25", "0..1", "0.25..0.5", "-0.5..0.5", "> -1", ">= 1")
NUMBERS = ("0", "0.5", "1", "-0.25", "1.0")
MARGINS = ("0 ± 0.5", "1 ± 0.25", "-0.25 ± 0.5")
ORDERS = ("a < b < c: d < e", "... < e", "a < ...", "e < b < ...")
ROWS, AT_ONCE = 1500, 60
STEP = 0.25
"""Values are multiples of it, so that they often lie on the borders."""


def drawn_tables(rng, rows):
    """A table of values with intervals and chances, a row for each statement, and one of rows to put in order."""

    def multiples(low, high, size):
        return STEP * rng.integers(low, high, size)

    value, none = multiples(-2, 6, rows), rng.random(rows) < 0.15
    values = pd.DataFrame({
        "row": range(rows), "pair": [row // 2 for row in range(rows)], "value": value,
        "value_low": value - multiples(0, 3, rows), "value_high": value + multiples(0, 3, rows),
        "text": rng.choice(["left", "right", "1"], rows), "chance": rng.choice([0.01, 0.02, 0.05, 0.4], rows),
        "chance_least": rng.choice([0.001, 0.001, 0.03, 0.05], rows), "low": NAN, "high": NAN,
    })  # fmt: skip
    values.loc[none, ["value_low", "value_high"]] = NAN
    values.loc[rng.random(rows) < 0.05, ["chance", "chance_least"]] = NAN
    values.loc[rng.random(rows) < 0.05, ["value", "value_low", "value_high"]] = NAN
    ordered = pd.DataFrame([(row, name) for row in range(rows) for name in NAMES], columns=["row", "group"])
    mean, reach = multiples(0, 8, len(ordered)), rng.choice([0.0, 0.1, 0.3], len(ordered))
    ordered = ordered.assign(mean=mean, mean_low=mean - reach, mean_high=mean + reach)
    ordered.loc[ordered["row"] % 7 == 0, ["mean_low", "mean_high"]] = NAN
    values["contrary"] = np.arange(rows) % 5 == 0
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
def rows(tmp_path_factory):
    """Rows of the plain table of verdicts on drawn statements and choices, all of which it has."""
    rng = stream(0, "tests", "plain export")
    tables = drawn_tables(rng, ROWS)
    claims = pd.DataFrame([drawn_claim(rng, row) for row in range(ROWS)])
    judged = []
    for start in range(0, ROWS, AT_ONCE):  # all of a sentence, by tables that are small, and so quickly searched
        own = {name: table[table["row"] // AT_ONCE == start // AT_ONCE] for name, table in tables.items()}
        part = claims[start : start + AT_ONCE]
        judged.append(verdicts(part, own, runs=9, judged_from=3, where="claims.csv"))
    found = pd.concat(judged)
    file = tmp_path_factory.mktemp("plain") / "plain.csv"
    write_csv(file, auditing.plain_rows(found.assign(ours=found["measured"], study="drawn")))
    with file.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["id"] for row in rows] == found["id"].tolist()
    assert {int(row["parts"]) for row in rows} == {1, 2, 3}
    return rows


def test_a_stranger_comes_to_the_same_verdicts(rows):
    """He would notice others: with intervals or chances of one row in the place of another's, verdicts differ."""
    assert [*rows[0]] == list(auditing.PLAIN)
    assert [row["id"] for row in rows if stranger.judge(row) != row["verdict"]] == []
    moved = [row | {name: rows[at - 1][name] for name in ("low", "high", "chance")} for at, row in enumerate(rows)]
    assert sum(stranger.judge(row) != row["verdict"] for row in moved if row["assertion"] == "range") > 10


def test_every_assertion_came_out_in_every_way_that_it_can(rows):
    """Also as a choice of ours; an alternative that is an order or a report tells no effect."""
    found = {(row["assertion"], row["kind"], row["verdict"]) for row in rows}
    words = {
        "claim": {"reproduced", "differs", "undecided"},
        "choice": {"taken", "ruled out", "open"},
        "alternative": {"possible", "ruled out", "open"},
    }
    effects, few = {"no effect", "matters"}, {"reproduced": "compatible", "differs": "unlikely"}
    for asserts in ASSERTIONS:
        for kind, outcomes in words.items():
            wanted = outcomes | (effects if kind == "alternative" and asserts in ("equals", "range") else set())
            wanted = {few.get(word, word) for word in wanted} if asserts == "report" else wanted
            came = {verdict for a, k, verdict in found if (a, k) == (asserts, kind)}
            assert came == wanted or (asserts == "identity" and wanted - came <= {"undecided", "open"}), (asserts, kind)


def test_the_page_tells_of_every_column_and_every_kind():
    page = (ROOT / "docs" / "reference" / "judging-yourself.md").read_text(encoding="utf-8")
    told, kinds = page.split("## Columns")[1].split("## Rules")
    wanted = [*(f"`{name}`" for name in ASSERTIONS), *(f"*{word}*" for word in (*[*OUTCOMES][:5], *CHOICE_OUTCOMES))]
    assert [name for name in auditing.PLAIN if f"`{name}`" not in told] == []
    assert [name for name in wanted if name not in kinds] == []
