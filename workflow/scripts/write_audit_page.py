"""Write the audit page."""

from pathlib import Path

from tttcore.claims.audit import CHOSEN, STATED
from tttcore.claims.schemas import AUDIT
from tttcore.engines.engine import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.report.audit import audit_context
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output):
    audit, choices = (read(Path(files.audit) / f"{name}.parquet", schema=AUDIT) for name in (STATED, CHOSEN))
    studies = {study.name: study.settings for study in map(read_study, files.studies)}
    tables = {Path(folder).parent.name: read_study_tables([folder]) for folder in files.statistics}
    error_rates = next(map(read, files.error_rates), None)
    context = audit_context(studies, audit=audit, choices=choices, tables=tables, error_rates=error_rates)
    write_page(snakemake.output[0], "audit.html.j2", **params.site, **context)
