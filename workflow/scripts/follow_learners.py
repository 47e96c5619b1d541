"""Follow the learners of a study while they learn: their exact results at ten points a decade of games."""

from pathlib import Path

import pandas as pd

from tttcore.engines.collect import expected_provenance, runs_in_parts
from tttcore.engines.engine import engine
from tttcore.engines.learning import LEARNING, learning_table
from tttcore.games.tables import read_tables
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import write
from tttcore.pipeline.versions import package_versions

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0], snakemake.output) as log:
    stored = engine(params.engine).STORED
    runs = runs_in_parts(
        files.batches,
        wanted=params.followed,
        schema=stored.batches,
        size=stored.part,
        made_with=expected_provenance(params.recipes, seed=params.seed, code=params.code_of_runs),
    )
    found = learning_table(
        pd.concat(runs, ignore_index=True),
        {treatment: params.recipes[treatment] for treatment in params.followed},
        read_tables(Path(files.tables[0]).parent),
        study=snakemake.wildcards.study,
        engine=params.engine,
        seed=params.seed,
    )
    origin = {"seed": params.seed, "code": params.code, "packages": package_versions()}
    write(snakemake.output[0], found, schema=LEARNING, provenance={"followed": dict(params.followed), **origin})
    print(f"{len(found)} stages of learners", file=log)
