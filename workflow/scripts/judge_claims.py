"""Hold a document's claims against a study's tables."""

from tttcore.analysis.claims import read_claims, verdicts
from tttcore.analysis.tables import read_study_tables
from tttcore.base.job import logged
from tttcore.base.store import atomic, write

with logged(snakemake.log[0]) as log:
    tables = read_study_tables(snakemake.input.tables)
    found = verdicts(read_claims(snakemake.input[0]), tables)
    write(snakemake.output.table, found, schema="verdicts", provenance={"code": snakemake.params.code})
    with atomic(snakemake.output.readable) as draft:
        found.to_csv(draft, index=False, lineterminator="\n")
    print(found["verdict"].value_counts().to_string(), file=log)
