"""Write a study's page."""

from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.report.study import write_study_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_study_page(
        snakemake.output.page,
        study=snakemake.params.study,
        studies=snakemake.params.studies,
        tables=read_study_tables(files.statistics),
        method=read_study_tables(files.method),
        verdicts=read(files.verdicts, schema=VERDICTS),
        figures=files.figures,
    )
