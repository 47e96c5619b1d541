"""A user's mistake gets one line that names file, key, value and what is allowed, and no traceback.

A case or two for each kind of mistake; the tests beside the code hold the details.
"""

import re
import shutil

import pytest
import yaml
from helpers.project import DUMPER, ROOT, Project

from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.messages import ConfigError
from tttcore.project import RESERVED, checked_studies
from tttcore.report.site import FIRST, LAST
from tttcore.studies.post1999 import benchmarks

FIGURE = {"title": "A", "caption": "A."}
LEFT_OUT = "left out"
LESSON = {"title": "A", "text": "A.", "holds": ["0 < 1"]}
AMBIGUOUS = "{games_needed.ever[treatment=control-described]}"
IN_A_STUDY = [
    # what isn't there, or isn't called so
    ("ancheta2020", "treatments/control-listed/popluation", 9, "no such key (did you mean 'population'?)"),
    ("ancheta2020", "treatments/control-listed/select/nichng", 3, "no such key (did you mean 'niching'?)"),
    ("ancheta2020", "treatments/control-listed/select/name", "uss", "unknown selection 'uss' (did you mean 'sus'?)"),
    ("ancheta2020", "comparisons/seat/second", "secnd-seat", "unknown treatment 'secnd-seat' (did you mean"),
    ("ancheta2020", "figures/ecdf-all/claims", ["S0-C099"], "unknown claim 'S0-C099' (did you mean 'S0-C09"),
    ("ancheta2020", "null_result/sets", ["lsited"], "unknown set 'lsited' (did you mean 'listed'?)"),
    ("ancheta2020", "null_result/grid", "power", "unknown grid of power 'power' (did you mean 'power_grid'?)"),
    ("osipa2017", "timings/first_move/work", "first_mov", "unknown work 'first_mov' (did you mean 'first_move'?)"),
    ("osipa2017", "treatments/league/players/new", {"name": "alphabta"}, "unknown player of nine boards 'alphabta' ("),
    ("ancheta2020", "tables/champoins", "A", "has no 'champoins' (did you mean 'champions'?)"),
    ("ancheta2020", "figures/edcf-all", FIGURE, "has no 'edcf_all' (did you mean 'ecdf_all'?)"),
    ("osipa2017", "benchmarks/first-times", FIGURE, "has no 'first_times' (did you mean 'figure_1"),
    ("ancheta2020", "figures/ecdf-all/caption", LEFT_OUT, "needs a value"),
    ("ancheta2020", "treatments/control-listed", LEFT_OUT, "treatment 'control-listed'"),
    ("ancheta2020", "published/tables/table1", "config/none.csv", "config/none.csv: no such file"),
    ("mrugala2020", "published/tables", LEFT_OUT, "tables.combinations: needs 'games' in published; known: none"),
    ("post1999", "tables/contests", LEFT_OUT, "config/claims/post1999.csv: "),
    ("post1999", "treatments/equal", LEFT_OUT, "method: needs 'equal' in treatments (did you mean 'equal-10000'?)"),
    ("post1999", "machine/treatment", "cube", "the learners of 'cube' can't be followed; allowed"),
    ("osipa2017", "machine", {"name": "A", "knows": "A", "treatment": "league"}, "nine_board doesn't follow"),
    ("ancheta2020", "machine/others", ["cntrol-listed"], "unknown treatment 'cntrol-listed' (did"),
    ("mrugala2020", "machine/contrasts", {"learner that explores 30%": "3x3"}, "is the machine's own name; choose"),
    ("ancheta2020", "machine/lessons", [LESSON | {"text": AMBIGUOUS}], "machine.lessons.0.text: 'games_needed.ever"),
    ("ancheta2020", "machine/lessons", [LESSON | {"holds": ["0 < games.ever"]}], "'games.ever' is not allowed"),
    ("ancheta2020", "machine/lessons", [LESSON | {"holds": ["0 > 1"]}], "formulas, one < the other"),
    ("ancheta2020", "machine/lessons", [LESSON | {"mistake": "X-o"}], "'X-o'; allowed: {learnt.mistake[...]}"),
    ("ancheta2020", "labels/rgm", "RMG", "labels: unknown name 'rgm' (did you mean 'rmg'?); known: "),
    ("gardner1962", "treatments/random/label", "careful moves", "label: 'random' has 'careful moves', too; choose"),
    # what functions name, however little of it is asked for
    ("osipa2017", "treatments/openings-deep", LEFT_OUT, "tables.openings: needs 'openings-deep' in treatments (did"),
    ("post1999", "comparisons/goals", LEFT_OUT, "tables.gene_similarity: needs 'goals' in comparisons; known: "),
    ("ancheta2020", "tables/survival", LEFT_OUT, "figures.survival-suggested: needs 'survival' in tables; known: "),
    ("post1999", "published/replicates", 3, "published.replicates: 3 is below 4, as report 'static at 1 from zeros' "),
    ("post1999", "treatments/cube6/edge", 4, "treatments.cube6: report 'greatest at edge 6': unknown gene '+5'; k"),
    ("mrugala2020", "engine", LEFT_OUT, "config/studies/mrugala2020.yaml: engine: needs a value"),
    # values that nothing can be done with
    ("ancheta2020", "tables/pairwise", {"resamples": 100}, "{'resamples': 100} is not text"),
    ("ancheta2020", "treatments/control-listed/population", 1, "1 is out of range; allowed: from 2 to 1,000,000"),
    ("osipa2017", "treatments/league/pairs", "every", "'every' is not allowed; known: self, all"),
    ("ancheta2020", "published/tables/table1", "{x}.csv", "'{x}.csv' is not allowed; allowed: a path without braces"),
    ("mrugala2020", "player", "learner on {lable}", "is not allowed; allowed: a text with {label}"),
    # values that don't fit each other
    ("ancheta2020", "treatments/control-listed/cross", {"sites": 766}, "766 crossover sites in a genome of 765 genes"),
    ("ancheta2020", "treatments/umg-listed/seat", "second", "meets organisms of seat first, not second"),
    ("hemingroth2025", "protocols/exclusive/breed/replicate", 1.0, "0.05 and 1 add up to more than 1"),
    ("hemingroth2025", "treatments/exclusive/generations", 1, "1 leaves nothing to breed after generation 1"),
    ("hemingroth2025", "treatments/exclusive/pool", ["mutated"], "the breeding makes no 'mutated'; known: parents, "),
    ("post1999", "treatments/cube/dimensions", 7, "16,384 cells are too many to evolve on; allowed: up to 4,096"),
    ("post1999", "treatments/cube/static", {"count": 9}, "9 of 10 Genies; allowed: at most 8, so that two evolve"),
    ("post1999", "treatments/cube/start", {"name": "uniform", "low": 5, "high": 1}, "low, high: 5 is above 1"),
    ("post1999", "treatments/cube/generations", 40_000, "genes could get to "),
    ("michie1963", "replicates", {"quick": 1, "paper": 1, "decisive": 19}, "19 runs can decide nothing; needs 2"),
    # names that would silently replace others
    ("hemingroth2025", "published/tables/facts", "config/x.csv", "the name is taken by the exact facts of 3x3; choose"),
    ("ancheta2020", "treatments/all", {"protocol": "listed"}, "the name is taken by rows over all of them; choose"),
    ("ancheta2020", "comparisons/all treatments", {"a": "umg-listed", "b": "rmg-listed"}, "the set of every treatment"),
    ("ancheta2020", "comparisons/listed, first 30", {"a": "umg-listed", "b": "rmg-listed"}, "by the first runs of"),
    ("hemingroth2025", "published/tables/summaries", "config/x.csv", "the name is taken by published.tables.summaries"),
    ("osipa2017", "benchmarks/ratings", FIGURE, "benchmarks.ratings: the name is taken by figures.ratings; choose"),
]  # fmt: skip
"""Study, place in its file, what stands there, and what is said of it."""
MEDIAN = "spreads.median[set=seat; group=second]"
OF_CLAIMS = [
    ("ancheta2020", MEDIAN, "spreads.median[set=seet]", "no row has set=seet (did you mean 'seat'?); known: publ"),
    ("ancheta2020", MEDIAN, "spreads.medan[set=seat]", "unknown column 'medan' (did you mean 'median'?)"),
    ("ancheta2020", "facts.value[fact=states]", "facts.value[value=many]", "'value' holds numbers, and 'many' is none"),
    ("ancheta2020", ",claim,exact,", ",claim,exakt,", "unknown basis 'exakt' (did you mean 'exact'?)"),
    ("hemingroth2025", "\nS2-C01,", "\nS0-C01,", "'S0-C01' is taken by config/claims/ancheta2020.csv: id; choose"),
]
"""Study, text in its file of claims, another in its stead, and what is said of it."""
OF_THE_PROJECT = [
    ({"sede": 1}, "config/config.yaml: sede: no such key (did you mean 'seed'?)"),
    ({"scale": "papre"}, "config/config.yaml: scale: 'papre' is not allowed (did you mean 'paper'?); known: quick, "),
    ({"studies": ["chess"]}, "config/studies/chess.yaml: no such file"),
    ({"replicates": 0}, "config/config.yaml: replicates: 0 is out of range; allowed: from 1 to 2,147,483,647"),
    ({"most_batches": 0}, "config/config.yaml: most_batches: 0 is out of range; allowed: from 1 to 100,000 (pla"),
    ({"batch_seconds": 1e300}, "config/config.yaml: batch_seconds: 1e+300 is out of range; allowed: from 1e-06 to 31,"),
    ({"replicates": {"post1999": 3}}, "config/config.yaml: replicates, there or by --config: no study 'post1999' is "),
]  # fmt: skip


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    """A folder with the configuration and a result, in which this process is."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "kept.txt").write_text("untouched")
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def change(file, place, value):
    """Change what stands at a place of a YAML file."""
    settings = read_yaml(file)
    *path, last = place.split("/")
    within = settings
    for key in path:
        within = within.setdefault(key, {})
    if value is LEFT_OUT:
        del within[last]
    else:
        within[last] = value
    file.write_text(yaml.dump(settings, Dumper=DUMPER, sort_keys=False), encoding="utf-8")


def said(*studies, **settings):
    """What is said of the configuration: one line that begins with a file."""
    with pytest.raises(ConfigError) as caught:
        checked_studies({"studies": [*studies], **settings})
    assert re.fullmatch(r"config/.+", str(caught.value))
    return str(caught.value)


@pytest.mark.parametrize(("study", "place", "value", "message"), IN_A_STUDY, ids=lambda value: str(value)[:40])
def test_a_mistake_in_a_study(project, study, place, value, message):
    change(project.folder / "config" / "studies" / f"{study}.yaml", place, value)
    assert message in said(study)


@pytest.mark.parametrize(("study", "before", "after", "message"), OF_CLAIMS)
def test_a_mistake_in_claims(project, study, before, after, message):
    file = project.folder / "config" / "claims" / f"{study}.csv"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert message in said("ancheta2020", "hemingroth2025")


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("settings", "message"), OF_THE_PROJECT)
def test_a_mistake_in_the_projects_settings(settings, message):
    assert said(**{"studies": ["ancheta2020"], **settings}).startswith(message)


def test_no_study_can_be_called_like_a_rule_a_page_or_a_folder(project):
    """Names of studies are small letters and digits."""
    rules = (ROOT / "Snakefile", ROOT / "workflow" / "Snakefile", *(ROOT / "workflow" / "rules").glob("*.smk"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in rules)
    named = {
        *re.findall(r"^rule (\w+):", text, flags=re.MULTILINE),
        *re.findall(r"results/(\w+)[/\"]", text),
        *(page.removesuffix(".html") for page in (*FIRST, *LAST)),
    }
    assert {name for name in named if re.fullmatch("[a-z0-9]+", name)} == {*RESERVED} - {"house"}
    studies = project.folder / "config" / "studies"
    for before, name, what in (
        ("ancheta2020", "audit", "a folder of results"),
        ("audit", "index", "a page of the report"),
    ):
        change(studies / f"{before}.yaml", "study", name)
        (studies / f"{before}.yaml").rename(studies / f"{name}.yaml")
        assert f"study: '{name}' is taken by {what}; choose another" in said(name)


def test_figures_of_times_of_two_studies_have_different_names(project, monkeypatch):
    """Each of the two has a function of that name."""
    monkeypatch.setattr(benchmarks, "figure_1_times", benchmarks.figure_2_edge, raising=False)
    change(project.folder / "config" / "studies" / "post1999.yaml", "benchmarks", {"figure-1-times": FIGURE})
    message = "config/studies/osipa2017.yaml: benchmarks: 'figure-1-times' is taken by config/studies/post1999.yaml: "
    assert said("post1999", "osipa2017").startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "sede=1"], "error: --config: sede: no such key (did you mean 'seed'?); known: seed, scale, "),
        (["--configfile", "mine.yaml"], "error: mine.yaml: scale: 'yes' is not allowed; known: quick, paper, decisive"),
        ([], "error: config/studies/osipa2017.yaml: treatments.league.pairs: 'every' is not allowed; known: self, all"),
    ],
)
def test_the_workflow_says_it_and_leaves_results_alone(project, arguments, message):
    (project.folder / "mine.yaml").write_text("seed: 1\nscale: yes\n")
    change(project.folder / "config" / "studies" / "osipa2017.yaml", "treatments/league/pairs", "every")
    assert refusal(project, "osipa2017", *arguments).startswith(message)
    assert (project.folder / "results" / "kept.txt").read_text() == "untouched"


def test_a_project_without_settings_and_one_whose_results_are_a_file(project):
    shutil.rmtree(project.folder / "results")
    (project.folder / "results").touch()
    assert refusal(project) == "error: results: is a file; move it away, for a folder of that name"
    (project.folder / "config" / "config.yaml").unlink()
    assert refusal(project) == "error: config/config.yaml: no such file"


def test_a_workflow_in_a_folder_with_braces(project):
    """Snakemake would take them for wildcards."""
    folder = project.folder / "br{ace}s"
    shutil.copytree(ROOT / "workflow", folder / "workflow")
    shutil.copy(ROOT / "Snakefile", folder)
    said = refusal(project, "--snakefile", f"{folder}/Snakefile")
    assert said == f"error: {folder}/workflow/rules: Snakemake takes braces in a path for wildcards; rename the folder"


def refusal(project, *arguments):
    """The only line about an error that a plan ends with."""
    result = project.snakemake("--dry-run", *arguments)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    (line,) = [line for line in result.stderr.splitlines() if "rror" in line]
    return line
