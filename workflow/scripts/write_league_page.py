"""Write the page of all leagues."""

from pathlib import Path

from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.names import PlayerNames
from tttcore.report.league import write_league_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    write_league_page(
        snakemake.output.page,
        names=PlayerNames(params.site["studies"], params.treatments, params.players),
        approaches=params.approaches,
        tables={Path(folder).name: read_study_tables([folder]) for folder in snakemake.input.leagues},
        figures=snakemake.input.figures,
        trial=params.site["trial"],
    )
