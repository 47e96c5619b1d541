"""Write the play page."""

import pandas as pd

from tttcore.classroom.play_page import play_context
from tttcore.engines.page_modules import rules
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.players.agent_table import AGENTS
from tttcore.report.site import write_page

snakemake = globals().get("snakemake") or job_of(__file__)
params = snakemake.params
with logged(snakemake.log[0], snakemake.output):
    found = [read(file, schema=AGENTS) for file in snakemake.input]
    agents = pd.concat(found, ignore_index=True) if found else AGENTS.empty()
    learning = {study: rules(**settings) for study, settings in params.learning.items()}
    context = play_context(
        agents,
        names=params.site["studies"],
        treatments=params.treatments,
        groups=params.groups,
        abouts=params.abouts,
        rules=learning,
    )
    write_page(snakemake.output[0], "play.html.j2", **params.site, **context)
