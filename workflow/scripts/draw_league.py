"""Draw a figure of a league in every format."""

from tttcore.league.leagues import league_figures
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.names import PlayerNames
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    figures = league_figures(snakemake.params.league)
    names = PlayerNames(snakemake.params.studies, snakemake.params.treatments)
    save(figures.draw(snakemake.wildcards.figure, read_study_tables(snakemake.input), names), snakemake.output)
