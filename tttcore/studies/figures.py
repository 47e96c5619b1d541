"""The figures of a study: functions of the names in its file, with titles from there."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tttcore.plots.evidence import Evidence
from tttcore.studies.functions import functions, module_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[Evidence], "Figure"]


def figures_of(study: Mapping[str, Any], where: str) -> dict[str, Draw]:
    """Functions that draw the figures of a study's file, in its order.

    Parameters
    ----------
    study : ``study`` and ``figures`` of its configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first without a function.
    """
    found = functions(study["study"], "figures", study["figures"], where)
    return {name: partial(draw, title=study["figures"][name]["title"]) for name, draw in found.items()}


def shown_together(study: str, comparisons: Mapping[str, Mapping[str, str]]) -> list[Sequence[str]]:
    """Treatments that stand in one figure of a study, whose colours differ.

    A study's module ``figures`` lists them as `TOGETHER`, by lists of treatments or by names of comparisons, where the
    study's file has them; without that they are the treatments of each comparison.
    """
    together = getattr(module_of(study, "figures"), "TOGETHER", [*comparisons])
    return [[*comparisons.get(each, {}).values()] if isinstance(each, str) else each for each in together]
