"""Metadata of an article in the form that ReScience C asks for, and its bibliography."""

from collections.abc import Mapping
from typing import Any

import yaml

from tttcore.exchange.article_tex import render
from tttcore.report.site import authors

NOTE = """\
# Metadata for ReScience C (https://rescience.github.io/). What is empty isn't known here: fill it in before submission.
# The title begins with [Re] for a replication that succeeded; use [¬Re] instead if you find that it failed.
# The abstract is LaTeX, since the journal's template takes it as it is.
"""
EMPTY = ""


def metadata(
    citation: Mapping[str, Any], documents: Mapping[str, Mapping[str, Any]], *, title: str, abstract: str
) -> str:
    """Write the metadata as YAML.

    Parameters
    ----------
    citation : content of ``CITATION.cff``.
    documents : ``title``, ``authors``, ``year`` and ``source`` of each document by study.
    title, abstract : of the article.
    """
    fields = {
        "title": title,
        "authors": [
            {
                "name": author_name(each),
                "orcid": str(each.get("orcid", EMPTY)).rpartition("/")[2],
                "email": each.get("email", EMPTY),
                "affiliations": "1" if index else "1,*",  # the first author is the one to ask
            }
            for index, each in enumerate(citation["authors"])
        ],
        "affiliations": [{"code": 1, "name": EMPTY, "address": EMPTY}],
        "keywords": ", ".join([*citation.get("keywords", []), "Python"]),
        "code": _each(url=citation.get("repository-code", EMPTY), doi=citation.get("doi", EMPTY), swh=EMPTY),
        "data": _each(url=EMPTY, doi=EMPTY),
        "replication": _each(
            cite="; ".join(cite(document) for document in documents.values()),
            bib=", ".join(documents),
            url=EMPTY,
            doi=EMPTY,
        ),
        "abstract": abstract,
        "bibliography": "bibliography.bib",
        "type": "Replication",
        "domain": EMPTY,
        "language": "Python",
        "review": _each(url=EMPTY),
        "contributors": [{"name": EMPTY, "orcid": EMPTY, "role": role} for role in ("editor", "reviewer", "reviewer")],
        "dates": _each(received=EMPTY, accepted=EMPTY, published=EMPTY),
        "article": _each(number=EMPTY, doi=EMPTY, url=EMPTY),
        "journal": _each(name="ReScience C", issn="2430-3658", volume=EMPTY, issue=EMPTY),
    }
    return NOTE + yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, width=100)


def bibliography(documents: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the documents for BibTeX, with the names of the studies as keys."""
    listed = {name: (document, authors(document["authors"])) for name, document in documents.items()}
    return render("references.bib.j2", {"documents": listed})


def cite(document: Mapping[str, Any]) -> str:
    """Full citation of a document."""
    parts = (f"{document['authors']} ({document['year']})", document["title"], document["source"])
    return ". ".join(part for part in parts if part)


def author_name(author: Mapping[str, Any]) -> str:
    """Name of an author as ``CITATION.cff`` has it: of a group, or of a person by given and family names."""
    return author.get("name") or f"{author['given-names']} {author['family-names']}"


def _each(**values: str) -> list[dict[str, str]]:
    """Values as the journal's template has them: a list of single keys."""
    return [{name: value} for name, value in values.items()]
