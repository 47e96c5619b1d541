"""Write the audit page."""

from pathlib import Path

from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.audit import write_audit_page

files = snakemake.input
with logged(snakemake.log[0]):
    write_audit_page(
        snakemake.output[0],
        studies=snakemake.params.studies,
        audit=read(Path(files[0]) / "audit.parquet", schema="audit"),
        tables={Path(folder).parent.name: read_study_tables([folder]) for folder in files.statistics},
    )
