"""Bundle the files of an article in a zip file."""

from pathlib import Path

from tttcore.pipeline.job_log import logged
from tttcore.report.archive import write_archive
from tttcore.report.article import folder_parts, study_parts

results, files = Path("results"), snakemake.input
with logged(snakemake.log[0]) as log:
    parts = [("CITATION.cff", Path(files.citation).read_bytes()), ("methods.md", snakemake.params.methods)]
    for study in snakemake.params.studies.values():
        parts += study_parts(results, study)
    parts += folder_parts(Path(files.audit), "claims")
    for league in map(Path, files.leagues):
        parts += folder_parts(league, f"league/{league.name}")
    parts += ((f"league/figures/{file.name}", file.read_bytes()) for file in map(Path, files.league_figures))
    write_archive(snakemake.output[0], parts)
    print(f"{len(parts)} files", file=log)
