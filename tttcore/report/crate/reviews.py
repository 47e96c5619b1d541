"""Verdicts as reviews of the documents' claims, each bound to its table, its rule and the code behind both."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from rocrate.model.contextentity import ContextEntity
from rocrate.model.data_entity import DataEntity
from rocrate.rocrate import ROCrate

from tttcore.claims.audit import records
from tttcore.report.citation import authors
from tttcore.report.crate.entities import add, add_author, add_code, local


def add_reviews(
    crate: ROCrate,
    audit: pd.DataFrame,
    *,
    documents: Mapping[str, Mapping[str, Any]],
    tables: Mapping[str, DataEntity],
    reviewers: list[ContextEntity],
) -> list[ContextEntity]:
    """Add a review for each verdict.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    documents : ``title``, ``authors``, ``year`` and ``source`` of each study's document.
    tables : files by the paths that the audit's column ``table`` holds.
    reviewers : authors of the verdicts.
    """
    works = {study: _add_document(crate, study, document) for study, document in documents.items()}
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
        for row in records(audit)
        if row["verdict"]
    ]


def _add_document(crate: ROCrate, study: str, document: Mapping[str, Any]) -> ContextEntity:
    return add(
        crate,
        local("document", study),
        "CreativeWork",
        name=document["title"],
        author=[add_author(crate, name) for name in authors(document["authors"])],
        datePublished=str(document["year"]),
        description=document["source"],
    )


def _add_claim(crate: ROCrate, row: Mapping[str, Any], document: ContextEntity) -> ContextEntity:
    return add(
        crate,
        local("claim", row["id"]),
        "Claim",
        name=row["statement"],
        identifier=row["id"],
        description=f"{row['kind']}, {row['section']}",
        appearance=document,
        author=document["author"],
    )


def _explained(row: Mapping[str, Any]) -> str:
    """Evidence of a verdict in words; numbers as the audit has them."""
    interval = "" if row["low"] is None else f", 95% interval {row['low']} to {row['high']}"
    parts = {
        "Published": row["published"],
        "Measured": row["ours"] and f"{row['ours']}{interval}",
        "Taken from": row["measure"] or row["seen"],
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
