"""The workflow of a crate, its parameters and the software that it needs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rocrate.model.computationalworkflow import ComputationalWorkflow
from rocrate.model.contextentity import ContextEntity
from rocrate.rocrate import ROCrate

from tttcore import __version__
from tttcore.report.crate.entities import add, add_authors, add_license, local
from tttcore.report.crate.files import CrateFile, about, add_files

MAIN = "Snakefile"
PARAMETER_PROFILE = "https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE"


def add_workflow(
    crate: ROCrate,
    files: Sequence[CrateFile],
    *,
    citation: Mapping[str, Any],
    snakemake: str,
    packages: Iterable[Mapping[str, Iterable[str]]],
) -> ComputationalWorkflow:
    """Add the workflow as the crate's main entity.

    Parameters
    ----------
    files : the workflow's files, ``Snakefile`` among them.
    citation : content of ``CITATION.cff``.
    snakemake : version of Snakemake.
    packages : of each study the versions of packages that its runs were made with, by name.
    """
    (main,) = (each for each in files if each.path == MAIN)
    workflow = crate.add_workflow(
        main.source, MAIN, main=True, lang="snakemake", lang_version=snakemake, properties=about(main)
    )
    software = add(crate, local("software", "tttcore"), "SoftwareApplication", name="tttcore")
    software["softwareVersion"] = __version__
    software["softwareRequirements"] = _add_packages(crate, packages)
    for entity in (workflow, software):
        entity["license"] = add_license(crate, citation["license"])
        entity["author"] = add_authors(crate, citation["authors"])
    workflow["name"] = citation["title"]
    workflow["version"] = __version__
    workflow["keywords"] = ", ".join(citation["keywords"])
    workflow["softwareRequirements"] = [software]
    workflow["hasPart"] = add_files(crate, (each for each in files if each.path != MAIN))
    return workflow


def add_parameter(
    crate: ROCrate, workflow: ComputationalWorkflow, name: str, kind: str, **properties: Any
) -> ContextEntity:
    """Add a parameter of the workflow unless it is there."""
    add(crate, PARAMETER_PROFILE, "CreativeWork", name="FormalParameter profile", version="1.0-RELEASE")
    parameter = add(crate, local("parameter", name), "FormalParameter", name=name, additionalType=kind, **properties)
    parameter["conformsTo"] = {"@id": PARAMETER_PROFILE}
    workflow.append_to("input", parameter)
    return parameter


def _add_packages(crate: ROCrate, made: Iterable[Mapping[str, Iterable[str]]]) -> list[ContextEntity]:
    """Add each version of each package once."""
    named = sorted({(name, version) for each in made for name, versions in each.items() for version in versions})
    return [
        add(crate, local("software", name, version), "SoftwareApplication", name=name, softwareVersion=version)
        for name, version in named
    ]
