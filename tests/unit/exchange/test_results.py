"""A finished run in Python: what each method reads, what it says to each mistake, and the examples of its page."""

import ast
import importlib.util
import re
import subprocess
import sys
from textwrap import dedent

import nbformat
import pandas as pd
import pytest
from helpers.project import ROOT, SHRINK
from matplotlib.figure import Figure

import tttcore
from tttcore.claims.outcomes import CHOICES, STATEMENTS
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError, read, write
from tttcore.pipeline.table_files import read_study_tables

pytestmark = pytest.mark.needs_jit
STUDY = "ancheta2020"
STUDIES = sorted(SHRINK)


@pytest.fixture
def results(finished, monkeypatch):
    """The results of the small project, opened in its folder."""
    monkeypatch.chdir(finished.folder)
    return tttcore.results()


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A folder of results with one file of runs."""
    monkeypatch.chdir(tmp_path)
    runs = pd.DataFrame({"treatment": ["usual", "usual", "other"], "replicate": [0, 1, 0], "length": [3, 5, 4]})
    write("results/study/runs.parquet", runs, provenance={})
    return tmp_path / "results" / "study" / "runs.parquet"


def test_the_package_is_imported_at_once():
    program = "import sys, tttcore; print(sorted({'matplotlib', 'numpy', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_studies_are_those_with_runs(results):
    assert results.studies == STUDIES


@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.parametrize("what", ["runs", "traces"])
def test_runs_and_traces_are_the_stored_ones(results, study, what):
    whole = read(f"results/{study}/{what}.parquet")
    found = getattr(results, what)
    pd.testing.assert_frame_equal(found(study), whole)
    treatment, columns = whole["treatment"].iloc[-1], [whole.columns[-1], "replicate"]
    own = whole[whole["treatment"] == treatment].reset_index(drop=True)
    pd.testing.assert_frame_equal(found(study, treatment=treatment), own)
    pd.testing.assert_frame_equal(found(study, columns=columns), whole[columns])
    pd.testing.assert_frame_equal(found(study, treatment=treatment, columns=columns), own[columns])


def test_runs_are_ordered_by_treatment_and_replicate(results, finished):
    treatments = finished.config(f"studies/{STUDY}.yaml")["treatments"]
    runs = results.runs(STUDY, columns=["treatment", "replicate"])
    assert runs["treatment"].unique().tolist() == [*treatments]
    assert all(own["replicate"].tolist() == [*range(len(own))] for _, own in runs.groupby("treatment"))


def test_a_treatment_whose_runs_have_no_traces_has_none(results):
    """Nine boards have traces of searches that are measured."""
    assert results.traces("osipa2017", treatment="openings").empty


@pytest.mark.parametrize("study", STUDIES)
def test_tables_are_those_of_statistics_and_of_the_method(results, study):
    expected = read_study_tables([f"results/{study}/tables", f"results/{study}/method"])
    assert results.tables(study) == [*expected]
    for name, table in expected.items():
        pd.testing.assert_frame_equal(results.table(study, name), table)


def test_claims_are_those_of_the_audit(results):
    claims = results.claims()
    pd.testing.assert_frame_equal(claims, read("results/audit/audit.parquet", schema=AUDIT))
    own = [results.claims(study) for study in claims["study"].unique()]
    pd.testing.assert_frame_equal(pd.concat(own, ignore_index=True), claims)
    assert all(table.index[0] == 0 for table in own)
    choices = results.choices()
    pd.testing.assert_frame_equal(choices, read("results/audit/choices.parquet", schema=AUDIT))
    assert ({*claims["kind"]}, {*choices["kind"]}) == ({*STATEMENTS}, {*CHOICES})
    assert {*results.choices(STUDY)["study"]} == {STUDY}


def test_figures_are_drawn(results):
    figure = results.draw(STUDY, "ecdf-all")
    assert isinstance(figure, Figure)
    assert figure.axes


def test_figures_follow_the_configuration_that_was_given(results, tmp_path):
    elsewhere = tttcore.results("results", config=tmp_path)
    with pytest.raises(ConfigError, match=r"studies: unknown study 'ancheta2020'; known: none$"):
        elsewhere.draw(STUDY, "ecdf-all")


def test_players_are_at_the_end_of_their_runs_or_at_a_step(results):
    name = "post1999/cube/0"
    last, first = results.agent(name), results.agent(name, step=1)
    assert last.name == first.name == name
    assert last.start.board.dimensions == 3
    assert last.move(last.start) in last.start.legal_moves()
    assert results.agent("ancheta2020/second-seat/0").seat == "second"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda results: results.runs("ancheta"), r"^results: unknown study 'ancheta' \(did you mean 'ancheta2020'"),
        (lambda results: results.traces("audit"), r"^results: unknown study 'audit'; known: ancheta2020, gardner"),
        (lambda results: results.tables("osipa"), r"^results: unknown study 'osipa' \(did you mean 'osipa2017'\?\)"),
        (lambda results: results.table("post", "x"), r"^results: unknown study 'post' \(did you mean 'post1999'\?\)"),
        (lambda results: results.claims("post"), r"^results/audit/audit\.parquet: unknown study 'post' \(did you mean"),
        (lambda results: results.choices("po"), r"^results/audit/choices\.parquet: unknown study 'po'"),
        (
            lambda results: results.table(STUDY, "summary"),
            r"^results/ancheta2020: unknown table 'summary' \(did you mean 'summaries'\?\); known: ",
        ),
        (
            lambda results: results.runs(STUDY, columns=["treatment", "generation"]),
            r"^results/ancheta2020/runs\.parquet: unknown column 'generation' \(did you mean 'generations'\?\); ",
        ),
        (
            lambda results: results.traces(STUDY, treatment="control-list", columns=["best"]),
            r"^results/ancheta2020/traces\.parquet: unknown treatment 'control-list' \(did you mean 'control-listed'",
        ),
        (
            lambda results: results.draw(STUDY, "ecdf-al"),
            r"^ancheta2020 has no figure 'ecdf-al' \(did you mean 'ecdf-all'\?\)",
        ),
    ],
)
def test_unknown_names(results, asked, said):
    with pytest.raises(ConfigError, match=said) as told:
        asked(results)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "step", "said"),
    [
        ("mrugala2020/3x3/9", None, r"^unknown agent 'mrugala2020/3x3/9' \(did you mean .*; `ttt agents` lists the "),
        ("mrugala2020/3x3/0", 3, r"^mrugala2020/3x3/0: there is none at step 3; allowed: 0, 1585, "),
        ("house/perfekt", None, r"^unknown agent 'house/perfekt' \(did you mean 'house/perfect'"),
        ("minimax", None, r"^unknown agent 'minimax'.*; `ttt agents` lists the "),
    ],
)
def test_unknown_players(results, name, step, said):
    with pytest.raises(ValueError, match=said):
        results.agent(name, step=step)


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("result", r"^result: no such folder of results \(did you mean 'results'\?\); known: results$"),
        ("elsewhere/results", r"^elsewhere/results: no such folder of results; known: none$"),
        ("results/study/runs.parquet", r"^results/study/runs\.parquet: no such folder of results; known: none$"),
    ],
)
def test_a_folder_that_is_not_there(folder, said):
    with pytest.raises(StoreError, match=said):
        tttcore.results(folder)


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda results: results.traces("study"), r"^results/study/traces\.parquet: no such file$"),
        (lambda results: results.traces("study", columns=["best"]), r"^results/study/traces\.parquet: no such file$"),
        (lambda results: results.claims(), r"^results/audit/audit\.parquet: no such file$"),
        (lambda results: results.choices(), r"^results/audit/choices\.parquet: no such file$"),
        (lambda results: results.agent("study/usual/0"), r"^unknown agent 'study/usual/0'; `ttt agents` lists the 7 "),
        (lambda results: results.table("study", "ecdf"), r"^results/study: unknown table 'ecdf'; known: none$"),
    ],
)
def test_what_an_unfinished_run_lacks(asked, said):
    with pytest.raises(ValueError, match=said):
        asked(tttcore.results("results"))


def test_a_damaged_file_is_refused(stored):
    stored.write_bytes(stored.read_bytes()[:-10])
    opened = tttcore.results("results")
    for options in ({}, {"treatment": "usual"}, {"columns": ["length"]}):
        with pytest.raises(StoreError, match=r"^results/study/runs\.parquet: damaged or cut short \("):
            opened.runs("study", **options)


NOTEBOOK = ROOT / "docs" / "how-to" / "results-in-python.ipynb"
BEGIN, *EXAMPLES = [
    cell["source"] for cell in nbformat.read(NOTEBOOK, as_version=4).cells if cell["cell_type"] == "code"
]


def run(cell: str, names: dict):
    """What a cell shows below itself: the value of its last line, if that is an expression.

    Jupyter runs it in the same way, but for lines that begin with ``%``.
    """
    lines = ast.parse("\n".join(line for line in cell.splitlines() if not line.startswith("%"))).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_is_the_page():
    spec = importlib.util.spec_from_file_location("notebook", NOTEBOOK.with_name("notebook.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert text == module.notebook(), "run: make notebook"
    assert nbformat.validator.isvalid(nbformat.reads(text, as_version=4))


def test_the_example_of_a_citation(results):
    text = (ROOT / "docs" / "how-to" / "cite-a-verdict.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^ *```python\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)
    shown = run(dedent(example), {})
    assert {"ours", "verdict", "seed", "code"} <= {*shown.index}
    assert shown.shape[1] == 1


@pytest.mark.needs_jit
def test_the_examples_do_what_they_say(finished, tmp_path, monkeypatch, capsys):
    docs = tmp_path / "docs" / "how-to"
    docs.mkdir(parents=True)
    for part in ("config", "results"):
        (tmp_path / part).symlink_to(finished.folder / part)
    monkeypatch.chdir(docs)
    names = {}
    shown = [run(cell, names) for cell in (BEGIN, *EXAMPLES)]
    assert {"treatment", "generations"} == {*names["runs"]}
    assert {Figure, pd.DataFrame, pd.Series} <= {type(value) for value in shown}
    assert names["position"].winner in (0, 1, 2)
    assert capsys.readouterr().out.startswith(
        "results/ancheta2020: unknown table 'summary' (did you mean 'summaries'?); known: "
    )


def test_every_part_has_a_short_example():
    assert all(len(example.splitlines()) <= 5 for example in EXAMPLES)
    text = "".join(EXAMPLES)
    parts = ("studies", "runs(", "traces(", "tables(", "table(", "claims(", "draw(", "agent(")
    assert [part for part in parts if f"results.{part}" not in text] == []


def test_every_value_is_shown():
    """Jupyter shows none but the last of a cell."""
    inner = [line for example in EXAMPLES for line in ast.parse(example).body[:-1] if isinstance(line, ast.Expr)]
    assert [ast.unparse(line) for line in inner] == ["figure.set_size_inches(8, 6)"]
