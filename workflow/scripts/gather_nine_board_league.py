"""Write the tables of the league of nine boards from those of its study."""

from tttcore.analysis.nine_board_league import nine_board_league
from tttcore.analysis.tables import read_study_tables, write_study_tables
from tttcore.base.job import logged

with logged(snakemake.log[0]):
    tables = read_study_tables(snakemake.input)
    (names,) = snakemake.params.tables
    found = nine_board_league(**{kind: tables[name] for kind, name in names.items()})
    write_study_tables(found, snakemake.output[0], provenance={"code": snakemake.params.code})
