"""Words that pages show in place of the keys in a study's notes."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape

from tttcore.plots.names import names_of, readable
from tttcore.studies.method import method_captions

Words = Mapping[str, Markup]
"""Words for keys, with links where there is something to open."""


def words_of(study: Mapping[str, Any]) -> Words:
    """Words for the keys of a study's treatments, figures and tables."""
    name = study["study"]
    files = {key: f"../{name}/method/{quote(key)}.csv" for key in method_captions(name)}
    files |= {key: f"../{name}/tables/{quote(key)}.csv" for key in study["tables"]}
    return {
        **{key: escape(label) for key, label in names_of(study).treatments.items()},
        **{key: _link(f"{name}.html#{quote(key)}", each["title"]) for key, each in study["figures"].items()},
        **{key: _link(address, readable(key)) for key, address in files.items()},
    }


def _link(address: str, words: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, words)
