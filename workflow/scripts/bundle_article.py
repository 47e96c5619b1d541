"""Bundle the files of an article in a zip file."""

from pathlib import Path

from tttcore.exchange.archive import write_archive
from tttcore.exchange.article import article_parts
from tttcore.exchange.article_files import article_files, folder_parts, read_run
from tttcore.pipeline.jobs import job_of, logged

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
results = Path(files.audit).parent
with logged(snakemake.log[0]) as log:
    given = {"citation": files.citation, "claims": files.claims, "scale": params.scale, "seed": params.seed}
    run = read_run(results, params.studies, **given)
    parts = [("methods.md", params.methods)]
    parts += article_files(
        results, params.studies.values(), citation=files.citation, league_figures=files.league_figures
    )
    for league in map(Path, files.leagues):
        parts += folder_parts(league, f"league/{league.name}")
    parts += article_parts(run, dict(parts))
    write_archive(snakemake.output[0], parts)
    print(f"{len(parts)} files", file=log)
