"""Draw times that were taken on this machine."""

from pathlib import Path

import pandas as pd

from tttcore.engines.benchmarks import clocks
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    clock = clocks.build(snakemake.params.asked, f"clocked.{snakemake.wildcards.figure}")
    figure = clock.draw(pd.read_csv(snakemake.input[0]))
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
