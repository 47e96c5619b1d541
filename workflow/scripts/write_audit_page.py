"""Write the audit page."""

import shutil
from pathlib import Path

import pandas as pd

from tttcore.claims.audit import CHOSEN, STATED
from tttcore.claims.error_rates import STORED
from tttcore.claims.schemas import AUDIT
from tttcore.engines.study_files import read_study
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
    by_seed = next((pd.read_csv(file, index_col="id", dtype=str) for file in files.by_seed), None)
    rates = pd.read_csv(STORED)
    context = audit_context(studies, audit=audit, choices=choices, tables=tables, error_rates=rates, by_seed=by_seed)
    write_page(snakemake.output.page, "audit.html.j2", **params.site, **context)
    shutil.copyfile(STORED, snakemake.output.error_rates)
