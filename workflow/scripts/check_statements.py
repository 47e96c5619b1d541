"""Check what a study's statements and findings read from tables that need no runs, while its runs are made."""

from pathlib import Path

from tttcore.engines.study_files import read_study
from tttcore.pipeline.jobs import job_of, logged
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, read_study_tables
from tttcore.project import check_statements

snakemake = globals().get("snakemake") or job_of(__file__)
files = snakemake.input
with logged(snakemake.log[0]):
    exact = {**read_study_tables(files.method), FACTS: read(files.facts)}
    stated = check_statements(read_study(files.study), Path("config"), exact)
    Path(snakemake.output[0]).write_text(f"{len(stated)} statements and choices\n", encoding="utf-8")
