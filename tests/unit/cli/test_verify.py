"""`ttt verify` as a separate process: exit codes, and a line for every difference."""

import shutil
import subprocess

import pandas as pd
import pytest
from programs import run

from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.store import write

NAME = "MANIFEST.sha256"
RUNS = "a2020/runs.parquet"


def make(folder, *, code, count=2):
    """Results of some code, with pages and an audit that name it, and files that are in no manifest."""
    write(folder / RUNS, pd.DataFrame({"n": range(count)}), provenance={"code": code})
    for name, text in {
        "a2020/tables/b.csv": "b\n1\n",
        "audit/audit.csv": f"code\n{code}\n",
        "report/index.html": f"<p>{code}",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    write_manifest(folder / NAME, digests(folder.iterdir(), root=folder))
    for name in ("report/timings.html", "report/provenance.html", "logs/a.log", "a2020/runs/0-2.parquet"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("not listed")
    return folder


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return make(tmp_path / "results", code="0123")


def test_as_made(results):
    assert run("tidy") == (0, [], [])
    shutil.copytree(results, results.parent / "copy")
    assert run("verify", str(results.parent / "copy")) == (0, ["4 files as they were made"], [])


def test_changed_missing_and_left_over(results):
    (results / "report" / "index.html").write_text("<p>0124")
    (results / "a2020" / "tables" / "b.csv").unlink()
    (results / "a2020" / "tables" / "c.csv").touch()
    told = ["missing: a2020/tables/b.csv", "left over: a2020/tables/c.csv", "changed: report/index.html"]
    assert run("verify") == (1, told, [])


def test_names_in_a_foreign_manifest_cannot_act_on_the_terminal(results, tmp_path):
    (tmp_path / "theirs").write_text(f"{'0' * 64}  a2020/\x1b[2Jx.csv\n")
    code, out, _ = run("verify", "--against", str(tmp_path / "theirs"))
    assert (code, out[0]) == (1, r"only there: a2020/\x1b[2Jx.csv")
    (tmp_path / "theirs").write_text(f"{'0' * 64}  \x1b[2J\n" * 2)
    code, _, err = run("verify", "--against", str(tmp_path / "theirs"))
    told = rf"ttt: error: {tmp_path / 'theirs'}: line 2: \x1b[2J stands there twice; allowed: once"
    assert (code, err) == (2, [told])


@pytest.mark.parametrize("answer", ["y", "n"])
def test_what_is_left_over_is_removed_if_the_user_agrees(results, answer):
    left, mine = results / "a2020" / "tables" / "c.csv", results / "a2020" / "runs" / "notes.txt"
    for file in (left, mine):
        file.touch()
    code, out, err = run("tidy", typed=answer)
    assert (code, out[0], err) == (0, "a2020/tables/c.csv", [])
    assert out[1].startswith("Remove these files?")
    assert (left.exists(), mine.exists()) == (answer == "n", True)
    assert run("verify")[0] == (answer == "n")


def test_against_results_of_other_code(results):
    make(results.parent / "other", code="4567")
    told = "4 files as they were made, 2 of them results as in other/MANIFEST.sha256"
    assert run("verify", "--against", f"other/{NAME}") == (0, [told], [])


def test_against_other_results(results):
    other = make(results.parent / "other", code="0123", count=3)
    (other / "a2020" / "tables" / "b.csv").rename(other / "a2020" / "tables" / "c.csv")
    write_manifest(other / NAME, digests([other / RUNS, other / "a2020" / "tables"], root=other))
    told = [f"differs: {RUNS}", "only here: a2020/tables/b.csv", "only there: a2020/tables/c.csv"]
    assert run("verify", "--against", f"other/{NAME}") == (1, told, [])


def test_a_manifest_that_is_none(results):
    with (results / NAME).open("a") as file:
        file.write("abc  a2020/x.csv\n")
    lines = len((results / NAME).read_text().splitlines())
    code, out, err = run("verify")
    assert (code, out, len(err)) == (2, [], 1)
    assert err[0].startswith(f"ttt: error: results/{NAME}: line {lines}: 'abc  a2020/x.csv'; allowed: 64 hexadecimal")


def test_no_manifest(results):
    (results / NAME).unlink()
    missing = f"ttt: error: results/{NAME}: no such file; it is written when all results are made"
    assert run("verify") == (2, [], [missing])


def test_sha256sum_agrees(results):
    if shutil.which("sha256sum") is None:
        pytest.skip("no sha256sum")
    checked = subprocess.run(["sha256sum", "--check", "--quiet", NAME], cwd=results, capture_output=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, b"")
