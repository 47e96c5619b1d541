"""A project of two treatments, four runs and three tables."""

from project import ROOT, Project, shrink_ancheta2020
from running import below

from tttcore.claims.claims_file import read_claims

STUDY = "results/ancheta2020"
PROFILE = ("--workflow-profile", str(ROOT / "profiles" / "default"))
"""The profile that loads by itself in the project's own folder."""
TARGETS = (f"{STUDY}/tables", *PROFILE)
"""What is asked for."""
MADE = ("results/tables/*", f"{STUDY}/runs/*/*", f"{STUDY}/*.*", f"{STUDY}/tables/*")
TREATMENTS = ("control-described", "control-listed")


def shrink(settings: dict) -> None:
    """Two treatments, two runs of each, and three tables."""
    shrink_ancheta2020(settings)
    settings["replicates"] = {"quick": 2, "paper": 2, "decisive": 2}
    settings["treatments"] = {name: settings["treatments"][name] for name in TREATMENTS}
    settings["comparisons"] = {"control": {"described": "control-described", "listed": "control-listed"}}
    settings["published"] = {"tables": settings["published"]["tables"]}
    settings["tables"] = {name: settings["tables"][name] for name in ("summaries", "ecdf", "fixed_targets")}
    settings["figures"] = {"ecdf-all": settings["figures"]["ecdf-all"]}
    settings["cover"] = "ecdf-all"
    for key in ("null_result", "readings"):
        settings.pop(key)


def keep_unmeasured_claims(project: Project) -> None:
    """Leave out the claims that are measured, most of them in what isn't made, and what was found by them."""
    file, findings = (project.folder / "config" / part / "ancheta2020.csv" for part in ("claims", "findings"))
    claims = read_claims(file)
    claims[(claims["measure"] == "") & (claims["seen"] == "")].to_csv(file, index=False)
    findings.unlink()


def drafts(project: Project) -> list[str]:
    """Files that were being written."""
    hidden = (file.name for file in below(project.folder / "results") if file.name.startswith("."))
    return [name for name in hidden if name != ".snakemake_timestamp"]
