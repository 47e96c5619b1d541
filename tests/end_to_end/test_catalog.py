"""Requirements of Snakemake's catalog of workflows for a repository with standardized usage."""

import yaml
from helpers.project import ROOT, jobs


def test_the_workflow_lies_where_the_catalog_looks(small):
    """And makes by default what the Snakefile above it makes."""
    project = small("osipa2017")
    planned = [
        jobs(project.snakemake("--dry-run", "--snakefile", str(ROOT / file)).stdout)
        for file in ("Snakefile", "workflow/Snakefile")
    ]
    assert planned[0].pop("all") == planned[1].pop("default") == 1
    assert planned[0] == planned[1]
    assert planned[0]["index_page"] == 1


def test_usage_is_described():
    usage = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text(encoding="utf-8"))["usage"]
    assert {*usage} == {"mandatory-flags", "software-stack-deployment"}
    assert {*usage["mandatory-flags"]} == {"desc", "flags"}
    deployment = usage["software-stack-deployment"]
    assert {*deployment} == {"conda", "apptainer", "apptainer+conda", "report"}
    rules = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "workflow" / "rules").glob("*.smk"))
    assert deployment["conda"] == ("conda:" in rules)
    assert deployment["apptainer"] == ("container:" in rules)
    assert deployment["report"] == ("\nreport:" in (ROOT / "Snakefile").read_text(encoding="utf-8"))
    assert (ROOT / "config" / "README.md").stat().st_size > 1000
    readme = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    assert "snakemake" in readme
    assert "workflow" in readme
