"""Write the first page."""

from pathlib import Path

from tttcore.claims.findings import read_found
from tttcore.claims.schemas import VERDICTS
from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.names import PlayerNames
from tttcore.report.league_answer import strongest
from tttcore.report.machines import machines_answer
from tttcore.report.pages import index_context
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params, files = snakemake.params, snakemake.input
GUIDE = Path("docs/how-to/entering-a-player.md")
with logged(snakemake.log[0], snakemake.output):
    documents = {study.name: study.config for study in map(read_study, files.studies)}
    tables = [read(file, schema=VERDICTS) for file in files.verdicts]
    findings = [read_found(file) for file in files.findings]
    league = read_study_tables(files.league)
    names = PlayerNames(params.site["studies"])
    machines = read_study_tables([files.machines])
    context = index_context(
        documents,
        verdicts=dict(zip(documents, tables, strict=True)),
        findings=dict(zip(documents, findings, strict=True)),
        machines=machines_answer(machines, params.machines, params.games),
        strongest=strongest(league, approaches=params.approaches, names=names) if league else None,
        worksheet=params.worksheet,
        guide=GUIDE.as_posix() if GUIDE.exists() else "",  # a project of one's own has none
    )
    settings = {"scale": params.scale, "seed": params.seed}
    write_page(snakemake.output[0], "index.html.j2", **params.site, **settings, **context)
