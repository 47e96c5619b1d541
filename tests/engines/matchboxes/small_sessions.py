"""Stored sessions of small machines, summarised as the workflow does."""

import pandas as pd

from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates


class InMemory:
    """Rows of a table, in two parts."""

    def __init__(self, table):
        self.table = table

    def by_treatment(self, *columns):
        for _, part in self.table.groupby(self.table["replicate"] % 2):
            for name, own in part.groupby("treatment", sort=False):
                yield name, own[[*columns]]


def summarised(recipes, tables, replicates=6):
    """Runs, traces and champions of some replicates of each recipe."""
    made_by = engine("matchboxes")
    rows = [
        row
        for name, recipe in recipes.items()
        for row in run_replicates(made_by, "small", name, recipe, tables, seed=0, replicates=range(replicates))
    ]
    sessions = pd.DataFrame(rows, columns=made_by.STORED.batches.names)
    return sessions, made_by.summarise(sessions, recipes)
