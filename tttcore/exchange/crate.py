"""Research object (RO-Crate) of a finished run: its description with a review for each verdict, and its files."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rocrate.model.contextentity import ContextEntity
from rocrate.model.data_entity import DataEntity
from rocrate.rocrate import ROCrate

from tttcore.claims.audit import records
from tttcore.claims.claims_file import selectors_of
from tttcore.exchange.archive import Part
from tttcore.exchange.crate_run import (
    Run,
    add,
    add_author,
    add_authors,
    add_code,
    add_files,
    add_license,
    add_run,
    add_workflow,
    local,
)
from tttcore.report.site import authors

VERSION = "1.1"
"""Version of RO-Crate that the profiles below extend."""
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
TERMS = "https://w3id.org/ro/terms/workflow-run/context"
"""Terms of these profiles."""


def describe(run: Run) -> ROCrate:
    """Describe a run as a Workflow Run RO-Crate."""
    crate = ROCrate(version=VERSION)
    crate.metadata.extra_contexts.append(TERMS)
    workflow = add_workflow(crate, run)
    results = add_files(crate, run.results)
    action = add_run(crate, run, workflow, results)
    tables = {file.source.as_posix(): entity for file, entity in zip(run.results, results, strict=True)}
    reviews = add_reviews(crate, run, tables)
    _describe_root(crate, run, [action, *reviews])
    return crate


def parts(run: Run) -> Iterator[Part]:
    """Description of a run and the files that a crate holds, as parts of an archive."""
    described = describe(run).metadata.generate()
    yield "ro-crate-metadata.json", json.dumps(described, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    for file in sorted([*run.workflow, *run.configuration, *run.results], key=lambda file: file.path):
        if file.copied:
            yield file.path, file.source.read_bytes()


def _describe_root(crate: ROCrate, run: Run, mentioned: list[ContextEntity]) -> None:
    """Say of the crate as a whole what it is; the release of the workflow dates it, since no clock may."""
    root, citation = crate.root_dataset, run.citation
    root["name"] = f"Run of {citation['title']}"
    root["description"] = (
        f"Results of {len(run.documents)} documents rerun with seed {run.settings['seed']} at scale "
        f"{run.settings['scale']}, with a verdict on every statement."
    )
    root["datePublished"] = str(citation["date-released"])
    root["keywords"] = ", ".join(citation["keywords"])
    root["license"] = add_license(crate, citation["license"])
    root["author"] = add_authors(crate, citation["authors"])
    root["mentions"] = mentioned
    root["conformsTo"] = [
        add(crate, identifier, "CreativeWork", name=name, version=identifier.rpartition("/")[2])
        for identifier, name in PROFILES.items()
    ]


def add_reviews(crate: ROCrate, run: Run, tables: Mapping[str, DataEntity]) -> list[ContextEntity]:
    """Add a review for each verdict.

    Parameters
    ----------
    tables : files by the paths that the audit's column ``table`` holds.
    """
    reviewers = add_authors(crate, run.citation["authors"])
    works = {study: _add_document(crate, study, document) for study, document in run.documents.items()}
    return [
        add(
            crate,
            local("review", row["id"]),
            "ClaimReview",
            name=f"{row['id']}: {row['verdict']}",
            claimReviewed=row["statement"],
            itemReviewed=_add_claim(crate, row, works[row["study"]]),
            reviewRating=add(crate, local("verdict", row["verdict"]), "Rating", alternateName=row["verdict"]),
            reviewBody=_explained(row),
            isBasedOn=_grounds(crate, row, tables),
            author=reviewers,
        )
        for row in records(run.audit)
        if row["verdict"]
    ]


def _add_document(crate: ROCrate, study: str, document: Mapping[str, Any]) -> ContextEntity:
    return add(
        crate,
        local("document", study),
        "CreativeWork",
        name=document["title"],
        author=[add_author(crate, name) for name in authors(document["authors"])],
        **({"datePublished": str(document["year"])} if document["year"] else {}),
        description=document["source"],
    )


def _add_claim(crate: ROCrate, row: Mapping[str, Any], document: ContextEntity) -> ContextEntity:
    return add(
        crate,
        local("claim", row["id"]),
        "Claim",
        name=row["statement"],
        identifier=row["id"],
        description=f"{row['kind']}, {row['where']}",
        appearance=document,
        author=document["author"],
    )


def _explained(row: Mapping[str, Any]) -> str:
    """Evidence of a verdict in words; numbers as the audit has them."""
    interval = "" if row["low"] is None else f", 95% interval {row['low']} to {row['high']}"
    parts = {
        "Published": row["published"],
        "Measured": row["ours"] and f"{row['ours']}{interval}",
        "Taken from": next(iter(selectors_of(row).values()), ""),
        "Rule": row["rule"],
        "Reason": row["reason"],
    }
    return ". ".join(f"{name}: {text}" for name, text in parts.items() if text)


def _grounds(
    crate: ROCrate, row: Mapping[str, Any], tables: Mapping[str, DataEntity]
) -> list[ContextEntity | DataEntity]:
    """Table, rule and code behind a verdict, as far as it has them."""
    found: list[ContextEntity | DataEntity] = []
    if row["table"]:
        found.append(tables[row["table"]])
    if row["asserts"]:
        found.append(add(crate, local("rule", row["id"]), "CreativeWork", name=row["rule"]))
    if row["code"]:
        found.append(add_code(crate, row["code"]))
    return found
