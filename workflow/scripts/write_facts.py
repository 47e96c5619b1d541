"""Compute and write the exact facts and the solution of 3x3."""

from pathlib import Path

from tttcore.exact.facts import facts, solution
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
folder = Path(snakemake.output[0]).parent
with logged(snakemake.log[0], snakemake.output):
    tables = read_tables(Path(snakemake.input[0]).parent)
    found = {"facts": facts(tables, strategies=snakemake.params.strategies), "solution": solution(tables)}
    provenance = {"code": snakemake.params.code, "packages": package_versions()}
    write_study_tables(found, folder, provenance=provenance)
