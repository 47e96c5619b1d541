"""The run of a crate: what the workflow was given, and what it made of that."""

import json
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from rocrate.model.computationalworkflow import ComputationalWorkflow
from rocrate.model.contextentity import ContextEntity
from rocrate.model.data_entity import DataEntity
from rocrate.rocrate import ROCrate

from tttcore.pipeline.described import described
from tttcore.pipeline.settings import ProjectSettings
from tttcore.report.crate.entities import add, add_code, local
from tttcore.report.crate.workflow import add_parameter
from tttcore.report.methods import leaves

TYPES = {int: "Integer", float: "Float", bool: "Boolean"}
"""Types of settings that aren't text."""


def add_run(
    crate: ROCrate,
    workflow: ComputationalWorkflow,
    *,
    configuration: Iterable[DataEntity],
    settings: Mapping[str, Any],
    provenances: Mapping[str, Mapping[str, Any]],
    results: list[DataEntity],
) -> ContextEntity:
    """Add the run of a workflow.

    Parameters
    ----------
    configuration : files that it read.
    settings : of the project, the command line's in place of the file's.
    provenances : of each study's runs, see `pipeline.store`.
    results : files that it made.
    """
    inputs: list[ContextEntity | DataEntity] = []
    for file in configuration:
        name = PurePosixPath(file.id).parent.name
        file["exampleOfWork"] = add_parameter(crate, workflow, name, "File", multipleValues=True)
        inputs.append(file)
    meanings = described(ProjectSettings)
    for key, value in leaves(settings):
        kind = TYPES.get(type(value), "Text")
        parameter = add_parameter(crate, workflow, key, kind, description=meanings[key.partition(".")[0]])
        inputs.append(_add_value(crate, local("setting", key), key, value, exampleOfWork=parameter))
    treatments = add_parameter(crate, workflow, "treatment", "PropertyValue", multipleValues=True)
    for study, made in provenances.items():
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
    told = value if isinstance(value, str | int | float) else json.dumps(value, ensure_ascii=False)
    return add(crate, identifier, "PropertyValue", name=name, value=told, **properties)
