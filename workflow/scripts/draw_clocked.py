"""Draw the figure of a benchmark that was timed on this machine."""

from pathlib import Path

import pandas as pd

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    benchmark = benchmark_kinds.build(snakemake.params.asked, f"clocked.{snakemake.wildcards.figure}")
    figure = benchmark.draw(pd.read_csv(snakemake.input[0]))
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
