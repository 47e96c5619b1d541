"""Write a study's page."""

from pathlib import Path

from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.base.store import provenance_of, read
from tttcore.report.page import write_study_page

files = snakemake.input
with logged(snakemake.log[0]):
    figures = {}
    for file in files.figures:
        figures.setdefault(Path(file).stem, []).append(file)
    write_study_page(
        snakemake.output[0],
        study=snakemake.params.study,
        tables=read_study_tables(files.statistics),
        method=read_study_tables(files.method),
        verdicts=read(files.verdicts, schema="verdicts"),
        figures=figures,
        provenance=provenance_of(files.runs),
    )
