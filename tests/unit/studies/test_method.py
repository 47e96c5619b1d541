"""Measurements of a study's module `method`, beside the document's own tables."""

import pandas as pd
import pytest

import tttcore.studies
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import METHOD, read_study_tables, write_study_tables
from tttcore.studies import method as of_method
from tttcore.studies.method import fact_table, measure_timings, method_captions, method_tables
from tttcore.studies.tables import check

FACTS = """
import pandas as pd
def method_facts(recipes, tables, *, seed):
    return pd.DataFrame({"fact": ["seed", *recipes], "value": [seed, *[1] * len(recipes)]})
"""
FURTHER = """
def method_tables(recipes, tables, *, seed):
    return {"growth": pd.DataFrame({"edge": [seed, tables]})}
CAPTIONS = {"growth": "How it grows"}
"""


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """`measured(name, text)`: a study's module of that text; the tables of a made-up study with it."""

    def write(name, text):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "method.py").write_text(text)
        monkeypatch.setattr(tttcore.studies, "__path__", [*tttcore.studies.__path__, str(tmp_path)])
        (tmp_path / "own.csv").write_text("run\n7\n")
        published = {"printed": str(tmp_path / "own.csv")}
        return method_tables(name, recipes={"a": {}}, published=published, tables="states", seed=3)

    return write


def test_a_module_may_measure_further_tables(measured, tmp_path):
    found = measured("madeup1", FACTS + FURTHER)
    assert list(found) == [METHOD, "growth", "printed"]
    assert found[METHOD].to_dict("list") == {"fact": ["seed", "a"], "value": [3, 1]}
    assert found["growth"]["edge"].tolist() == [3, "states"]
    assert method_captions("madeup1") == {"growth": "How it grows"}
    write_study_tables({"growth": pd.DataFrame({"edge": [3]})}, tmp_path / "method", provenance={})
    assert read_study_tables([tmp_path / "method"])["growth"]["edge"].tolist() == [3]


def test_a_module_may_measure_facts_alone(measured):
    assert list(measured("madeup2", FACTS)) == [METHOD, "printed"]
    assert method_captions("madeup2") == {}


def test_a_study_without_a_module_has_the_documents_tables_alone():
    assert method_tables("madeup3", recipes={}, published={}, tables="states", seed=3) == {}
    assert method_captions("madeup3") == {}


def test_names_of_a_modules_tables_are_taken(measured):
    measured("madeup4", FACTS + FURTHER)
    config = {"study": "madeup4", "tables": {"growth": "Growth"}, "published": {"tables": {}}}
    with pytest.raises(ConfigError, match=r"^study\.yaml: tables\.growth: the name is taken by a table of the st"):
        check(Study("study.yaml", config, {}))


def test_facts_have_a_value_or_a_text_or_both():
    @fact_table
    def facts(most):
        """Facts up to a number."""
        yield "most", most, "as given"
        yield "named", None, "in words", "three"
        yield "both", most - 1, "and in words", "two"

    table = facts(3)
    assert facts.__doc__ == "Facts up to a number."
    assert table.columns.tolist() == ["fact", "value", "text", "how"]
    assert table["value"].fillna(-1).tolist() == [3, -1, 2]
    assert table["text"].tolist() == ["", "three", "two"]
    assert table["how"].tolist() == ["as given", "in words", "and in words"]


def test_timings_name_the_machine(monkeypatch):
    """The processor by its name alone, all else with what it is."""
    monkeypatch.setattr(of_method, "_own_work", lambda study: {"quick": lambda: list})
    monkeypatch.setattr(of_method, "describe_machine", lambda: {"cpu": "cpu 386", "cores": 2, "python": "3"})
    asked = {"run": {"work": "quick", "what": "a run", "seconds": 1, "machine": "one of theirs"}}
    (row,) = measure_timings("a", "b", asked, {}, None, seed=0).to_dict("records")
    assert row["machine"] == "cpu 386, cores 2, python 3"
