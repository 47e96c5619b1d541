"""Let all players of lattices meet on every board and write the tables of their league."""

import pandas as pd

from tttcore.analysis.lattice_league import lattice_league
from tttcore.analysis.tables import write_study_tables
from tttcore.base.job import logged

params = snakemake.params
with logged(snakemake.log[0]) as log:
    champions = {study: pd.read_csv(file) for study, file in zip(params.boards, snakemake.input, strict=True)}
    found = lattice_league(champions, params.boards, seed=params.seed)
    write_study_tables(found, snakemake.output[0], provenance={"seed": params.seed, "code": params.code})
    print(f"{len(found['players'])} players, {found['pairs']['games'].sum() // 2} games", file=log)
