"""`ttt verify`, `tidy`, `draw`, `facts`, `new` and `new-project`: what they tell of results, and what they refuse."""

import json
import resource
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import transcript

from tttcore.engines.engine import engines
from tttcore.league.classic import SEATS
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.rounding import rounded_table
from tttcore.pipeline.store import write
from tttcore.pipeline.table_files import write_study_tables
from tttcore.project import checked_studies
from tttcore.report.figures import draw

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")
NAME = "MANIFEST.sha256"
RUNS = "a2020/runs.parquet"


def make(folder, *, code, count=2):
    """Results of some code, with pages and an audit that name it, and files that are in no manifest."""
    write(folder / RUNS, pd.DataFrame({"n": range(count)}), provenance={"code": code})
    listed = {"a2020/tables/b.csv": "b\n1\n", "audit/audit.csv": f"code\n{code}\n", "report/index.html": f"<p>{code}"}
    others = ("report/timings.html", "report/provenance.html", "logs/a.log", "a2020/runs/0-2.parquet")
    for texts in (listed, dict.fromkeys(others, "not listed")):
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        if texts is listed:
            write_manifest(folder / NAME, digests(folder.iterdir(), root=folder))
    return folder


@pytest.fixture
def results(tmp_path):
    return make(tmp_path / "results", code="0123")


def test_results_as_they_were_made(ttt, results, snapshot):
    """Copied, of other code, and with files that are changed, missing and left over."""
    shutil.copytree(results, "copy")
    make(results.parent / "other", code="4567")
    told = transcript(ttt, "tidy", "verify copy", f"verify --against other/{NAME}")
    (results / "report" / "index.html").write_text("<p>0124")
    (results / "a2020" / "tables" / "b.csv").unlink()
    (results / "a2020" / "tables" / ".snakemake_timestamp").touch()
    (results / "a2020" / "tables" / "c.csv").touch()
    (results / "a2020" / "runs" / "notes.txt").touch()
    assert told + "\n" + transcript(ttt, "verify") == snapshot


def test_against_other_results(ttt, results, snapshot):
    other = make(results.parent / "other", code="0123", count=3)
    (other / "a2020" / "tables" / "b.csv").rename(other / "a2020" / "tables" / "c.csv")
    write_manifest(other / NAME, digests([other / RUNS, other / "a2020" / "tables"], root=other))
    assert transcript(ttt, f"verify --against other/{NAME}") == snapshot


def test_manifests_that_are_none(ttt, results, snapshot):
    """Names in a foreign one cannot act on the terminal."""
    (results.parent / "theirs").write_text(f"{'0' * 64}  a2020/\x1b[2Jx.csv\n")
    (results.parent / "twice").write_text(f"{'0' * 64}  \x1b[2J\n" * 2)
    told = [transcript(ttt, f"verify --against {name}") for name in ("theirs", "twice")]
    (results / NAME).write_text(f"{'0' * 64}  a2020/x.csv\nabc  a2020/y.csv\n")
    told.append(transcript(ttt, "verify"))
    (results / NAME).unlink()
    assert "\n".join([*told, transcript(ttt, "verify")]) == snapshot


@pytest.mark.parametrize("answer", ["y", "n"])
def test_what_is_left_over_is_removed_if_the_user_agrees(ttt, results, answer):
    left, mine = results / "a2020" / "tables" / "c.csv", results / "a2020" / "runs" / "notes.txt"
    for file in (left, mine):
        file.touch()
    code, out, err = ttt("tidy", typed=answer)
    listed, asked = out.splitlines()[:2]
    assert (code, listed, err) == (0, "a2020/tables/c.csv", "")
    assert asked.startswith("Remove these files?")
    assert (left.exists(), mine.exists()) == (answer == "n", True)
    assert ttt("verify")[0] == (answer == "n")


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
def test_sha256sum_agrees(results):
    checked = subprocess.run(["sha256sum", "--check", "--quiet", NAME], cwd=results, capture_output=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, b"")


@pytest.fixture
def _project(in_a_folder_of_its_own):
    """A project without results."""
    shutil.copytree(ROOT / "config", "config")


@pytest.mark.usefixtures("_project")
def test_a_figure_of_a_league_is_drawn(ttt):
    """Its documents have their names; all figures of all leagues are listed."""
    groups = ["ancheta2020/control-listed", "ancheta2020/umg-listed", "house/perfect"]
    score = {"score": 0.5, "score_low": 0.4, "score_high": 0.6}
    ranking = pd.concat([pd.DataFrame({"group": groups, **score}).assign(seat=seat) for seat in SEATS])
    write_study_tables({"ranking": ranking}, "results/league/classic", provenance={})
    listed = dict(line.split(": ", 1) for line in ttt("draw", "league")[1].splitlines())
    assert {"ranking", "lattice-ranking", "nine-board-ranking"} <= {*listed}
    drawn = draw("league", "ranking")
    assert drawn.get_suptitle() == listed["ranking"]
    assert "Ancheta et al. 2020" in [text.get_text() for text in drawn.axes[0].get_yticklabels()]
    assert ttt("draw", "league", "ranking", "-o", "best.png") == (0, "best.png\n", "")


