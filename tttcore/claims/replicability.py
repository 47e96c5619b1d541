"""Compare verdicts, estimates and intervals of several runs of the project, such as runs under different seeds."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from tttcore.claims.audit import CHOSEN, STATED
from tttcore.claims.outcomes import AGREE, CHANCE, DISAGREE
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline import store
from tttcore.pipeline.messages import ConfigError

COMPARED = ("verdict", "ours", "low", "high")
"""Columns of the audit that are compared."""
DECIDED = {*AGREE, *DISAGREE}


def read_audit(results: str | Path) -> pd.DataFrame:
    """Statements and choices of a folder of results, by id."""
    files = [Path(results) / "audit" / f"{name}.parquet" for name in (STATED, CHOSEN)]
    return pd.concat([store.read(file, schema=AUDIT) for file in files]).set_index("id")


def compare(audits: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Rows in which runs differ, a row per id and run, in the order of the first run; all rows that only some have.

    Parameters
    ----------
    audits : by the run's name, see `read_audit`.

    Returns
    -------
    id, run : of the row, and the run's name.
    verdict, ours, low, high : see the schema ``audit``; NaN where the run lacks the row.
    """
    order = pd.Index([]).append([audit.index for audit in audits.values()]).drop_duplicates()
    rows = pd.concat({run: audit.reindex(order)[[*COMPARED]] for run, audit in audits.items()}, names=["run", "id"])
    texts = rows.astype(str).groupby(level="id").nunique(dropna=False)
    differ = [name for name in order if (texts.loc[name] > 1).any()]
    ordered = pd.MultiIndex.from_product([differ, [*audits]], names=["id", "run"])
    return rows.swaplevel().reindex(ordered).reset_index()


def verdicts_by_seed(audits: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Verdicts of counted statements that are judged by runs: a row per id, a column per seed.

    Raises
    ------
    ConfigError
        If two runs have the same seed.
    """
    found: dict[str, pd.Series] = {}
    for run, audit in audits.items():
        judged = audit[audit["counted"] & audit["basis"].isin(CHANCE) & (audit["asserts"] != "")]
        seed = f"{judged['seed'].dropna().max():.0f}"
        if seed in found:
            raise ConfigError(f"{run}: has the seed {seed}, as another run has; allowed: runs of different seeds")
        found[seed] = judged["verdict"]
    return pd.DataFrame(found).rename_axis("id")


BY_SEED = Path("config/replicability.csv")
"""Stored verdicts of several seeds, in a project that has them."""


def replicability(verdicts: pd.DataFrame) -> tuple[int, list[str]]:
    """Number of statements decided under the first seed, and ids of those that another seed judges otherwise.

    Parameters
    ----------
    verdicts : see `verdicts_by_seed`.

    Examples
    --------
    >>> import pandas as pd
    >>> from tttcore.claims.replicability import replicability
    >>> runs = {"1": ["reproduced", "differs", "undecided"], "2": ["reproduced", "undecided", "differs"]}
    >>> replicability(pd.DataFrame(runs, index=["S1-C01", "S1-C02", "S1-C03"]))
    (2, ['S1-C02'])
    """
    decided = verdicts[verdicts.iloc[:, 0].isin(DECIDED)]
    return len(decided), decided.index[decided.nunique(axis=1, dropna=False) > 1].tolist()
