"""Draw a figure of a benchmark on this machine."""

import pandas as pd

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    clock = benchmark_kinds.build(snakemake.params.asked, f"clocked.{snakemake.wildcards.figure}")
    save(clock.draw(pd.read_csv(snakemake.input[0])), snakemake.output)
