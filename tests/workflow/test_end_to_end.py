"""The workflow as a user runs it: what it makes, what it makes again, and that bytes don't depend on how."""

import shutil

import pandas as pd
from html_pages import lost
from project import SHRINK, jobs

from tttcore.engines.genetic_algorithm.engine import RUNS
from tttcore.pipeline.manifest import check, read_manifest
from tttcore.pipeline.store import provenance_of, read
from tttcore.pipeline.versions import package_versions
from tttcore.report.provenance import MANIFEST, UNLISTED

STUDY = "studies/ancheta2020.yaml"
OWN = "results/ancheta2020"
RESULTS = (
    f"{OWN}/runs.parquet",
    f"{OWN}/traces.parquet",
    f"{OWN}/champions.csv",
    f"{OWN}/method/*",
    f"{OWN}/tables/*",
    f"{OWN}/verdicts.*",
    f"{OWN}/figures/*",
    f"{OWN}/agents.parquet",
    "results/tables/*",
    "results/league/*/*",
    "results/audit/*",
    "results/report/*.html",
    "results/report/assets/*",
    "results/report/figures/*/*",
    "results/MANIFEST.sha256",
)


def test_all_is_made_and_nothing_is_left_to_do(project):
    as_made_and_complete(project.folder / "results")
    assert lost(project.folder / "results" / "report") == []
    assert "Nothing to be done" in project.snakemake().stderr


def as_made_and_complete(results):
    """The manifest fits the files, and names all but what holds times, how runs were cut, and what was done."""
    manifest = read_manifest(results / MANIFEST)
    assert check(results, manifest, unlisted=UNLISTED) == []
    found = {file.relative_to(results).as_posix() for file in results.rglob("[!.]*") if file.is_file()}
    apart = ("logs/", "benchmarks/", "kernels/", "report/figures/timings/", *(f"{study}/runs/" for study in SHRINK))
    assert {file for file in found - set(manifest) if not file.startswith(apart)} == {*UNLISTED, MANIFEST}


def test_bytes_do_not_depend_on_cores_batches_or_interrupts(project):
    """A study is made again on one core, in other batches, with a file that was cut short, and all that tells of it."""
    expected = project.bytes_of(*RESULTS)
    shutil.rmtree(project.folder / OWN)
    shutil.rmtree(project.folder / "results" / "league" / "classic")
    project.edit(STUDY, lambda settings: settings["treatments"]["umg-listed"].update(seconds_per_replicate=15.0))
    target = f"{OWN}/runs/umg-listed/0-1.parquet"
    assert project.snakemake(target, cores=1).returncode == 0
    (project.folder / target).write_bytes(b"cut short")
    cut = project.snakemake(cores=1)
    assert cut.returncode != 0
    assert f"{target}: damaged or cut short" in cut.stderr
    (project.folder / target).unlink()
    finished = project.snakemake(cores=1)
    assert finished.returncode == 0, finished.stderr
    assert len(list((project.folder / OWN / "runs/umg-listed").glob("*.parquet"))) == 5
    assert project.bytes_of(*RESULTS) == expected


def test_more_replicates_recompute_none_and_a_new_treatment_is_one_entry(project):
    folder = project.folder / OWN
    before = project.bytes_of(f"{OWN}/runs/*/*.parquet")
    stamps = {file: (project.folder / file).stat().st_mtime_ns for file in before}

    def add_treatment(settings):
        settings["treatments"]["tournament-described"] = {
            "protocol": "described",
            "select": {"name": "tournament", "size": 3},
        }

    project.edit(STUDY, add_treatment)
    again = project.snakemake(f"{OWN}/figures/ecdf-all.png", "--config", "scale=paper")
    assert again.returncode == 0, again.stderr
    assert {file: (project.folder / file).stat().st_mtime_ns for file in before} == stamps
    assert (folder / "runs" / "control-listed" / "5-8.parquet").exists()
    assert (folder / "runs" / "tournament-described" / "0-8.parquet").exists()

    runs = read(folder / "runs.parquet", schema=RUNS)
    assert (runs.groupby("treatment").size() == 8).all()
    assert "tournament-described" in set(runs["treatment"])
    summaries = pd.read_csv(folder / "tables" / "summaries.csv")
    assert "tournament-described" in set(summaries.loc[summaries["set"] == "all treatments", "group"])
    assert len((folder / "figures" / "ecdf-all.png").read_bytes()) > 10_000

    fewer = project.snakemake("--config", "scale=quick")
    assert fewer.returncode != 0
    assert f"error: {OWN}/runs.parquet: holds 8 runs of 'control-described', whose results 5 would" in fewer.stderr
    (folder / "runs.parquet").unlink()
    fewer = project.snakemake("--dry-run", "--config", "scale=quick")
    assert "batch" not in jobs(fewer.stdout + fewer.stderr)


def test_a_changed_recipe_reruns_its_treatment_alone(project):
    def change(settings):
        settings["treatments"]["rmg-listed"]["mutate"] = {"base": 12}

    project.edit(STUDY, change)
    dry = project.snakemake("--dry-run", f"{OWN}/runs.parquet")
    assert jobs(dry.stdout + dry.stderr)["batch"] == 1


def test_provenance_names_recipe_seed_and_code(finished):
    provenance = provenance_of(finished.folder / OWN / "runs/control-described/0-5.parquet")
    assert provenance["seed"] == 2020
    assert provenance["recipe"]["select"]["niching"] == "per_fitness"
    assert len(provenance["code"]) == 16
    assert provenance["packages"] == package_versions()
    gathered = provenance_of(finished.folder / OWN / "runs.parquet")["packages"]
    assert gathered == {name: [version] for name, version in package_versions().items()}
    for file in (finished.folder / "results").rglob("*.parquet"):
        assert {"packages", "code"} <= provenance_of(file).keys(), file
