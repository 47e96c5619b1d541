"""Entities of a crate that aren't files."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from rocrate.model.contextentity import ContextEntity
from rocrate.rocrate import ROCrate


def add(crate: ROCrate, identifier: str, kind: str, /, **properties: Any) -> ContextEntity:
    """Add an entity with its properties, but for empty lists, unless the crate has it, and return it."""
    found = crate.get(identifier)
    if found is None:
        told = {name: value for name, value in properties.items() if value != []}
        found = crate.add(ContextEntity(crate, identifier, properties={"@type": kind, **told}))
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
