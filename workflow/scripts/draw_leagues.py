"""Draw the figures of every league in every format; those that are there already, drawn from the same, are kept."""

from functools import partial
from pathlib import Path

from tttcore.league.leagues import league, league_figures
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.provenance import files_digest
from tttcore.pipeline.table_files import read_study_tables, stored_tables
from tttcore.plots.drawn_again import update_figures
from tttcore.plots.names import PlayerNames

params = snakemake.params
with logged(snakemake.log[0]):
    figures, provenance = {}, {}
    names = PlayerNames(params.studies, params.treatments, params.players)
    for module, folder in zip(params.leagues.values(), snakemake.input, strict=True):
        tables = read_study_tables([folder])
        origin = {
            "code": params.code,
            "data": files_digest(stored_tables(folder)),
            "names": [params.studies, params.treatments, params.players],
        }
        for name in league(module).FIGURES:
            figures[name] = partial(league_figures(module).draw, name, tables, names)
            provenance[name] = origin
    update_figures(Path(snakemake.output[0]).parents[1] / ".figures", figures, provenance, snakemake.output)
