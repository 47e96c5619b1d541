"""Claims that don't fit a study, and names that would silently replace others, end the plan in one line."""

import re
import shutil

import pytest
from project import ROOT, SHRINK, Project, small_project

from tttcore.pipeline.messages import ConfigError
from tttcore.project import RESERVED, checked_studies
from tttcore.report.site import FIRST, LAST
from tttcore.studies.post1999 import benchmarks

FILE = "config/claims/ancheta2020.csv"
STUDY = "studies/ancheta2020.yaml"
OTHER = "studies/hemingroth2025.yaml"


def reword(old, new, file=FILE):
    """Change of the first place in a file where something stands."""

    def change(project):
        path = project.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def edit(file, change):
    return lambda project: project.edit(file, change)


def compare_again(settings, name):
    """Another comparison, of the same treatments as one that is there."""
    settings["comparisons"][name] = settings["comparisons"]["seat"]


def rename_study(name):
    """The first study under another name."""

    def change(project):
        config = project.folder / "config"
        for folder, suffix in (("studies", "yaml"), ("claims", "csv")):
            shutil.move(config / folder / f"ancheta2020.{suffix}", config / folder / f"{name}.{suffix}")
        project.edit(f"studies/{name}.yaml", lambda settings: settings.update(study=name))
        project.edit("config.yaml", lambda settings: settings.update(studies=[name]))

    return change


MEDIAN = "spreads.median[set=seat; group=second]"
LOG = "config/published/hemingroth2025_log.csv"
MISTAKES = {
    "value of a condition": (
        reword(MEDIAN, "spreads.median[set=seet; group=second]"),
        f"{FILE}: S0-G01.measure: 'spreads.median[set=seet; group=second]': no row has set=seet "
        "(did you mean 'seat'?); "
        "known: published, described, first 30, described, listed, first 30, listed, ",
    ),
    "label of a condition": (
        reword(MEDIAN, "spreads.median[set=seat; group=secnd]"),
        f"{FILE}: S0-G01.measure: 'spreads.median[set=seat; group=secnd]': no row has group=secnd "
        "(did you mean 'second'?); known: control, rmg, umg, ",
    ),
    "treatment of a condition": (
        reword("champions.beat_umg[treatment=umg-described]", "champions.beat_umg[treatment=umg-describd]"),
        f"{FILE}: S0-C23a.measure: 'champions.beat_umg[treatment=umg-describd]': no row has treatment=umg-describd "
        "(did you mean 'umg-described'?); known: control-described, ",
    ),
    "column of a table": (
        reword(MEDIAN, "spreads.medan[set=seat; group=second]"),
        f"{FILE}: S0-G01.measure: 'spreads.medan[set=seat; group=second]': unknown column 'medan' "
        "(did you mean 'median'?)",
    ),
    "column of a condition": (
        reword(MEDIAN, "spreads.median[sett=seat]"),
        f"{FILE}: S0-G01.measure: 'spreads.median[sett=seat]': unknown column 'sett' (did you mean 'set'?)",
    ),
    "text as a fact's value": (
        reword("facts.value[fact=states]", "facts.value[value=many]"),
        f"{FILE}: S0-C01.measure: 'facts.value[value=many]': the column 'value' holds numbers, and 'many' is none",
    ),
    "sum of texts": (
        reword('list table1.human,"1, 0, 0, 1, 1"', "sum table1.aspect,2"),
        f"{FILE}: S0-C24a.measure: 'sum table1.aspect': sum needs numbers, and the column 'aspect' holds text",
    ),
    "row of a published table": (
        reword("list table1.human", "list table1.human[fish=7]"),
        f"{FILE}: S0-C24a.measure: 'list table1.human[fish=7]': no row has fish=7; known: 0, 1",
    ),
    "interval of a column without one": (
        reword("share_with_large_rise[set=listed; group=umg]", "runs_with_rise[set=listed; group=umg]"),
        f"{FILE}: S0-C20.measure: 'courses.runs_with_rise[set=listed; group=umg]': gives no interval, and share needs "
        "one where runs are counted",
    ),
    "basis": (
        reword(",claim,exact,identity,There are 765", ",claim,exakt,identity,There are 765"),
        f"{FILE}, line 2: S0-C01.basis: unknown basis 'exakt' (did you mean 'exact'?); "
        "known: exact, reanalysis, rerun, timing, method, drawn",
    ),
    "kind": (
        reword(",claim,exact,identity,There are 765", ",clam,exact,identity,There are 765"),
        f"{FILE}, line 2: S0-C01.kind: unknown kind 'clam' (did you mean 'claim'?); "
        "known: claim, method, figure, table, suggestion, contradiction",
    ),
    "published table called like the facts of the method": (
        edit(OTHER, lambda settings: settings["published"]["tables"].update(method=LOG)),
        f"config/{OTHER}: published.tables.method: the name is taken by the facts of the study's method; "
        "choose another",
    ),
    "published table called like the facts": (
        edit(OTHER, lambda settings: settings["published"]["tables"].update(facts=LOG)),
        f"config/{OTHER}: published.tables.facts: the name is taken by the exact facts of 3x3; choose another",
    ),
    "published table called like one of statistics": (
        edit(OTHER, lambda settings: settings["published"]["tables"].update(summaries=LOG)),
        f"config/{OTHER}: tables.summaries: the name is taken by published.tables.summaries; choose another",
    ),
    "comparison called like the first runs of another": (
        edit(STUDY, lambda settings: compare_again(settings, "listed, first 30")),
        f"config/{STUDY}: comparisons.listed, first 30: the name is taken by the first runs of the comparison "
        "'listed'; choose another",
    ),
    "comparison called like the set of all": (
        edit(STUDY, lambda settings: compare_again(settings, "all treatments")),
        f"config/{STUDY}: comparisons.all treatments: the name is taken by the set of every treatment; choose another",
    ),
    "treatment called like a row over all": (
        edit(STUDY, lambda settings: settings["treatments"].update(all={"protocol": "listed"})),
        f"config/{STUDY}: treatments.all: the name is taken by rows over all of them; choose another",
    ),
    "claim of another study": (
        reword("\nS2-C01,", "\nS0-C01,", "config/claims/hemingroth2025.csv"),
        f"config/claims/hemingroth2025.csv: id: 'S0-C01' is taken by {FILE}: id; choose another",
    ),
    "figure of times called like a figure": (
        edit(
            "studies/osipa2017.yaml",
            lambda settings: settings["benchmarks"].update({"ratings": settings["benchmarks"]["figure-1-times"]}),
        ),
        "config/studies/osipa2017.yaml: benchmarks.ratings: the name is taken by figures.ratings; choose another",
    ),
    "study called like a folder of results": (
        rename_study("audit"),
        "config/studies/audit.yaml: study: 'audit' is taken by a folder of results; choose another",
    ),
    "study called like a page": (
        rename_study("index"),
        "config/studies/index.yaml: study: 'index' is taken by a page of the report; choose another",
    ),
}  # fmt: skip
BY_THE_WORKFLOW = ("value of a condition", "basis", "claim of another study", "study called like a folder of results")


