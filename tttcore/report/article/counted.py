"""Tables that the article counts from the audit, the verdicts under other readings and the runs."""

from collections.abc import Mapping

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.multiverse import robustness
from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.verdicts import count_verdicts, errors_by_kind

ALL = "all"
"""Row over all studies or kinds of assertion."""


def counted_verdicts(audit: pd.DataFrame) -> pd.DataFrame:
    """Counted statements of each study and of all, by outcome; columns ``study``, ``statements`` and the outcomes."""
    parts = {**dict(iter(audit.groupby("study", sort=False))), ALL: audit}
    counts = {name: count_verdicts(part) for name, part in parts.items()}
    return pd.DataFrame(
        [{"study": name, "statements": sum(count.values()), **count} for name, count in counts.items()],
        columns=["study", "statements", *OUTCOMES],
    )


def counted_errors(audit: pd.DataFrame) -> pd.DataFrame:
    """Statements of each kind that chance may decide, and how many verdicts on them may be expected to be wrong."""
    found = errors_by_kind(audit).set_index("asserts").reindex(list(ASSERTIONS), fill_value=0)
    found.loc[ALL] = found.sum()
    return found.rename_axis("asserts").reset_index().astype({"statements": int})


def counted_readings(judged_again: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Statements that were judged under each other reading, and verdicts that it changes.

    The row of a study without a choice has the number of statements that were judged again, and of those whose verdict
    any reading changes.

    Parameters
    ----------
    judged_again : verdicts of each study under every reading, see `claims.multiverse`.
    """
    rows = []
    for study, judged in judged_again.items():
        found = robustness(judged)
        rows.append((study, "", "", len(found), sum(bool(each.flipped) for each in found)))
        own = judged[judged["choice"] == ""].set_index("id")["verdict"]
        others = judged[judged["choice"] != ""]
        for (choice, reading), each in others.groupby(["choice", "reading"], sort=False):
            changed = each["verdict"].to_numpy() != own[each["id"]].to_numpy()
            rows.append((study, str(choice), str(reading), len(each), int(changed.sum())))
    return pd.DataFrame(rows, columns=["study", "choice", "reading", "judged", "changed"])


def counted_runs(runs: Mapping[str, pd.Series]) -> pd.DataFrame:
    """Runs of each treatment of each study, and of all of them.

    Parameters
    ----------
    runs : treatment of each run, by study.
    """
    rows = [
        (study, treatment, count)
        for study, treatments in runs.items()
        for treatment, count in [*treatments.value_counts(sort=False).items(), (ALL, len(treatments))]
    ]
    return pd.DataFrame(rows, columns=["study", "treatment", "runs"])
