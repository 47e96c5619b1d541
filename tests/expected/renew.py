"""Write MANIFEST.sha256 beside this file anew: `make expected`. A change of it is a change of results."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from project import EXPECTED, SHRINK, exact_results, small_project

from tttcore.engines.agents import agents_module
from tttcore.pipeline.manifest import compare, read_manifest, write_manifest

NOTE = """Exact results of the tiny configuration of tests/project.py, by rows and without what names the code.
`make expected` renews this file; a change of it is a change of results, marked **results** in CHANGELOG.md."""


def main(output: Path) -> None:
    """Run all studies, shrunk, write the manifest of their exact results to a file and tell what has changed."""
    with tempfile.TemporaryDirectory() as folder:
        project = small_project(Path(folder), *SHRINK)
        engines = {study: project.config(f"studies/{study}.yaml")["engine"] for study in SHRINK}
        targets = [f"results/{study}/runs.parquet" for study in SHRINK]
        targets += [f"results/{study}/agents.parquet" for study, engine in engines.items() if agents_module(engine)]
        made = project.snakemake("results/tables/facts.parquet", *targets)
        if made.returncode:
            sys.exit(made.stderr)
        found = exact_results(project, *SHRINK)
    for what, path in compare(found, read_manifest(EXPECTED) if EXPECTED.exists() else {}):
        print(f"{what}: {path}")
    write_manifest(output, found, note=NOTE)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else EXPECTED)
