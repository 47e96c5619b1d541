"""Settings that can't be used, by real runs of the workflow: one line that names the place, and nothing is lost."""

import os
import shutil

import pytest
from project import ROOT, Project


@pytest.fixture
def project(tmp_path):
    """A folder with the configuration, and results that are to stay."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "kept.txt").write_text("untouched")
    return Project(tmp_path)


def refusal(project, *arguments):
    """The line that a plan ends with."""
    result = project.snakemake("--dry-run", "osipa2017", *arguments)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert (project.folder / "results" / "kept.txt").read_text() == "untouched"
    (line,) = [line for line in result.stderr.splitlines() if "rror" in line]
    return line


APPENDED = {
    "twice": ("config.yaml", b"seed: 1\n", "the key 'seed' stands twice, in line 3 already"),
    "broken": ("config.yaml", b"seed: [\n", "config/config.yaml, line "),
    "itself": (
        "config.yaml",
        b"replicates: &a {osipa2017: *a}\n",
        "config/config.yaml: lists or keys too deep in one ",
    ),
    "a claim": ("claims/osipa2017.csv", b"S3-C01,x\n", "broken CSV: 2 instead of 15 fields"),
}


@pytest.mark.parametrize("way", APPENDED)
def test_files_with_something_more(project, way):
    file, added, message = APPENDED[way]
    path = project.folder / "config" / file
    path.write_bytes(path.read_bytes() + added)
    line = refusal(project)
    assert line.startswith("error: config/")
    assert message in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "seed=-1"], "error: --config: seed: -1 is out of range; allowed: 0 or more"),
        (["--config", "sede=1"], "error: --config: sede: no such key (did you mean 'seed'?)"),
        (
            ["--configfile", "mine.yaml"],
            "error: mine.yaml: scale: 'yes' is not allowed; known: quick, paper, decisive",
        ),
        (
            ["--configfile", "other.yaml"],
            "error: config/config.yaml: replicates, there or by --config: no study 'osipa2018' is made (did you mean ",
        ),
    ],
)
def test_settings_for_one_run_are_told_with_their_place(project, monkeypatch, arguments, message):
    monkeypatch.chdir(project.folder)
    (project.folder / "mine.yaml").write_text("seed: 1\nscale: yes\n")
    (project.folder / "other.yaml").write_text("replicates: {osipa2018: 3}\n")
    assert refusal(project, *arguments).startswith(message)


@pytest.mark.parametrize("file", ["config.yaml", "studies/osipa2017.yaml", "claims/osipa2017.csv"])
def test_a_pipe_is_not_waited_for(project, file):
    path = project.folder / "config" / file
    path.unlink()
    os.mkfifo(path)
    assert refusal(project) == f"error: config/{file}: not a regular file"


@pytest.mark.parametrize(
    ("settings", "results", "message"),
    [
        (None, None, "error: config/config.yaml: no such file"),
        ("", None, "error: config/config.yaml: needs keys with values, see config/README.md"),
        ("- seed\n", None, "error: config/config.yaml: needs keys with values, see config/README.md"),
        ("studies: [osipa2017]\n", "", "error: results: is a file; move it away, for a folder of that name"),
    ],
    ids=["missing", "empty", "a list", "results are a file"],
)
def test_a_project_that_is_none(tmp_path, settings, results, message):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    (tmp_path / "config" / "config.yaml").unlink()
    if settings is not None:
        (tmp_path / "config" / "config.yaml").write_text(settings)
    if results is not None:
        (tmp_path / "results").write_text(results)
    refused = Project(tmp_path).snakemake("--dry-run")
    assert refused.returncode != 0
    assert message in refused.stderr.splitlines()
    assert "Traceback" not in refused.stderr
