"""Draw the figures of all benchmarks on this machine, in every format."""

from pathlib import Path

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.pipeline.csv_files import read_texts
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    for times in map(Path, snakemake.input):
        study, name = times.parts[-3], times.stem
        benchmark = benchmark_kinds.build(snakemake.params.benchmarks[study][name], f"benchmarks.{name}")
        files = [file for file in map(Path, snakemake.output) if (file.parts[-3], file.stem) == (study, name)]
        save(benchmark.draw(read_texts(times, benchmark.texts)), files)
