"""Draw a figure of the league of 3x3 in every format."""

from tttcore.league.figures import draw
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    save(draw(snakemake.wildcards.figure, read_study_tables(snakemake.input)), snakemake.output)
