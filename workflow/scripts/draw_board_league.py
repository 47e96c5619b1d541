"""Draw one figure of a league of other boards in every format."""

from importlib import import_module
from pathlib import Path

from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.figures.style import save

with logged(snakemake.log[0]):
    league = import_module(f"tttcore.figures.{Path(snakemake.input[0]).name}_league")
    figure = league.draw(snakemake.wildcards.figure, read_study_tables(snakemake.input))
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
