"""Write the audit page."""

from pathlib import Path

from tttcore.claims.schemas import AUDIT
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import group_by_study, read_study_tables
from tttcore.report.audit import write_audit_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_audit_page(
        snakemake.output[0],
        studies=snakemake.params.studies,
        audit=read(Path(files[0]) / "audit.parquet", schema=AUDIT),
        tables={study: read_study_tables(own) for study, own in group_by_study(files.statistics).items()},
    )
