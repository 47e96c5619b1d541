"""Describe the workflow and its run in a crate: files, software, parameters, and the action that used them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

import pandas as pd
from rocrate.model.computationalworkflow import ComputationalWorkflow
from rocrate.model.contextentity import ContextEntity
from rocrate.model.data_entity import DataEntity
from rocrate.rocrate import ROCrate

from tttcore import __version__
from tttcore.exchange.crate_files import MAIN, CrateFile, about
from tttcore.pipeline.declaration import described
from tttcore.pipeline.settings import ProjectSettings

TYPES = {int: "Integer", float: "Float", bool: "Boolean"}
"""Types of settings that aren't text."""
PARAMETER_PROFILE = "https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE"


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes
    ----------
    citation : content of ``CITATION.cff``.
    workflow : files of the workflow, ``Snakefile`` among them.
    configuration : files that it read.
    results : files that it made.
    settings : of the project, those of the command line in place of those in the file.
    documents : ``title``, ``authors``, ``year`` and ``source`` by study.
    provenances : of each study's runs, see `pipeline.store`.
    audit : table in the schema ``audit``.
    snakemake : version of Snakemake.
    """

    citation: Mapping[str, Any]
    workflow: list[CrateFile]
    configuration: list[CrateFile]
    results: list[CrateFile]
    settings: Mapping[str, Any]
    documents: Mapping[str, Mapping[str, Any]]
    provenances: Mapping[str, Mapping[str, Any]]
    audit: pd.DataFrame
    snakemake: str


def add(crate: ROCrate, identifier: str, kind: str, /, **properties: Any) -> ContextEntity:
    """Add an entity with its properties, but for empty lists, unless the crate has it, and return it."""
    found = crate.get(identifier)
    if found is None:
        known = {name: value for name, value in properties.items() if value != []}
        found = crate.add(ContextEntity(crate, identifier, properties={"@type": kind, **known}))
    return found


def local(kind: str, *names: str) -> str:
    """Identifier of an entity within the crate, such as ``#claim/S0-C01``."""
    return f"#{'/'.join(quote(name) for name in (kind, *names))}"


def add_authors(crate: ROCrate, authors: Iterable[Mapping[str, str]]) -> list[ContextEntity]:
    """Add authors as ``CITATION.cff`` names them: groups by ``name``, people by given and family names."""
    return [
        add_author(crate, each["name"], "Organization")
        if "name" in each
        else add_author(crate, f"{each['given-names']} {each['family-names']}")
        for each in authors
    ]


def add_author(crate: ROCrate, name: str, kind: str = "Person") -> ContextEntity:
    """Add an author by name."""
    return add(crate, local("author", name), kind, name=name)


def add_license(crate: ROCrate, name: str) -> ContextEntity:
    """Add a license by its SPDX identifier."""
    return add(crate, f"https://spdx.org/licenses/{name}", "CreativeWork", name=name, identifier=name)


def add_code(crate: ROCrate, digest: str) -> ContextEntity:
    """Add the code behind a result by its digest, see `pipeline.code_digests`."""
    return add(crate, local("code", digest), "SoftwareSourceCode", name=f"code {digest}", identifier=digest)


def add_files(crate: ROCrate, files: Iterable[CrateFile]) -> list[DataEntity]:
    """Add files to a crate's description."""
    return [
        crate.add_file(*((each.source, each.path) if each.copied else (each.identifier,)), properties=about(each))
        for each in files
    ]


def add_run(crate: ROCrate, run: Run, workflow: ComputationalWorkflow, results: list[DataEntity]) -> ContextEntity:
    """Add the run of a workflow: the files that it read, its settings and treatments, and `results`, which it made."""
    inputs: list[ContextEntity | DataEntity] = []
    for file in add_files(crate, run.configuration):
        name = PurePosixPath(file.id).parent.name
        file["exampleOfWork"] = add_parameter(crate, workflow, name, "File", multipleValues=True)
        inputs.append(file)
    meanings = described(ProjectSettings)
    for key, value in leaves(run.settings):
        kind = TYPES.get(type(value), "Text")
        parameter = add_parameter(crate, workflow, key, kind, description=meanings[key.partition(".")[0]])
        inputs.append(_add_value(crate, local("setting", key), key, value, exampleOfWork=parameter))
    treatments = add_parameter(crate, workflow, "treatment", "PropertyValue", multipleValues=True)
    for study, made in run.provenances.items():
        for name, recipe in made["recipes"].items():
            inputs.append(_add_treatment(crate, study, name, recipe, made["code"][name], treatments))
    return add(
        crate,
        "#run",
        "CreateAction",
        name=f"Run of {workflow['name']}",
        instrument=workflow,
        object=inputs,
        result=results,
        actionStatus={"@id": "http://schema.org/CompletedActionStatus"},
    )


def leaves(settings: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Flatten nested settings to dotted keys and values."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{place}{key}.")
        else:
            yield f"{place}{key}", value


def _add_treatment(
    crate: ROCrate, study: str, name: str, recipe: Mapping[str, Any], code: str, parameter: ContextEntity
) -> ContextEntity:
    """Add a treatment with a value for each parameter of its recipe, and the code that made its runs."""
    values = [_add_value(crate, local("treatment", study, name, key), key, value) for key, value in leaves(recipe)]
    return add(
        crate,
        local("treatment", study, name),
        "PropertyValue",
        name=f"{study}/{name}",
        value=values,
        exampleOfWork=parameter,
        subjectOf=add_code(crate, code),
    )


def _add_value(crate: ROCrate, identifier: str, name: str, value: Any, **properties: Any) -> ContextEntity:
    """Add the value of a parameter; a list becomes JSON."""
    stored = value if isinstance(value, str | int | float) else json.dumps(value, ensure_ascii=False)
    return add(crate, identifier, "PropertyValue", name=name, value=stored, **properties)


def add_workflow(crate: ROCrate, run: Run) -> ComputationalWorkflow:
    """Add the workflow as the crate's main entity."""
    citation = run.citation
    (main,) = (each for each in run.workflow if each.path == MAIN)
    workflow = crate.add_workflow(
        main.source, MAIN, main=True, lang="snakemake", lang_version=run.snakemake, properties=about(main)
    )
    software = add(crate, local("software", "tttcore"), "SoftwareApplication", name="tttcore")
    software["softwareVersion"] = __version__
    software["softwareRequirements"] = _add_packages(crate, run.provenances.values())
    for entity in (workflow, software):
        entity["license"] = add_license(crate, citation["license"])
        entity["author"] = add_authors(crate, citation["authors"])
    workflow["name"] = citation["title"]
    workflow["version"] = __version__
    workflow["keywords"] = ", ".join(citation["keywords"])
    workflow["softwareRequirements"] = [software]
    workflow["hasPart"] = add_files(crate, (each for each in run.workflow if each.path != MAIN))
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


def _add_packages(crate: ROCrate, provenances: Iterable[Mapping[str, Any]]) -> list[ContextEntity]:
    """Add each version of each package once."""
    packages = (made["packages"] for made in provenances)
    named = sorted({(name, version) for each in packages for name, versions in each.items() for version in versions})
    return [
        add(crate, local("software", name, version), "SoftwareApplication", name=name, softwareVersion=version)
        for name, version in named
    ]
