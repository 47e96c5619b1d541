"""Draw how the time of a game grows with the board."""

from pathlib import Path

import pandas as pd

from tttcore.base.job import logged
from tttcore.figures.kinds.growth import seconds_figure
from tttcore.figures.style import save

with logged(snakemake.log[0]):
    table = pd.read_csv(snakemake.input[0])
    own = table[table["figure"] == snakemake.wildcards.figure]
    figure = seconds_figure(own, **snakemake.params.shown)
    formats = [Path(file).suffix[1:] for file in snakemake.output]
    save(figure, Path(snakemake.output[0]).with_suffix(""), formats=formats)
