"""Judge a document's claims by a study's tables, and write the verdicts and what was found."""

from tttcore.claims.claims_file import HISTORY, changed_rules, read_claims
from tttcore.claims.findings import found, read_findings
from tttcore.claims.multiverse import multiverse, with_readings
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.verdicts import few_runs, verdicts
from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read, write
from tttcore.pipeline.table_files import FACTS, read_study_tables, write_csv
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    study = read_study(files.study).config
    tables = {**read_study_tables([*files.method, *files.statistics]), FACTS: read(files.facts)}
    stated, findings = (f"config/{kind}/{snakemake.wildcards.study}.csv" for kind in ("claims", "findings"))
    claims = read_claims(stated, of_document=bool(study["authors"]))
    judged_from = study["judged_from"]
    changed = changed_rules(HISTORY)
    judged = verdicts(claims, tables, runs=params.runs, judged_from=judged_from, where=stated, changed=changed)
    again = multiverse(study["readings"], claims, judged, tables, too_few=few_runs(params.runs, judged_from))
    judged = with_readings(judged, again)
    provenance = {"code": params.code, "packages": package_versions()}
    write(snakemake.output.table, judged, schema=VERDICTS, provenance=provenance)
    write_csv(snakemake.output.readable, judged)
    write_csv(snakemake.output.findings, found(read_findings(findings, claims), judged, tables, where=findings))
    write_csv(snakemake.output.multiverse, again)
    print(judged["verdict"].value_counts().to_string(), file=log)
