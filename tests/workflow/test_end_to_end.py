"""The workflow as a user runs it: what it makes, what it makes again, and that bytes don't depend on how."""

import shutil

import pandas as pd
import pytest
from html_pages import lost
from project import check_expected, jobs

from tttcore.engines.genetic_algorithm import schemas
from tttcore.pipeline.manifest import check, read_manifest
from tttcore.pipeline.store import provenance_of, read
from tttcore.report.provenance import MANIFEST, UNLISTED

pytestmark = pytest.mark.workflow
RESULTS = (
    "results/ancheta2020/runs.parquet",
    "results/ancheta2020/traces.parquet",
    "results/ancheta2020/tables/*",
    "results/ancheta2020/verdicts.*",
    "results/ancheta2020/figures/*",
    "results/ancheta2020/agents.parquet",
    "results/league/classic/*",
    "results/league/figures/*",
    "results/audit/*",
    "results/report/*.html",
    "results/report/assets/*",
    "results/report/figures/*/*",
    "results/MANIFEST.sha256",
)


def test_bytes_do_not_depend_on_cores_batches_or_interrupts(project, tmp_path_factory):
    whole = project.snakemake(cores=2)
    assert whole.returncode == 0, whole.stderr
    expected = project.bytes_of(*RESULTS)
    check_expected(project, "ancheta2020")
    as_made_and_complete(project.folder / "results")
    assert lost(project.folder / "results" / "report") == []
    assert "Nothing to be done" in project.snakemake().stderr

    other = type(project)(tmp_path_factory.mktemp("other"))
    shutil.copytree(project.folder / "config", other.folder / "config")
    other.edit(
        "studies/ancheta2020.yaml",
        lambda settings: settings["treatments"]["umg-listed"].update(seconds_per_replicate=15.0),
    )
    target = "results/ancheta2020/runs/umg-listed/0-1.parquet"
    assert other.snakemake(target, cores=1).returncode == 0
    (other.folder / target).write_bytes(b"cut short")
    cut = other.snakemake(cores=1)
    assert cut.returncode != 0
    assert f"{target}: damaged or cut short" in cut.stderr
    (other.folder / target).unlink()
    finished = other.snakemake(cores=1)
    assert finished.returncode == 0, finished.stderr
    assert len(list((other.folder / "results/ancheta2020/runs/umg-listed").glob("*.parquet"))) == 5
    assert other.bytes_of(*RESULTS) == expected


def as_made_and_complete(results):
    """The manifest fits the files, and names all but what holds times, how runs were cut, and what was done."""
    manifest = read_manifest(results / MANIFEST)
    assert check(results, manifest, unlisted=UNLISTED) == []
    left_out = {file.relative_to(results).as_posix() for file in results.rglob("[!.]*") if file.is_file()} - set(
        manifest
    )
    apart = ("logs/", "benchmarks/", "kernels/", "ancheta2020/runs/", "report/figures/timings/")
    assert {file for file in left_out if not file.startswith(apart)} == {*UNLISTED, MANIFEST}


def test_more_replicates_recompute_none_and_a_new_treatment_is_one_entry(project):
    first = project.snakemake()
    assert first.returncode == 0, first.stderr
    folder = project.folder / "results" / "ancheta2020"
    before = project.bytes_of("results/ancheta2020/runs/*/*.parquet")
    stamps = {file: (project.folder / file).stat().st_mtime_ns for file in before}

    def add_treatment(settings):
        settings["treatments"]["tournament-described"] = {
            "protocol": "described",
            "select": {"name": "tournament", "size": 3},
        }

    project.edit("studies/ancheta2020.yaml", add_treatment)
    again = project.snakemake("--config", "scale=paper")
    assert again.returncode == 0, again.stderr
    assert {file: (project.folder / file).stat().st_mtime_ns for file in before} == stamps
    assert (folder / "runs" / "control-listed" / "5-8.parquet").exists()
    assert (folder / "runs" / "tournament-described" / "0-8.parquet").exists()

    runs = read(folder / "runs.parquet", schema=schemas.RUNS)
    assert (runs.groupby("treatment").size() == 8).all()
    assert "tournament-described" in set(runs["treatment"])
    summaries = pd.read_csv(folder / "tables" / "summaries.csv")
    assert "tournament-described" in set(summaries.loc[summaries["set"] == "all treatments", "group"])
    figure_before = (folder / "figures" / "ecdf-all.png").read_bytes()
    assert len(figure_before) > 10_000

    fewer = project.snakemake("--dry-run", "--config", "scale=quick")
    assert "run" not in jobs(fewer.stdout + fewer.stderr)


def test_a_changed_recipe_reruns_its_treatment_alone(project):
    assert project.snakemake("results/ancheta2020/runs.parquet").returncode == 0

    def change(settings):
        settings["treatments"]["rmg-listed"]["mutate"] = {"base": 12}

    project.edit("studies/ancheta2020.yaml", change)
    dry = project.snakemake("--dry-run", "results/ancheta2020/runs.parquet")
    assert jobs(dry.stdout + dry.stderr)["run"] == 1


def test_provenance_names_recipe_seed_and_code(project):
    target = "results/ancheta2020/runs/control-described/0-5.parquet"
    assert project.snakemake(target).returncode == 0
    provenance = provenance_of(project.folder / target)
    assert provenance["seed"] == 2020
    assert provenance["recipe"]["select"]["niching"] == "per_fitness"
    assert len(provenance["code"]) == 16
    assert "numba" in provenance["packages"]
