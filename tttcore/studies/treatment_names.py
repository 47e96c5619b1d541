"""Names of a study's treatments, sets and labels for people, where its room has any."""

from importlib import import_module
from types import ModuleType

from tttcore.pipeline.rooms import STUDIES, submodule
from tttcore.plots.names import Names


def names_module(study: str) -> str | None:
    """Name of the module that holds a study's names; None if it has none.

    The module has `TREATMENTS`, names by key that tell them from those of other documents, and may have `SHORT`, names
    beside other treatments of the same document, `SETS` and `LABELS` of its comparisons, and `PLAYERS` of its recipes.
    """
    return submodule(STUDIES, study, "names")


def treatment_names(study: str) -> dict[str, str]:
    """Names of a study's treatments by key, beside players of other documents; empty if its room has none."""
    module = _module(study)
    return dict(module.TREATMENTS) if module else {}


def names_of(study: str) -> Names:
    """All names of a study on its own pages and figures; keys stay readable if its room has none."""
    module = _module(study)
    if not module:
        return Names()
    known = vars(module)
    further = (known.get(name, {}) for name in ("SETS", "LABELS", "PLAYERS"))
    return Names({**known["TREATMENTS"], **known.get("SHORT", {})}, *further)


def _module(study: str) -> ModuleType | None:
    name = names_module(study)
    return import_module(name) if name else None
