"""Time the benchmark of a figure on this machine."""

from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import write_csv
from tttcore.studies.functions import functions

snakemake = globals().get("snakemake") or job_of(__file__)
params, study, figure = snakemake.params, snakemake.wildcards.study, snakemake.wildcards.figure
with logged(snakemake.log[0]):
    benchmark = functions(study, "benchmarks", [figure], f"config/studies/{study}.yaml")[figure]
    write_csv(snakemake.output[0], benchmark.measure(study, params.recipes, seed=params.seed))
