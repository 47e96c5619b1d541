"""Draw one figure of the league of 3x3 in every format."""

from pathlib import Path

from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.figures.league import draw
from tttcore.figures.style import save

with logged(snakemake.log[0]):
    figure = draw(snakemake.wildcards.figure, read_study_tables(snakemake.input))
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
