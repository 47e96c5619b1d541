"""A finished run in Python: what each method reads, what it says to each mistake, and the examples of its page."""

import ast
import os
import re
import shutil
from textwrap import dedent

import nbformat
import pandas as pd
import pytest
from helpers.project import ROOT, SHRINK
from helpers.texts import message
from matplotlib.figure import Figure

import tttcore
from tttcore.claims.outcomes import CHOICES, STATEMENTS
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline.store import read, write
from tttcore.pipeline.table_files import read_study_tables

pytestmark = pytest.mark.needs_jit
STUDY = "ancheta2020"
STUDIES = sorted(SHRINK)


@pytest.fixture
def results(finished, monkeypatch):
    """The results of the small project, opened in its folder."""
    monkeypatch.chdir(finished.folder)
    return tttcore.results()


@pytest.mark.parametrize("study", STUDIES)
def test_tables_are_the_stored_ones(results, study):
    """Runs and traces, whole and in part, and tables of statistics and of the method."""
    for what in ("runs", "traces"):
        whole = read(f"results/{study}/{what}.parquet")
        found = getattr(results, what)
        pd.testing.assert_frame_equal(found(study), whole)
        treatment, columns = whole["treatment"].iloc[-1], [whole.columns[-1], "replicate"]
        own = whole[whole["treatment"] == treatment].reset_index(drop=True)
        pd.testing.assert_frame_equal(found(study, treatment=treatment), own)
        pd.testing.assert_frame_equal(found(study, columns=columns), whole[columns])
        pd.testing.assert_frame_equal(found(study, treatment=treatment, columns=columns), own[columns])
    expected = read_study_tables([f"results/{study}/tables", f"results/{study}/method"])
    assert results.tables(study) == [*expected]
    for name, table in expected.items():
        pd.testing.assert_frame_equal(results.table(study, name), table)


def test_runs_are_ordered_by_treatment_and_replicate(results, finished):
    """Nine boards have traces of searches that are measured alone."""
    assert results.studies == STUDIES
    treatments = finished.config(f"studies/{STUDY}.yaml")["treatments"]
    runs = results.runs(STUDY, columns=["treatment", "replicate"])
    assert runs["treatment"].unique().tolist() == [*treatments]
    assert all(own["replicate"].tolist() == [*range(len(own))] for _, own in runs.groupby("treatment"))
    assert results.traces("osipa2017", treatment="openings").empty


def test_claims_are_those_of_the_audit(results):
    claims, choices = results.claims(), results.choices()
    pd.testing.assert_frame_equal(claims, read("results/audit/audit.parquet", schema=AUDIT))
    own = [results.claims(study) for study in claims["study"].unique()]
    pd.testing.assert_frame_equal(pd.concat(own, ignore_index=True), claims)
    assert all(table.index[0] == 0 for table in own)
    pd.testing.assert_frame_equal(choices, read("results/audit/choices.parquet", schema=AUDIT))
    assert ({*claims["kind"]}, {*choices["kind"]}) == ({*STATEMENTS}, {*CHOICES})
    assert {*results.choices(STUDY)["study"]} == {STUDY}


def test_figures_are_drawn_as_the_given_configuration_says(results, tmp_path):
    assert results.draw(STUDY, "ecdf-all").axes
    told = message(tttcore.results("results", config=tmp_path).draw, STUDY, "ecdf-all")
    assert told.endswith("studies: no such folder; run this in the folder of a project")


def test_players_are_at_the_end_of_their_runs_or_at_a_step(results):
    name = "post1999/cube/0"
    last, first = results.agent(name), results.agent(name, step=1)
    assert last.name == first.name == name
    assert last.start.board.dimensions == 3
    assert last.move(last.start) in last.start.legal_moves()
    assert results.agent("ancheta2020/second-seat/0").seat == "second"


REFUSED = "changed since a job wrote it; delete it and run again"


@pytest.fixture
def copied(results, tmp_path, monkeypatch):
    """A copy of some results of the small project."""
    for name in ("logs", "gardner1962", "michie1963"):
        shutil.copytree(f"results/{name}", tmp_path / "results" / name)
    monkeypatch.chdir(tmp_path)
    return tttcore.results(config=ROOT / "config")


@pytest.mark.parametrize("what", ["runs", "traces", "tables/machines"])
def test_results_of_another_study_are_refused(copied, what):
    shutil.copy(f"results/gardner1962/{what}.parquet", f"results/michie1963/{what}.parquet")
    folder, _, name = what.rpartition("/")
    told = message(copied.table, "michie1963", name) if folder else message(getattr(copied, what), "michie1963")
    assert told == f"results/michie1963/{what}.parquet: {REFUSED}"
    assert message(copied.draw, "michie1963", "learning") == told


def test_a_table_that_another_program_has_written_again_is_refused(copied):
    """Its rows are the same, and its provenance is lost."""
    pd.read_parquet("results/michie1963/runs.parquet").to_parquet("results/michie1963/runs.parquet")
    assert message(copied.runs, "michie1963").endswith(REFUSED)
    shutil.rmtree("results/logs")
    assert len(copied.runs("michie1963"))
    assert message(copied.draw, "michie1963", "learning").endswith("names no recipes; delete it and run again")


