"""Metadata of table columns: their labels on pages, values that they can hold, and treatments of rows without names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import pandas as pd

from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.needs import needs

if TYPE_CHECKING:
    from tttcore.pipeline.study import Study

F = TypeVar("F", bound=Callable[..., pd.DataFrame])
Labels = Mapping[str, str]
"""Labels of all columns of a table, in the order of pages, which don't show columns with an empty label."""
Behind = Sequence[str] | Callable[[Mapping[str, Any]], Sequence[str]]
"""Names of the treatments that a table's rows summarise, or a function from a row to them."""


class OneOf(str):
    """Label of a column, with all values that the column can hold: a statement that asks for another is refused.

    The values may be a function of the study, where its file names them.
    """

    __slots__ = ("_values",)
    _values: "Iterable[object] | Callable[[Study], Iterable[object]]"

    def __new__(cls, label: str, values: "Iterable[object] | Callable[[Study], Iterable[object]]") -> Self:  # noqa: D102
        made = super().__new__(cls, label)
        made._values = values if callable(values) else tuple(values)
        return made

    def values(self, study: "Study") -> list[str]:
        """All values that the column can hold in a study, as text."""
        return [*map(str, self._values(study) if callable(self._values) else self._values)]


def columns(labels: Labels, *, treatments: Behind = (), comparison: str = "") -> Callable[[F], F]:
    """Decorator: attach to a function the metadata of the table that it computes, for pages and statements.

    Parameters
    ----------
    labels : labels of the table's columns.
    treatments : treatments behind rows without a column that names a treatment, a set or a label; needed, if a list.
    comparison : comparison of the study's file whose labels the rows have, in a table without a column ``set``; needed.
    """
    needed = needs(treatments=() if callable(treatments) else treatments, comparisons=filter(None, [comparison]))

    def attach(function: F) -> F:
        vars(function).update(columns=labels, treatments=treatments, comparison=comparison)
        return needed(function)

    return attach


def hidden(*names: str) -> dict[str, str]:
    """Empty labels of columns that pages don't show."""
    return dict.fromkeys(names, "")


def labelled(*names: str) -> dict[str, str]:
    """Labels of columns that are named in words, such as Mean rank of ``mean_rank``."""
    return {name: name.replace("_", " ").capitalize() for name in names}


def with_interval(column: str, label: str, tells: str = "") -> dict[str, str]:
    """Labels of a column and of the ends of its interval, `<column>_low` and `<column>_high`.

    Parameters
    ----------
    tells : what hidden columns tell of the interval, `fixed`, `trials` or `error`, see `intervals`.
    """
    told = {"": (), "error": ("error", "unseen")}.get(tells, (tells,))
    return {column: label, f"{column}_low": "low", f"{column}_high": "high"} | hidden(
        *(f"{column}_{of}" for of in told)
    )


def of_treatments(rows: pd.DataFrame, treatments: Sequence[str]) -> pd.DataFrame:
    """Select the rows of some treatments, in their order, or of all that have rows if none is named.

    Raises
    ------
    ConfigError
        For a treatment without rows, or if there are no rows at all.
    """
    numbers, names = pd.factorize(rows["treatment"])
    present = names.tolist()
    if not present:
        raise ConfigError("treatments: none has such data")
    for treatment in treatments:
        if treatment not in present:
            raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {enumerated(present)}")
    places = [np.flatnonzero(numbers == present.index(name)) for name in treatments or present]
    return rows.iloc[np.concatenate(places)]
