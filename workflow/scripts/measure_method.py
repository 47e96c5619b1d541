"""Compute the tables of a study that need no runs: facts of its method, and the document's own tables."""

from pathlib import Path

from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions
from tttcore.studies.method import method_tables

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    found = method_tables(
        snakemake.wildcards.study,
        recipes=params.recipes,
        published=params.published["tables"],
        tables=read_tables(Path(snakemake.input.tables[0]).parent),
        seed=params.seed,
    )
    provenance = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write_study_tables(found, snakemake.output[0], provenance=provenance)
