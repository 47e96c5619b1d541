"""Write the page that compares the learners of all documents."""

from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.report.machines import write_machines_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    stored = {}
    for file in snakemake.input.agents:
        agents = read(file, columns=["agent", "unit", "step"]).query("unit == 'games'")
        stored |= agents.groupby("agent")["step"].agg(sorted).to_dict()
    write_machines_page(
        snakemake.output.page,
        tables=read_study_tables([snakemake.input.tables]),
        facts=read(snakemake.input.facts),
        statistics={
            study: read_study_tables([folder])
            for study, folder in zip(params.machines, snakemake.input.statistics, strict=True)
        },
        figures=snakemake.input.figures,
        machines=params.machines,
        games=params.games,
        treatments=params.treatments,
        watched=params.watched,
        stored=stored,
        **params.site,
    )
