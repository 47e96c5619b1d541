"""Table of facts about a study's method: what is measured or proved without any run."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, SupportsFloat

import pandas as pd

from tttcore.pipeline.table_files import METHOD_COLUMNS

P = ParamSpec("P")
Fact = tuple[str, SupportsFloat | None, str] | tuple[str, SupportsFloat | None, str, str]
"""Name of a fact, its value, how it is found, and its text if it has one; the value may then be None or NaN."""


def fact_table(measure: Callable[P, Iterable[Fact]]) -> Callable[P, pd.DataFrame]:
    """Decorate a function that yields facts: it returns them as table fact, value, text, how."""

    @wraps(measure)
    def measured(*args: P.args, **kwargs: P.kwargs) -> pd.DataFrame:
        rows = [(name, value, "".join(text), how) for name, value, how, *text in measure(*args, **kwargs)]
        return pd.DataFrame(rows, columns=METHOD_COLUMNS).astype({"value": float})

    return measured
