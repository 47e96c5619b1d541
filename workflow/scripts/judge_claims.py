"""Judge a document's claims by a study's tables, and write the verdicts."""

from tttcore.claims.claims_file import read_claims
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline.csv_files import write_csv
from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read, write
from tttcore.pipeline.table_files import FACTS, read_study_tables
from tttcore.pipeline.versions import package_versions

files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0]) as log:
    tables = {**read_study_tables([*files.method, *files.statistics]), FACTS: read(files.facts)}
    found = verdicts(
        read_claims(files[0]), tables, runs=params.runs, judged_from=params.judged_from, where=str(files[0])
    )
    provenance = {"code": params.code, "packages": package_versions()}
    write(snakemake.output.table, found, schema=VERDICTS, provenance=provenance)
    write_csv(snakemake.output.readable, found)
    print(found["verdict"].value_counts().to_string(), file=log)
