"""Bundle a finished run as a Workflow Run RO-Crate."""

from pathlib import Path

from tttcore.exchange.crate_files import check_library
from tttcore.pipeline.jobs import job_of, logged

snakemake = globals().get("snakemake") or job_of(__file__)
files, params = snakemake.input, snakemake.params
with logged(snakemake.log[0]) as log:
    check_library()
    from tttcore.claims.schemas import AUDIT
    from tttcore.exchange.archive import write_archive
    from tttcore.exchange.crate import parts
    from tttcore.exchange.crate_files import crate_files
    from tttcore.exchange.crate_run import Run
    from tttcore.pipeline.config import read_yaml
    from tttcore.pipeline.manifest import visible_files
    from tttcore.pipeline.store import provenance_of, read

    workflow = dict(zip(params.paths, map(Path, files.workflow), strict=True))
    run = Run(
        citation=read_yaml(workflow["CITATION.cff"]),
        workflow=crate_files(workflow),
        configuration=crate_files({name: Path(name) for name in files.configuration}),
        results=crate_files(visible_files(files.results, root=".")),
        settings=params.settings,
        documents=params.documents,
        provenances={name: provenance_of(file) for name, file in zip(params.documents, files.runs, strict=True)},
        audit=read(Path(files.audit) / "audit.parquet", schema=AUDIT),
        snakemake=params.snakemake,
    )
    write_archive(snakemake.output[0], parts(run))
    named = [file.path for file in run.results if not file.copied]
    print(f"{len(run.results)} results, of which these are named and not copied: {named}", file=log)
