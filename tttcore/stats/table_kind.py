"""Kinds of tables that a study's file can ask for: functions that compute them, with their captions and labels."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import pandas as pd

from tttcore.pipeline.function_kinds import registering
from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.names import TREATMENT, Treatments, named
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.pipeline.study import Study

F = TypeVar("F", bound=Callable[..., pd.DataFrame])
GROUPS, EVIDENCE = "groups", "evidence"
"""First parameters of a table's function that stand for the samples of one set, and for all evidence."""


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of table; its other fields are the options in a study's file. See `table_kind`.

    Attributes
    ----------
    caption : description of the table on the page.
    columns : labels of the columns that the page shows; a page only links to a table without any.
    further : names of its other columns.
    trace_columns : columns of the traces that it reads.
    needs_published : True if it needs the document's runs.
    """

    caption: str
    columns: ClassVar[Mapping[str, str]] = {}
    further: ClassVar[Sequence[str]] = ()
    trace_columns: ClassVar[Sequence[str]] = ()
    needs_published: ClassVar[bool] = False
    function: ClassVar[Callable[..., pd.DataFrame]]
    _check_study: ClassVar[Callable[..., None] | None] = None
    _treatments_of: ClassVar[Callable[[Any, Mapping[str, Any]], Sequence[str]] | None] = None

    def check(self, study: Study) -> None:
        """Raise ConfigError if the study lacks data that it needs: the document's files, treatments' parameters."""
        if self._check_study:
            self._check_study(study)

    def treatments_of(self, row: Mapping[str, Any]) -> Sequence[str]:
        """Names of the treatments behind a row whose columns name none: by default those that its options name."""
        return self._treatments_of(row) if self._treatments_of else named(self, TREATMENT)

    @classmethod
    def evidence_names(cls) -> list[str]:
        """Names of the function's positional parameters: parts of the evidence that it needs."""
        parameters = inspect.signature(cls.function).parameters.values()
        return [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]

    def make(self, evidence: Any) -> pd.DataFrame:
        """Compute the table from `Evidence`; if it covers several sets of samples, its column ``set`` names them."""
        first, *others = self.evidence_names()
        rest = [getattr(evidence, name) for name in others]
        if first == GROUPS:
            return evidence.per_set(lambda groups: self.compute(groups, *rest))
        return self.compute(self._first(evidence, first), *rest)

    @abstractmethod
    def compute(self, *parts: Any) -> pd.DataFrame:
        """Compute the table from the parts of the evidence that `evidence_names` lists."""

    def _first(self, evidence: Any, name: str) -> Any:
        return evidence if name == EVIDENCE else getattr(evidence, name)


@dataclass(frozen=True, kw_only=True)
class ForTreatments(Kind):
    """A kind of table about treatments that can be named.

    Attributes
    ----------
    treatments : in the order of the rows; without names all treatments that have the data.
    """

    treatments: Treatments = ()

    def _first(self, evidence: Any, name: str) -> pd.DataFrame:
        return of_treatments(super()._first(evidence, name), self.treatments)


kinds: Registry[Kind] = Registry("kind of table", registered_in("tttcore.stats", "stats"))


def table_kind(
    caption: str,
    columns: Mapping[str, str] | None = None,
    *,
    further: Sequence[str] = (),
    name: str | None = None,
    trace_columns: Sequence[str] = (),
    needs_published: bool = False,
    for_treatments: bool = False,
    check: Callable[..., None] | None = None,
    check_study: Callable[[Any, Study], None] | None = None,
    treatments_of: Callable[[Any, Mapping[str, Any]], Sequence[str]] | None = None,
) -> Callable[[F], F]:
    """Function decorator: make the table that a function computes a kind of table.

    Positional parameters of the function are attributes of `Evidence` by name: ``runs``, ``traces``, ``recipes``;
    ``evidence`` is all of it, and with ``groups`` the table is computed for each set of samples on its own.
    Keyword-only parameters are options, checked against their types (see `declaration` and `names`).

    A workflow is planned with the modules of all kinds imported, so libraries that take a second to import (pingouin,
    lifelines, statsmodels) are imported inside the functions that call them.

    Parameters
    ----------
    caption, columns, trace_columns, needs_published : see `Kind`; a column without a label isn't shown.
    further : columns without a label, which claims can name as well.
    name : name in a study's file; by default the function's.
    for_treatments : True to add the option ``treatments``; the first parameter then holds their rows only.
    check : called with the options that its parameters name; raises ValueError for options that don't fit together.
    check_study : called with the kind and the study; raises ConfigError if the study lacks data that it needs.
    treatments_of : see `Kind.treatments_of`; called with the kind and a row.
    """
    return registering(
        kinds,
        ForTreatments if for_treatments else Kind,
        "compute",
        name=name,
        check=check,
        caption=caption,
        columns=columns or {},
        further=further,
        trace_columns=trace_columns,
        needs_published=needs_published,
        _check_study=check_study,
        _treatments_of=treatments_of,
    )


def of_treatments(rows: pd.DataFrame, treatments: Sequence[str]) -> pd.DataFrame:
    """Select the rows of some treatments, in their order, or of all that have rows if none is named.

    Raises
    ------
    ConfigError
        For a treatment without rows, or if there are no rows at all.
    """
    present = rows["treatment"].unique().tolist()
    if not present:
        raise ConfigError("treatments: none has such data")
    for treatment in treatments:
        if treatment not in present:
            raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {enumerated(present)}")
    return pd.concat([rows[rows["treatment"] == name] for name in treatments or present])


def labelled(*columns: str) -> dict[str, str]:
    """Labels of columns that are named in words, such as Mean rank of ``mean_rank``, for `Kind.columns`."""
    return {column: column.replace("_", " ").capitalize() for column in columns}


def with_interval(column: str, label: str) -> dict[str, str]:
    """Labels of a column and of the ends of its interval, `<column>_low` and `<column>_high`, for `Kind.columns`."""
    return {column: label, f"{column}_low": "low", f"{column}_high": "high"}