@pytest.mark.usefixtures("_project")
def test_a_plan_counts_missing_jobs_and_their_cost(ttt, snapshot):
    """Runs of 0.0005 s in batches of a second; two of four batches of a treatment are there."""
    study = Path("config/studies/gardner1962.yaml")
    assert "seconds_per_replicate: 0.0005" in study.read_text(encoding="utf-8")
    commands = [
        ["plan", "--config", "studies=[gardner1962]", "--config", "batch_seconds=1", "--config", f"replicates={number}"]
        for number in (8_000, 2_000, 0)
    ]
    for batch in ("0-2000", "4000-6000"):
        Path(f"results/gardner1962/runs/random/{batch}.parquet").parent.mkdir(parents=True, exist_ok=True)
        Path(f"results/gardner1962/runs/random/{batch}.parquet").touch()
    wrong = (["plan", "--config", each] for each in ("replicates", "studies=[a", "seed=017"))
    assert transcript(ttt, *commands, *wrong) == snapshot


@pytest.mark.usefixtures("_project")
def test_studies_are_listed_and_missing_figures_named(ttt, snapshot):
    assert transcript(ttt, "draw", "draw league rankin", "draw league matrix") == snapshot


FACTS = "results/tables/facts.parquet"


def test_strategies_come_from_results_that_agree_with_the_other_facts(ttt, quick_facts):
    """They are left out if there are no results, and if these tell other facts."""
    names = quick_facts["fact"].tolist()
    left_out = "strategies that never lose are left out; --all counts them in half a minute\n"

    def told(table=None):
        if table is not None:
            write(FACTS, table, provenance={})
        code, out, err = ttt("facts", "--json")
        assert code == 0
        return json.loads(out), err

    found, err = told()
    assert ([*found], err) == (names, f"no {FACTS}: {left_out}")
    assert not any(name.startswith("no_loss") for name in names)
    counted = ("no_loss_strategies_second", float(10**21), str(10**21), "made up", "")  # which stand before the last
    row = pd.DataFrame([counted], columns=quick_facts.columns)
    table = rounded_table(pd.concat([quick_facts[:-4], row, quick_facts[-4:]], ignore_index=True))
    found, err = told(table)
    assert ([*found], err) == (table["fact"].tolist(), f"strategies that never lose come from {FACTS}\n")
    assert found["no_loss_strategies_second"] == 10**21
    assert found["rmg_loses_to_random"] == quick_facts.set_index("fact").loc["rmg_loses_to_random", "value"]
    assert "made up" in ttt("facts", "--results", "results")[1]
    assert told(table[["fact"]])[1] == f"{FACTS} is no table of facts: {left_out}"
    others = table.assign(value=table["value"].where(table["fact"] != "states", table["value"].iloc[0]))
    found, err = told(others)
    assert ([*found], err) == (names, f"{FACTS} has other facts: {left_out}")


@pytest.fixture
def short_files():
    """No file may have more than a thousand bytes, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_new_studies_of_learners_are_complete_in_a_new_project(ttt, monkeypatch):
    """And stand beside one another."""
    assert ttt("new-project", "mine")[0] == 0
    monkeypatch.chdir("mine")
    for name in ("one", "two"):
        code, out, _ = ttt("new", "study", name)
        *files, last = out.splitlines()
        assert code == 0
        assert files == [f"config/{place}" for place in (
            f"studies/{name}.yaml", f"claims/{name}.csv", f"findings/{name}.csv", f"learners/{name}.py")]  # fmt: skip
        assert last == f"run it: snakemake --cores all {name} --config scale=quick"
    assert [*checked_studies({"studies": ["one", "two"]})] == ["one", "two"]


@pytest.fixture
def left(tmp_path):
    """Function that lists files, in a folder with the places that `ttt new` writes to."""
    for folder in ("config/studies", "tttcore/engines"):
        (tmp_path / folder).mkdir(parents=True)
    return lambda: [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize(("engine", "said"), [
    ("tabluar", f"unknown engine 'tabluar' (did you mean 'tabular'?); known: {', '.join(engines())}"),
    ("tabular", "'tabular' doesn't take the recipe of a new study (zz.yaml: defaults.target: "),
    ("genies", "'genies' doesn't take the recipe of a new study (zz.yaml: defaults.target: "),
])  # fmt: skip
def test_a_study_that_an_engine_does_not_take(left, refused, engine, said):
    assert refused("new", "study", "zz", "--engine", engine).startswith(f"--engine: {said}")
    assert left() == []


@pytest.mark.usefixtures("short_files")
def test_an_engine_that_finds_no_room(left, refused):
    """Its first files are short enough; the next try is not refused because of them."""
    assert refused("new", "engine", "zz") == "tttcore/engines/zz/engine.py: cannot be written: File too large"
    assert left() == []


@pytest.mark.usefixtures("short_files")
@pytest.mark.parametrize("folder", ["mine", "my own/mine"])
def test_a_project_that_finds_no_room(tmp_path, refused, folder):
    assert refused("new-project", folder) == f"{folder}: cannot be written: File too large"
    assert [*tmp_path.iterdir()] == []


def test_a_project(tmp_path, ttt, refused):
    assert ttt("new-project", "my own/mine")[0] == 0
    assert [*(tmp_path / "my own").iterdir()] == [tmp_path / "my own" / "mine"]
    assert {path.name for path in (tmp_path / "my own/mine").iterdir()} >= {".gitignore", "Snakefile", "config"}
    (tmp_path / "mine").mkdir()
    assert refused("new-project", "mine").startswith("mine already exists; choose another name")
    long = "x" * 300
    assert refused("new-project", long) == f"{long}: cannot be written: File name too long; choose a shorter name"
