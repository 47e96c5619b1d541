"""Draw the figures of all benchmarks on this machine, in every format."""

from pathlib import Path

from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import read_texts
from tttcore.plots.style import save
from tttcore.studies.functions import functions

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0]):
    for times in map(Path, snakemake.input):
        study, name = times.parts[-3], times.stem
        benchmark = functions(study, "benchmarks", [name], f"config/studies/{study}.yaml")[name]
        title = snakemake.params.figures[study][name]["title"]
        files = [file for file in map(Path, snakemake.output) if (file.parts[-3], file.stem) == (study, name)]
        named = dict.fromkeys(benchmark.texts, snakemake.params.labels[study])
        save(benchmark.draw(read_texts(times, benchmark.texts).replace(named), title), files)
