"""Compare the learners of all studies: tables of the games that they need, and figures of their curves."""

from pathlib import Path

import pandas as pd

from tttcore.engines.learning import LEARNING, unit
from tttcore.learning.figure import draw_figures
from tttcore.learning.machine_tables import machine_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import write_study_tables
from tttcore.pipeline.versions import package_versions
from tttcore.plots.style import save

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    parts = [
        read(file, schema=LEARNING).assign(study=study)
        for study, file in zip(params.machines, snakemake.input, strict=True)
    ]
    units = {study: unit(engine) for study, engine in params.engines.items()}
    learning = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()
    tables = machine_tables(learning, params.machines, params.games, units)
    provenance = {"code": params.code, "packages": package_versions()}
    write_study_tables(tables, snakemake.output.tables, provenance=provenance)
    for name, figure in draw_figures(tables.get("curves"), params.machines, params.games):
        save(figure, [file for file in map(Path, snakemake.output.figures) if file.stem == name])
