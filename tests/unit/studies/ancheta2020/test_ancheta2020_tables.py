"""Contrasts of champions' shares."""

import math

import pandas as pd
import pytest
from helpers.tables import InMemory

from tttcore.engines.genetic_algorithm.champions import champions_of_runs
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.ancheta2020.tables import contrasts_of


def test_contrasts_of_treatments(tables, random_genes):
    genomes = ["".join(map(str, genome)) for genome in random_genes(20, "contrasts").tolist()]
    runs = pd.DataFrame(
        {"treatment": [*"a" * 12, *"b" * 7, "c"], "censored": [False] * 19 + [True], "champion": genomes}
    )
    table = champions_of_runs(InMemory(runs), tables)
    shares = table.set_index("treatment")
    found = contrasts_of(table, {"a": "b", "b": "c"})
    assert found[["a", "b"]].to_numpy().tolist() == [["a", "b"], ["b", "c"]]
    first = found.iloc[0]
    assert first["beat_listed_umg"] == pytest.approx(shares["beat_listed_umg"]["a"] - shares["beat_listed_umg"]["b"])
    assert first["beat_listed_umg_low"] < first["beat_listed_umg"] < first["beat_listed_umg_high"]
    assert math.isnan(found.iloc[1]["beat_umg_low"])
    with pytest.raises(ConfigError, match="'d' has no such data"):
        contrasts_of(table, {"a": "d"})
