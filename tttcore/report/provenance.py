"""Provenance page: code, versions and parameters behind the runs of all studies."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.pipeline.manifest import Manifest
from tttcore.report.pages import MANIFEST
from tttcore.report.site import Context


def provenance_context(runs: Mapping[str, Mapping[str, Any]], manifest: Manifest) -> Context:
    """Context of the provenance page, from the provenance of each study's runs and the checksums of all results.

    ``versions`` are the packages of one or more studies, which are named. ``parameters`` are those of each study: what
    most of its treatments have in common, and by treatment what differs.
    """
    versions: dict[str, list[str]] = {}
    for name, made in runs.items():
        packages = ", ".join(f"{package} {' and '.join(found)}" for package, found in sorted(made["packages"].items()))
        versions.setdefault(packages, []).append(name)
    return {
        "runs": runs,
        "versions": versions,
        "parameters": {name: parameters(made["recipes"]) for name, made in runs.items()},
        "file": MANIFEST,
        "files": len(manifest),
    }


def parameters(recipes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Parameters that more than half of the treatments have, as ``common``, and what ``differs`` in each.

    A parameter within another has both names, as in ``mutate.rate``. What a treatment lacks of the common ones is None.
    """
    flat = {name: dict(_flat(recipe)) for name, recipe in recipes.items()}
    counts = Counter(item for items in flat.values() for item in items.items())
    common = {key: value for (key, value), count in sorted(counts.items()) if 2 * count > len(flat)}
    return {
        "common": common,
        "differs": {
            name: {key: items.get(key) for key in sorted({*common, *items}) if items.get(key) != common.get(key)}
            for name, items in flat.items()
        },
    }


def _flat(recipe: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """Names and values of parameters as text."""
    for key, value in recipe.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{within}{key}.")
        else:
            values = value if isinstance(value, list) else [value]
            texts = (each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in values)
            yield f"{within}{key}", ", ".join(texts)
