"""Draw a figure of a benchmark on this machine."""

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.csv_files import read_texts
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    benchmark = benchmark_kinds.build(snakemake.params.benchmark, f"benchmarks.{snakemake.wildcards.figure}")
    save(benchmark.draw(read_texts(snakemake.input[0], benchmark.texts)), snakemake.output)
