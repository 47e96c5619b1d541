"""Write the page on which a person plays."""

import pandas as pd

from tttcore.pipeline.job_log import logged
from tttcore.pipeline.store import read
from tttcore.players.agent_schema import AGENTS
from tttcore.report.play import write_play_page

with logged(snakemake.log[0]):
    found = [read(file, schema=AGENTS) for file in snakemake.input]
    nobody = AGENTS.empty()
    agents = pd.concat(found, ignore_index=True) if found else nobody
    write_play_page(snakemake.output[0], agents=agents, studies=snakemake.params.studies)
