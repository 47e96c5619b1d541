"""Table of tosses, for studies of this engine."""

import pandas as pd

from tttcore.stats.intervals import mean_interval
from tttcore.stats.table_kind import table_kind, with_interval


@table_kind("Mean tosses until heads", {"treatment": "Treatment", **with_interval("tosses", "Tosses")})
def mean_tosses(runs):
    """Mean number of tosses, a row per treatment."""
    tosses = runs.groupby("treatment", sort=False)["tosses"]
    return pd.DataFrame({"treatment": name, **mean_interval("tosses", own.to_numpy())} for name, own in tosses)
