"""Engines: every one that a schema names is whole, and kinds of tables and figures are for its studies."""

import pytest
from project import ROOT

from tttcore.analysis.kinds import kinds as tables_of_statistics
from tttcore.base.config import read_schema
from tttcore.base.registry import ConfigError
from tttcore.base.schemas import SCHEMAS
from tttcore.figures.kinds import kinds as figures
from tttcore.studies.engine import check_engine, engine

PROPERTIES = [read_schema(path)["properties"] for path in (ROOT / "workflow" / "schemas").glob("*.yaml")]
ENGINES = sorted({name for keys in PROPERTIES for name in keys.get("engine", {}).get("enum", [])})


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_whole(name):
    made = engine(name)
    assert all(callable(getattr(made, part)) for part in ("check", "warm_up", "run_replicates", "summarise"))
    schemas = made.STORED.batches, made.STORED.runs, made.STORED.traces
    assert set(schemas) <= set(SCHEMAS)
    assert {"treatment", "replicate"} <= set(SCHEMAS[made.STORED.batches].names)
    assert {"treatment", "replicate", made.STORED.length, made.STORED.unfinished} <= set(
        SCHEMAS[made.STORED.runs].names
    )


@pytest.mark.parametrize("registry", [tables_of_statistics, figures])
def test_kinds_are_for_engines_that_there_are(registry):
    named = {registry[name].engine for name in registry.names()}
    assert {None, "genetic_algorithm"} <= named <= {None, *ENGINES}


def test_a_kind_is_refused_for_another_engines_study():
    study = {"engine": "genetic_algorithm"}
    check_engine(None, study, "summaries", "s.yaml: tables.one")
    check_engine("genetic_algorithm", study, "champions", "s.yaml: tables.one")
    message = (
        r"^s\.yaml: tables\.one: kind 'rises' is for studies of the engine 'genies', "
        r"and this one's is 'genetic_algorithm'$"
    )
    with pytest.raises(ConfigError, match=message):
        check_engine("genies", study, "rises", "s.yaml: tables.one")
