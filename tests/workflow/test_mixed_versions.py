"""Batches of other versions, as copied from elsewhere or left from before an upgrade: told truthfully, or refused."""

import json
from pathlib import Path

import pyarrow.parquet as pq
from project import Project

from tttcore.pipeline.store import PROVENANCE, provenance_of
from tttcore.pipeline.versions import package_versions

BATCH = "results/ancheta2020/runs/control-described/0-5.parquet"
RUNS = "results/ancheta2020/runs.parquet"


def pretend(file: Path, **versions: str) -> None:
    """Write a batch as if it had been made with other versions."""
    table = pq.read_table(file)
    provenance = json.loads(table.schema.metadata[PROVENANCE])
    provenance["packages"] |= versions
    metadata = {PROVENANCE: json.dumps(provenance, sort_keys=True).encode()}
    pq.write_table(table.replace_schema_metadata(metadata), file, compression="zstd", write_page_checksum=True)


def test_versions_of_copied_batches(project: Project):
    """All of them are named, and other major versions need leave."""
    mine = package_versions()["numpy"]
    pretend(project.folder / BATCH, numpy="9.9.9", python="3.99.0")
    refused = project.snakemake(RUNS)
    assert refused.returncode != 0
    assert f"error: batches are made with different major versions of numpy: 9.9.9 ({BATCH}) and " in refused.stderr
    assert f"and {mine} (results/ancheta2020/runs/" in refused.stderr
    assert "set mixed_versions: true in config/config.yaml" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert (project.folder / BATCH).exists(), "nothing is lost"

    project.edit("config.yaml", lambda settings: settings.update(mixed_versions=True))
    made = project.snakemake(RUNS)
    assert made.returncode == 0, made.stderr
    packages = provenance_of(project.folder / RUNS)["packages"]
    assert packages["numpy"] == [mine, "9.9.9"]
    assert packages["python"] == [package_versions()["python"], "3.99.0"]
