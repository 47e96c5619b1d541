"""Tables of Michie (1963), each the function of the name that its page and statements use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.pipeline.store import Rows
from tttcore.stats.columns import OneOf, columns, hidden, of_treatments, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import COVERAGE, TAILS, mean_interval, share_interval
from tttcore.stats.machines import MACHINES, machines_at
from tttcore.stats.predictions import NOTICED

LIKE_MICHIE = ("random", "careful", "unsound", "person")
"""Treatments whose opponent could play as Michie did after he left best strategy."""
BEST_STRATEGY = ("perfect", "refilled", "perfect-cells")
"""Treatments in which perfect play plays against the machine, by the rules of the beads."""
SETTLED = 20
"""Games after which MENACE is reported to settle for a line that ensures a draw."""
FREE_OF_DEFEAT = 150
"""Games after which its opponent is reported to get no better average than a draw."""
EVALUATED = (SETTLED, FREE_OF_DEFEAT, 220)
"""Games after which machines are evaluated; the last are all."""
REPORTS = {"eight in ten": 8, "a draw or better": 0.5}
"""Most games won of ten successive ones, and points per game after `FREE_OF_DEFEAT`: 1 for a win, half for a draw."""
LINES = {"a line that draws": 0.9, "more draws than not": 0.5}
"""Probability of drawing with perfect play after `SETTLED` games; nine in ten counts as a line that ensures a draw."""
SINGLE_RUN = {
    "report": "Report",
    "treatment": "Treatment",
    "reported": "Published",
    "n": "Runs",
    **with_interval("share", "Runs that show it"),
    **with_interval("mean", "Mean"),
    "low": "One run from",
    "high": "to",
    "chance": "p-value",
    **hidden("chance_least", "contrary", "finds"),
}
"""Columns of `single_run`."""


@needs(treatments=LIKE_MICHIE)
@columns(SINGLE_RUN | {"report": OneOf("Report", REPORTS), "treatment": OneOf("Treatment", LIKE_MICHIE)})
def reports(evidence: Evidence) -> pd.DataFrame:
    """Published results of the run beside ours, by opponents that may resemble Michie."""
    return single_run(_quantities(evidence.run_rows), reports=REPORTS, treatments=LIKE_MICHIE)


@needs(treatments=BEST_STRATEGY)
@columns(SINGLE_RUN | {"report": OneOf("Report", LINES), "treatment": OneOf("Treatment", BEST_STRATEGY)})
def settled(evidence: Evidence) -> pd.DataFrame:
    """Probability of drawing with perfect play after `SETTLED` games against it, beside what is reported."""
    machines_of = evidence.trace_rows.by_treatment("games", "perfect_drawn")
    drawn = [(name, own.loc[own["games"] == SETTLED, "perfect_drawn"]) for name, own in machines_of]
    found = [(name, pd.DataFrame(dict.fromkeys(LINES, own))) for name, own in drawn if len(own)]
    return single_run(found, reports=LINES, treatments=BEST_STRATEGY)


@columns(MACHINES | {"games": OneOf("Games", EVALUATED)})
def machines(evidence: Evidence) -> pd.DataFrame:
    """Machines after 20, 150 and all 220 games."""
    return machines_at(evidence.trace_rows, games=EVALUATED)


def _quantities(run_rows: Rows) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield treatment and, a column for each of `REPORTS`, the numbers of its runs."""
    for treatment, own in run_rows.by_treatment("most_won_of_ten", "results"):
        later = own["results"].str[FREE_OF_DEFEAT:]
        points = (later.str.count("w") + later.str.count("d") / 2) / later.str.len()
        yield treatment, pd.DataFrame({"eight in ten": own["most_won_of_ten"], "a draw or better": points})


def single_run(
    found: Iterable[tuple[str, pd.DataFrame]], *, reports: Mapping[str, float], treatments: Sequence[str] = ()
) -> pd.DataFrame:
    """Reported numbers beside those of our runs, a row for each report and treatment.

    Parameters
    ----------
    found : treatments and numbers of their runs, a column for each report; a treatment can come in parts.
    reports : numbers that a document reports to have met or exceeded, by name.
    treatments : treatments that could be the document's; none for all.

    Returns
    -------
    report, treatment, reported : as given.
    n : runs.
    share, share_low, share_high : proportion of runs with at least that number, with Clopper and Pearson's interval.
    mean, mean_low, mean_high : mean of the runs with Student's 95% interval.
    low, high : middle 95% of the runs.
    chance : that proportion; the document's own run counts as one more, so that none is 0 (Davison and Hinkley 1997,
        section 4.2). It is exact if the document's run is like ours, however few these are.
    chance_least : least probability that any number can have.
    contrary : whether the interval of the proportion lies below one half.
    finds : upward shift with which four runs in five would have a number so great that its probability is below 5%.
    """
    parts: dict[tuple[str, str], list[pd.Series]] = {}
    for treatment, own in found:
        for name in reports:
            parts.setdefault((name, treatment), []).append(own[name])
    rows = pd.DataFrame(
        [_row(name, treatment, reports[name], pd.concat(each)) for (name, treatment), each in parts.items()]
    )
    return of_treatments(rows, treatments)


def _row(name: str, treatment: str, reported: float, values: pd.Series) -> dict[str, object]:
    n, showing = len(values), int((values >= reported).sum())
    low, high = np.quantile(values, TAILS)
    share = share_interval("share", showing, n)
    return {
        "report": name,
        "treatment": treatment,
        "reported": reported,
        "n": n,
        **share,
        **mean_interval("mean", values),
        "low": low,
        "high": high,
        "chance": (showing + 1) / (n + 1),
        "chance_least": 1 / (n + 1),
        "contrary": share["share_high"] < 1 / 2,
        "finds": np.quantile(values, COVERAGE) - np.quantile(values, 1 - NOTICED),
    }
