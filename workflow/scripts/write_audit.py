"""Write the audit of all studies."""

import pandas as pd

from tttcore.claims.audit import audit, read_sources, write_audit
from tttcore.claims.schemas import VERDICTS
from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import stored_tables
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    found = []
    for file, verdicts, *folders in zip(files.studies, files.verdicts, files.method, files.statistics, strict=True):
        method, statistics = map(stored_tables, folders)
        sources = read_sources(facts=[files.facts], method=method, statistics=statistics)
        found.append(audit(read_study(file).settings, read(verdicts, schema=VERDICTS), sources))
    provenance = {"code": params.code, "packages": package_versions()}
    write_audit(pd.concat(found, ignore_index=True), snakemake.output[0], provenance=provenance)
    print(f"{sum(map(len, found))} statements and choices", file=log)