@pytest.fixture
def project(tmp_path) -> Project:
    """All studies with all their treatments."""
    return small_project(tmp_path, *SHRINK)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_clear_line(project, mistake, monkeypatch):
    change, message = MISTAKES[mistake]
    change(project)
    monkeypatch.chdir(project.folder)
    with pytest.raises(ConfigError) as caught:
        checked_studies(project.config("config.yaml"))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_figure_of_times_of_another_study(project, monkeypatch):
    """Each of the two has a benchmark of that name."""
    monkeypatch.chdir(project.folder)
    monkeypatch.setattr(benchmarks, "figure_1_times", benchmarks.figure_2_edge, raising=False)
    times = {"figure-1-times": {"title": "Times", "caption": "Times of a game."}}
    project.edit("studies/post1999.yaml", lambda settings: settings.update(benchmarks=times))
    message = (
        "config/studies/osipa2017.yaml: benchmarks: 'figure-1-times' is taken by config/studies/post1999.yaml: "
        "benchmarks; choose another"
    )
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        checked_studies(project.config("config.yaml"))


@pytest.mark.parametrize("mistake", BY_THE_WORKFLOW)
def test_the_workflow_says_it_and_leaves_results_alone(project, mistake):
    change, message = MISTAKES[mistake]
    change(project)
    kept = project.folder / "results" / "audit" / "audit.csv"
    kept.parent.mkdir(parents=True)
    kept.write_text("untouched")
    result = project.snakemake("--dry-run")
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert [line for line in result.stderr.splitlines() if line.startswith(f"error: {message}")]
    assert kept.read_text() == "untouched"


def test_no_study_can_be_called_like_a_rule_a_page_or_a_folder():
    """Names of studies are small letters and digits."""
    rules = (ROOT / "Snakefile", ROOT / "workflow" / "Snakefile", *(ROOT / "workflow" / "rules").glob("*.smk"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in rules)
    named = {
        *re.findall(r"^rule (\w+):", text, flags=re.MULTILINE),
        *re.findall(r"results/(\w+)[/\"]", text),
        *(page.removesuffix(".html") for page in (*FIRST, *LAST)),
    }
    assert {name for name in named if re.fullmatch("[a-z0-9]+", name)} == {*RESERVED} - {"house"}
