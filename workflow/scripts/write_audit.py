"""Write the audit of all studies."""

import pandas as pd

from tttcore.claims.audit import audit, read_sources, write_audit
from tttcore.claims.schemas import VERDICTS
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import group_by_study, stored_tables

files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0]) as log:
    found, tables = [], group_by_study(files.statistics)
    for (name, study), verdicts, method in zip(params.studies.items(), files.verdicts, files.method, strict=True):
        own = {"method": stored_tables(method), "statistics": tables.get(name, [])}
        sources = read_sources(facts=[files.facts], **own)
        found.append(audit(study, read(verdicts, schema=VERDICTS), sources))
    write_audit(pd.concat(found, ignore_index=True), snakemake.output[0], provenance={"code": params.code})
    print(f"{sum(map(len, found))} statements", file=log)
