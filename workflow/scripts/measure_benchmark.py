"""Run a benchmark on this machine and write its times."""

from tttcore.engines.benchmarks import clocks
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import atomic

params = snakemake.params
with logged(snakemake.log[0]):
    clock = clocks.build(params.asked, f"clocked.{snakemake.wildcards.figure}")
    times = clock.measure(snakemake.wildcards.study, params.recipes, seed=params.seed)
    with atomic(snakemake.output[0]) as draft:
        times.to_csv(draft, index=False, lineterminator="\n")
