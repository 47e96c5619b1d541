"""Names of a study's treatments for people, where its room has any."""

from importlib import import_module

from tttcore.pipeline.rooms import STUDIES, submodule


def treatment_names(study: str) -> dict[str, str]:
    """Names of a study's treatments by key, from `TREATMENTS` of the module ``names`` in its room; else none."""
    module = submodule(STUDIES, study, "names")
    return dict(import_module(module).TREATMENTS) if module else {}
