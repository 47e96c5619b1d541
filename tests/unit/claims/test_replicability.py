"""Comparison of runs of the project by verdicts, estimates and intervals."""

import pandas as pd
import pytest
from click.testing import CliRunner
from helpers.pages import audit_of
from helpers.tables import verdict_row, verdict_table
from helpers.texts import message

from tttcore.claims.audit import write_audit
from tttcore.claims.replicability import compare, read_audit, replicability, verdicts_by_seed
from tttcore.cli import ttt
from tttcore.report.audit import replicated

ROW = {"basis": "rerun", "asserts": "range"}


def run(folder, seed, **found):
    """Results of a run with these verdicts and values, by id."""
    rows = [verdict_row(name, **ROW, verdict=verdict, measured=value) for name, (verdict, value) in found.items()]
    audit = audit_of(verdict_table(*rows)).assign(seed=seed).astype({"seed": "Int64"})
    write_audit(audit, folder / "audit", provenance={})
    return folder


@pytest.fixture
def runs(tmp_path):
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        (folder / "audit").mkdir(parents=True)
    first = run(folders[0], 1, A=("reproduced", "1"), B=("differs", "2"), C=("undecided", "3"))
    others = {"C": ("undecided", "3.5"), "D": ("differs", "4")}
    second = run(folders[1], 2, A=("reproduced", "1"), B=("undecided", "2.5"), **others)
    return [first, second]


def test_rows_in_which_runs_differ(runs):
    found = compare({folder.name: read_audit(folder) for folder in runs}).set_index(["id", "run"])
    assert found.index.get_level_values("id").unique().tolist() == ["B", "C", "D"]
    assert found.loc[("B", "a"), "verdict"] == "differs"
    assert found.loc[("C", "b"), "ours"] == "3.5"
    assert pd.isna(found.loc[("D", "a"), "verdict"])


def test_verdicts_that_all_seeds_agree_in(runs, tmp_path):
    by_seed = verdicts_by_seed({folder.name: read_audit(folder) for folder in runs})
    assert [*by_seed] == ["1", "2"]
    assert replicability(by_seed) == (2, ["B"])
    told = "Of 2 decided verdicts, all 2 seeds agree in 1."
    assert replicated(by_seed, read_audit(runs[0]).reset_index()) == f"{told} The others: B (differs, undecided)."
    assert replicated(by_seed.drop(columns="1"), read_audit(runs[0]).reset_index()) == ""
    twice = {"a": read_audit(runs[0]), "c": read_audit(runs[0])}
    assert "another run has" in message(verdicts_by_seed, twice)
    shown = CliRunner().invoke(ttt, ["compare", *map(str, runs), "--verdicts", "--csv", str(tmp_path / "seeds.csv")])
    assert (shown.exit_code, shown.output.splitlines()[-1]) == (0, told)
    assert "3.5" not in shown.output
    assert pd.read_csv(tmp_path / "seeds.csv", dtype=str)["1"].fillna("").tolist() == [
        "reproduced",
        "differs",
        "undecided",
        "",
    ]
