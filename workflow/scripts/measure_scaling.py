"""Time games on boards that grow, on this machine."""

import pandas as pd

from tttcore.analysis.scaling import seconds
from tttcore.base.job import logged
from tttcore.base.rng import stream
from tttcore.base.store import atomic
from tttcore.games.series import read_series

study, params = snakemake.wildcards.study, snakemake.params


def genes(edge, dimensions):
    return stream(params.seed, study, "scaling", edge, dimensions)


with logged(snakemake.log[0]):
    parts = []
    for name, settings in params.scaling.items():
        along, boards = read_series(settings, name)
        table = seconds(boards, genes)
        parts.append(table.assign(figure=name, x=table[along]))
    with atomic(snakemake.output[0]) as draft:
        pd.concat(parts).to_csv(draft, index=False, lineterminator="\n")
