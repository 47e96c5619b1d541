"""Measure how often verdicts err, in simulated studies and documents."""

from pathlib import Path

from tttcore.claims.error_rates import simulated_error_rates
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    tables = {"error_rates": simulated_error_rates(params.seed, simulations=params.simulations)}
    provenance = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write_study_tables(tables, Path(snakemake.output[0]).parent, provenance=provenance)
