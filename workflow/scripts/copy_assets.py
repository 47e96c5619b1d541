"""Write the shared files of the pages."""

from pathlib import Path

from tttcore.pipeline.files import atomic
from tttcore.pipeline.jobs import job_of, logged
from tttcore.report.site import shared_files

snakemake = globals().get("snakemake") or job_of(__file__)
with logged(snakemake.log[0], snakemake.output):
    for name, content in shared_files().items():
        with atomic(Path(snakemake.output[0]) / name) as partial:
            partial.write_bytes(content)
