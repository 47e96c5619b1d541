"""Draw the verdicts of a study under every reading, in every format."""

from tttcore.claims.multiverse import read_multiverse
from tttcore.claims.multiverse_figure import draw
from tttcore.pipeline.jobs import job_of, logged
from tttcore.plots.style import save

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0], snakemake.output):
    save(draw(read_multiverse(snakemake.input[0])), [*snakemake.output])
