"""Time the benchmark of a figure on this machine."""

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.csv_files import write_csv
from tttcore.pipeline.job_log import logged

params = snakemake.params
with logged(snakemake.log[0]):
    benchmark = benchmark_kinds.build(params.benchmark, f"benchmarks.{snakemake.wildcards.figure}")
    times = benchmark.measure(snakemake.wildcards.study, params.recipes, seed=params.seed)
    write_csv(snakemake.output[0], times)
