"""Write the page on which a person plays."""

import pandas as pd

from tttcore.base.job import logged
from tttcore.base.store import read
from tttcore.report.play import write_play_page

with logged(snakemake.log[0]):
    agents = [read(file, schema="agents") for file in snakemake.input]
    write_play_page(snakemake.output[0], agents=pd.concat(agents, ignore_index=True), studies=snakemake.params.studies)
