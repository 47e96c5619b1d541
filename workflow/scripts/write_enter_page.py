"""Write the page on which a player is entered."""

import pandas as pd

from tttcore.classroom.enter_page import enter_context
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.players.agent_table import AGENTS
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    found = [read(file, schema=AGENTS) for file in snakemake.input]
    agents = pd.concat(found, ignore_index=True) if found else AGENTS.empty()
    context = enter_context(agents, names=params.site["studies"], treatments=params.treatments)
    write_page(snakemake.output[0], "enter.html.j2", **params.site, **context)
