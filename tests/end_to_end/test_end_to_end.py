"""The workflow as a user runs it: what it makes, what it makes again, and that bytes don't depend on how."""

import json
import re
import shutil
from html import unescape

import pandas as pd
import pyarrow.parquet as pq
from helpers.project import SHRINK, jobs

from tttcore.claims.findings import read_found
from tttcore.engines.genetic_algorithm.engine import RUNS
from tttcore.pipeline.job_digests import read_digests
from tttcore.pipeline.manifest import check, read_manifest
from tttcore.pipeline.store import PROVENANCE, provenance_of, read
from tttcore.pipeline.versions import package_versions
from tttcore.report.pages import MANIFEST, UNLISTED

STUDY = "studies/ancheta2020.yaml"
OWN = "results/ancheta2020"


def test_all_is_made_and_nothing_is_left_to_do(finished):
    """The manifest fits the files, and names all but what holds times, how runs were cut, and what was done.

    Each file that it names is named in the log of the job that wrote it.
    """
    results = finished.folder / "results"
    manifest = read_manifest(results / MANIFEST)
    assert check(results, manifest, unlisted=UNLISTED) == []
    assert read_digests(results / "logs") == {f"results/{path}": each.bytes for path, each in manifest.items()}
    found = {file.relative_to(results).as_posix() for file in results.rglob("[!.]*") if file.is_file()}
    apart = ("logs/", "benchmarks/", "kernels/", "report/figures/timings/", *(f"{study}/runs/" for study in SHRINK))
    assert {file for file in found - set(manifest) if not file.startswith(apart)} == {*UNLISTED, MANIFEST}
    assert "Nothing to be done" in finished.snakemake("--dry-run").stdout


def test_a_draft_of_the_first_page_is_no_result(project):
    """It stands there if a run ends early; the next run makes the complete page."""
    report = project.folder / "results" / "report"
    page = report / "index.html"
    complete = page.read_bytes()
    page.unlink()
    (report / "michie1963.html").unlink()
    early = project.snakemake("results/report/ancheta2020.html", "--forcerun", "study_page")
    assert early.returncode == 0, early.stderr
    assert page.read_text(encoding="utf-8").count("being made</dd>") == 1
    assert "changed: report/index.html" in project.verify(project)
    made = project.snakemake()
    assert made.returncode == 0, made.stderr
    assert page.read_bytes() == complete
    assert project.verify(project) == ""


def test_bytes_do_not_depend_on_cores_batches_or_stops(project):
    """A study is made again on one core, in other batches and two runs, with all that tells of it; no page differs."""
    batches = f"{OWN}/runs/umg-listed"
    before = {path: content for path, content in project.results().items() if not path.startswith(batches)}
    shutil.rmtree(project.folder / OWN)
    shutil.rmtree(project.folder / "results" / "league" / "classic")
    project.edit(STUDY, lambda settings: settings["treatments"]["umg-listed"].update(seconds_per_replicate=15.0))
    for targets in ([f"{batches}/0-1.parquet"], []):
        made = project.snakemake(*targets, cores=1)
        assert made.returncode == 0, made.stderr
    assert len(list((project.folder / batches).iterdir())) == 5
    after = project.results()
    assert {path for path in before if after.get(path) != before[path]} == set()


def test_more_replicates_recompute_none_and_a_new_treatment_is_one_entry(project):
    """Fewer replicates than are gathered are refused until these go; a changed recipe reruns its treatment alone."""
    folder = project.folder / OWN
    before = project.bytes_of(f"{OWN}/runs/*/*.parquet")
    stamps = {file: (project.folder / file).stat().st_mtime_ns for file in before}
    new = {"protocol": "described", "select": {"name": "tournament", "size": 3}}
    project.edit(STUDY, lambda settings: settings["treatments"].update({"tournament-described": new}))
    again = project.snakemake(f"{OWN}/figures/ecdf-all.png", "--config", "replicates=8")
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

    fewer = project.snakemake("--dry-run")
    assert fewer.returncode != 0
    assert f"error: {OWN}/runs.parquet: holds 8 runs of 'control-described', whose results 5 would" in fewer.stderr
    (folder / "runs.parquet").unlink()
    project.edit(STUDY, lambda settings: settings["treatments"]["tournament-described"]["select"].update(size=4))
    changed = project.snakemake("--dry-run", f"{OWN}/runs.parquet", "--config", "replicates=8")
    assert jobs(changed.stdout + changed.stderr)["batch"] == 1


def test_snakemakes_report_tells_findings_and_runs_no_text(project):
    found = [each["text"] for each in read_found(project.folder / "results/ancheta2020/findings.csv")]
    findings = project.folder / "results" / "post1999" / "findings.csv"
    findings.write_text(
        "claim,verdict,sentence_verdict,text\nS2-C01,differs,differs,Five of {five}</script> & <!-- more.\n",
        encoding="utf-8",
    )
    report = project.snakemake("--report", "report.html")
    assert report.returncode == 0, report.stderr
    text = (project.folder / "report.html").read_text(encoding="utf-8")
    assert "Generations to a no-loss player" in text
    (description,) = re.findall(r"^ *var workflow_desc = (.*);$", text, flags=re.MULTILINE)
    answers = [unescape(text) for text in re.findall(r"<dd>(.*?)</dd>", json.loads(description))]
    assert len(answers) == len(project.config("config.yaml")["studies"])
    assert [sentence in answers[0] for sentence in found[:2]] == [True, False]
    assert answers[-1] == "Five of (five)< /script> & < !-- more. (differs)"
    assert not re.search("five.{,9}(</script|<!--)", text)


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


def test_batches_of_another_major_version_need_leave(project):
    """As copied from elsewhere, or left from before an upgrade; all versions are named then."""
    batch = project.folder / OWN / "runs/control-described/0-5.parquet"
    table = pq.read_table(batch)
    provenance = json.loads(table.schema.metadata[PROVENANCE])
    provenance["packages"] |= {"numpy": "9.9.9", "python": "3.99.0"}
    metadata = {PROVENANCE: json.dumps(provenance, sort_keys=True).encode()}
    pq.write_table(table.replace_schema_metadata(metadata), batch, compression="zstd", write_page_checksum=True)
    shutil.rmtree(project.folder / "results/logs/ancheta2020/runs")
    refused = project.snakemake(f"{OWN}/runs.parquet")
    assert refused.returncode != 0
    assert "error: batches are made with different major versions of numpy: 9.9.9 " in refused.stderr
    assert "set mixed_versions: true in config/config.yaml" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert batch.exists(), "nothing is lost"

    project.edit("config.yaml", lambda settings: settings.update(mixed_versions=True))
    made = project.snakemake(f"{OWN}/runs.parquet")
    assert made.returncode == 0, made.stderr
    packages, mine = provenance_of(project.folder / OWN / "runs.parquet")["packages"], package_versions()
    assert packages["numpy"] == [mine["numpy"], "9.9.9"]
    assert packages["python"] == [mine["python"], "3.99.0"]
