"""Draw the figures of every league in every format."""

from pathlib import Path

from tttcore.league.leagues import league, league_figures
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.names import PlayerNames
from tttcore.plots.style import save

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    names = PlayerNames(params.studies, params.treatments, params.players)
    for module, folder in zip(params.leagues.values(), snakemake.input, strict=True):
        tables = read_study_tables([folder])
        for name in league(module).FIGURES:
            files = [file for file in map(Path, snakemake.output) if file.stem == name]
            save(league_figures(module).draw(name, tables, names), files)
