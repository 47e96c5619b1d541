"""Write the game's exact facts and its solution."""

from pathlib import Path

from tttcore.analysis.facts import facts, solution
from tttcore.analysis.tables import write_study_tables
from tttcore.base.job import logged
from tttcore.games.tables import read_tables

folder = Path(snakemake.output[0]).parent
with logged(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input[0]).parent)
    found = {"facts": facts(tables), "solution": solution(tables)}
    write_study_tables(found, folder, provenance={"code": snakemake.params.code})
