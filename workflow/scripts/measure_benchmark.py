"""Time the benchmark of a figure on this machine."""

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import atomic

params = snakemake.params
with logged(snakemake.log[0]):
    benchmark = benchmark_kinds.build(params.benchmark, f"benchmarks.{snakemake.wildcards.figure}")
    times = benchmark.measure(snakemake.wildcards.study, params.recipes, seed=params.seed)
    with atomic(snakemake.output[0]) as partial:
        times.to_csv(partial, index=False, lineterminator="\n")
