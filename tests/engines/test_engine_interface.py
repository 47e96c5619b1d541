"""Engines implement the interface, and kinds of tables and figures in their packages are for their studies."""

import pytest

from tttcore.engines.engine import engine, engines
from tttcore.pipeline.code_digests import imported_by
from tttcore.pipeline.messages import ConfigError
from tttcore.plots.figures.kind import kinds as figures
from tttcore.stats.table_kind import kinds
from tttcore.studies.kinds import check_room


@pytest.mark.parametrize("name", engines())
def test_an_engine_implements_the_interface(name):
    made = engine(name)
    assert all(callable(getattr(made, part)) for part in ("runner", "summarise"))
    stored = made.STORED
    assert {"treatment", "replicate"} <= set(stored.batches.names)
    assert {"treatment", "replicate", stored.length, stored.unfinished} <= set(stored.runs.names)
    assert stored.traces.names[:2] == ["treatment", "replicate"]
    assert "tttcore.engines.replicates" in imported_by(made.__file__), "the digest of its runs must cover the loop"


def test_a_kind_is_refused_for_another_engines_study():
    study = {"study": "ancheta2020", "engine": "genetic_algorithm"}
    check_room(kinds.build({"name": "summaries"}, "x"), study, "summaries", "s.yaml: tables.one")
    check_room(kinds.build({"name": "champions"}, "x"), study, "champions", "s.yaml: tables.one")
    message = (
        r"^s\.yaml: tables\.one: kind 'onset_of_success' is for studies of the engine 'genies', "
        r"and this one's is 'genetic_algorithm'$"
    )
    with pytest.raises(ConfigError, match=message):
        check_room(kinds.build({"name": "onset_of_success"}, "x"), study, "onset_of_success", "s.yaml: tables.one")


def test_a_kind_of_a_study_is_refused_for_another():
    kind = figures.build({"name": "variants", "title": "T", "caption": "C"}, "x")
    study = {"study": "hemingroth2025", "engine": "genetic_algorithm"}
    check_room(kind, study, "variants", "s.yaml: figures.one")
    with pytest.raises(ConfigError, match="kind 'variants' is for the study 'hemingroth2025', and this one's is"):
        check_room(kind, {**study, "study": "ancheta2020"}, "variants", "s.yaml: figures.one")
