"""Draw the verdicts of each study under every reading, in every format."""

from pathlib import Path

from tttcore.claims.multiverse import read_multiverse
from tttcore.claims.multiverse_figure import draw
from tttcore.pipeline.job_log import logged
from tttcore.plots.style import save

with logged(snakemake.log[0]):
    for table in map(Path, snakemake.input):
        save(draw(read_multiverse(table)), [file for file in snakemake.output if Path(file).parent == table.parent])
