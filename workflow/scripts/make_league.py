"""Compute the tables of a league from the files that it reads."""

from tttcore.league.leagues import league
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    tables = league(params.league).tables_from_files(snakemake.input, params.settings, seed=params.seed)
    provenance = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write_study_tables(tables, snakemake.output[0], provenance=provenance)
    print(", ".join(f"{len(table)} {name}" for name, table in tables.items()), file=log)
