"""Draw a figure of a league of other boards in every format."""

from tttcore.engines.leagues import league_figures
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    figure = league_figures(snakemake.params.engine).draw(
        snakemake.wildcards.figure, read_study_tables(snakemake.input)
    )
    save(figure, snakemake.output)