def test_what_is_no_name_is_told(copied):
    with pytest.raises(TypeError, match="agent: None is no name, such as 'house/perfect'"):
        copied.agent(None)
    assert message(copied.runs, "michie1963", columns="seed") == "columns: 'seed' is text; needs a list of names"
    os.unlink("results/michie1963/runs.parquet")
    assert message(copied.runs, "michie1963") == "results/michie1963/runs.parquet: no such file"


UNKNOWN = [
    ("runs", ["ancheta"], {}), ("traces", ["audit"], {}), ("tables", ["osipa"], {}), ("table", ["post", "x"], {}),
    ("claims", ["post"], {}), ("choices", ["po"], {}), ("table", [STUDY, "summary"], {}),
    ("runs", [STUDY], {"columns": ["treatment", "generation"]}),
    ("traces", [STUDY], {"treatment": "control-list", "columns": ["best"]}), ("draw", [STUDY, "ecdf-al"], {}),
    ("agent", ["mrugala2020/3x3/9"], {}), ("agent", ["mrugala2020/3x3/0"], {"step": 3}),
    ("agent", ["house/perfekt"], {}), ("agent", ["minimax"], {}),
]  # fmt: skip


def test_unknown_names(results, snapshot):
    """Each is named with what it may mean; lists of what there is are left out here."""
    told = [message(getattr(results, method), *given, **options) for method, given, options in UNKNOWN]
    assert re.sub("(known: |allowed: |lists the ).*", r"\1...", "\n".join(told)) == snapshot


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A folder of results with one file of runs."""
    monkeypatch.chdir(tmp_path)
    runs = pd.DataFrame({"treatment": ["usual", "usual", "other"], "replicate": [0, 1, 0], "length": [3, 5, 4]})
    write("results/study/runs.parquet", runs, provenance={})
    return tmp_path / "results" / "study" / "runs.parquet"


@pytest.mark.usefixtures("stored")
def test_what_an_unfinished_run_lacks(snapshot):
    opened = tttcore.results("results")
    told = [message(tttcore.results, each) for each in ("result", "elsewhere/results", "results/study/runs.parquet")]
    told += [message(opened.traces, "study"), message(opened.traces, "study", columns=["best"])]
    told += [message(opened.claims), message(opened.choices)]
    told += [message(opened.agent, "study/usual/0"), message(opened.table, "study", "ecdf")]
    assert "\n".join(told) == snapshot


def test_a_damaged_file_is_refused(stored):
    stored.write_bytes(stored.read_bytes()[:-10])
    opened = tttcore.results("results")
    for options in ({}, {"treatment": "usual"}, {"columns": ["length"]}):
        told = message(opened.runs, "study", **options)
        assert told.startswith("results/study/runs.parquet: damaged or cut short (")


NOTEBOOK = ROOT / "docs" / "how-to" / "results-in-python.ipynb"
CELLS = [each["source"] for each in nbformat.read(NOTEBOOK, as_version=4).cells if each["cell_type"] == "code"]


def run(cell: str, names: dict):
    """What a cell shows below itself: the value of its last line, if that is an expression.

    Jupyter runs it in the same way, but for lines that begin with ``%``.
    """
    lines = ast.parse("\n".join(line for line in cell.splitlines() if not line.startswith("%"))).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_example_of_a_citation(results):
    text = (ROOT / "docs" / "how-to" / "cite-a-verdict.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^ *```python\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)
    shown = run(dedent(example), {})
    assert {"ours", "verdict", "seed", "code"} <= {*shown.index}
    assert shown.shape[1] == 1


def test_the_examples_do_what_they_say(finished, tmp_path, monkeypatch, capsys):
    docs = tmp_path / "docs" / "how-to"
    docs.mkdir(parents=True)
    for part in ("config", "results"):
        (tmp_path / part).symlink_to(finished.folder / part)
    monkeypatch.chdir(docs)
    names = {}
    shown = [run(cell, names) for cell in CELLS]
    assert {"treatment", "generations"} == {*names["runs"]}
    assert {Figure, pd.DataFrame, pd.Series} <= {type(value) for value in shown}
    assert names["position"].winner in (0, 1, 2)
    told = "results/ancheta2020: unknown table 'summary' (did you mean 'summaries'?); known: "
    assert capsys.readouterr().out.startswith(told)


def test_every_part_has_a_short_example_that_shows_every_value():
    """Jupyter shows none but the last of a cell."""
    examples = CELLS[1:]
    assert all(len(example.splitlines()) <= 5 for example in examples)
    parts = ("studies", "runs(", "traces(", "tables(", "table(", "claims(", "draw(", "agent(")
    assert [part for part in parts if f"results.{part}" not in "".join(examples)] == []
    inner = [line for example in examples for line in ast.parse(example).body[:-1] if isinstance(line, ast.Expr)]
    assert [ast.unparse(line) for line in inner] == ["figure.set_size_inches(8, 6)"]
