"""A study of one's own learner in a new project: the file, a few lines of YAML, and pages, tables and players of it."""

import shutil

import pytest
import yaml
from helpers.project import ROOT, Project
from helpers.texts import message

from tttcore.engines.learner.figures import never_loses
from tttcore.engines.learning import LEARNING
from tttcore.engines.study_files import read_study
from tttcore.pipeline.store import read
from tttcore.studies.figures import stored_evidence

STUDY = "sutton2018"
LINES = """
study: sutton2018
engine: learner
replicates: {quick: 2, decisive: 3}
defaults: {learner: td.py, opponent: random, games: 300}
treatments:
  step-1: {parameters: {step: 0.1}}
  self-play: {learner: q_learning.py, parameters: {step: 0.1}, opponent: itself}
beside: [mrugala2020/3x3]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory, counted):
    """The finished project of two learners."""
    folder = tmp_path_factory.mktemp("mine")
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, folder / part)
    shutil.copytree(ROOT / "config", folder / "config")
    for name in ("td.py", "q_learning.py"):
        shutil.copy(ROOT / "docs" / "learners" / name, folder)
    (folder / "config" / "studies" / f"{STUDY}.yaml").write_text(LINES)
    made = Project(folder)
    made.edit("config.yaml", lambda settings: settings.update({"seed": 2020, "scale": "paper", "studies": [STUDY]}))
    (folder / "config" / "worksheet.yaml").unlink()
    run = made.snakemake()
    assert run.returncode == 0, run.stderr
    return made


def test_everything_is_made_from_a_few_lines(project):
    results = project.folder / "results"
    needed = read(results / STUDY / "tables" / "never_loses.parquet")
    assert needed[["treatment", "seat", "n"]].to_numpy().tolist() == [
        [treatment, seat, 3] for treatment in ("step-1", "self-play") for seat in ("first", "second")
    ]
    learning = read(results / STUDY / "learning.parquet", schema=LEARNING)
    assert {*learning["treatment"]} == {"step-1", "self-play"}
    machines = read(results / "machines" / "tables" / "games_needed.parquet")
    assert {*machines["study"]} == {STUDY}
    agents = read(results / STUDY / "agents.parquet")
    assert agents.groupby("agent")["last"].any().sum() == 6
    page = (results / "report" / f"{STUDY}.html").read_text(encoding="utf-8")
    assert 'id="never-loses"' in page
    assert 'id="verdicts"' not in page
    assert {file.stem for file in (results / STUDY / "figures").iterdir()} == {
        "never-loses", "loses-to-reply", "loses-to-random",
    }  # fmt: skip


def test_an_edit_reruns_the_treatments_of_its_file_alone(project):
    """A comment reruns nothing."""
    file = project.folder / "td.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"# what it does\n{text}", encoding="utf-8")
    assert "Nothing to be done" in project.snakemake("--dry-run").stdout
    file.write_text(text.replace("0.0)", "0.5)"), encoding="utf-8")
    told = project.snakemake("--dry-run").stdout
    assert "Run step-1 of" in told
    assert "Run self-play of" not in told


def test_documents_learners_stand_beside(project):
    """Their curves come with the package."""
    evidence = stored_evidence(
        read_study(project.folder / "config" / "studies" / f"{STUDY}.yaml"), project.folder / "results"
    )
    axes = never_loses(evidence, title="").axes
    assert [len(panel.lines) for panel in axes] == [3, 3]
    assert "mrugala2020/3x3" in {text.get_text().replace("\n", "") for text in axes[0].texts}


@pytest.mark.parametrize("other", ["mrugala2020/3x4", "gardner1962/machine"])
def test_only_learners_of_3x3_stand_beside(project, other):
    file = project.folder / "config" / "studies" / "other.yaml"
    file.write_text(LINES.replace("mrugala2020/3x3", other))
    said = message(lambda: read_study(file))
    file.unlink()
    assert said.startswith(f"{file}: beside: unknown learner {other!r}")


def test_a_learner_that_is_not_there_is_told_before_anything_runs(project):
    broken = yaml.safe_load(LINES)
    broken["defaults"]["learner"] = "tdd.py"
    file = project.folder / "config" / "studies" / f"{STUDY}.yaml"
    file.write_text(yaml.dump(broken))
    run = project.snakemake("--dry-run")
    file.write_text(LINES)
    assert run.returncode != 0
    assert f"config/studies/{STUDY}.yaml: treatments.step-1.learner: tdd.py: no such file" in run.stderr + run.stdout
