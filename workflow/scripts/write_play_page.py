"""Write the page on which a person plays."""

import pandas as pd

from tttcore.base.job import logged
from tttcore.base.schemas import SCHEMAS
from tttcore.base.store import read
from tttcore.report.play import write_play_page

with logged(snakemake.log[0]):
    found = [read(file, schema="agents") for file in snakemake.input]
    nobody = SCHEMAS["agents"].empty_table().to_pandas()
    agents = pd.concat(found, ignore_index=True) if found else nobody
    write_play_page(snakemake.output[0], agents=agents, studies=snakemake.params.studies)
