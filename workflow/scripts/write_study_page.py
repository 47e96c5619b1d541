"""Write a study's page."""

from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.study import write_study_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_study_page(
        snakemake.output.page,
        study=snakemake.params.study,
        studies=snakemake.params.studies,
        tables=read_study_tables(files.statistics),
        method=read_study_tables(files.method),
        verdicts=read(files.verdicts, schema="verdicts"),
        figures=files.figures,
    )
