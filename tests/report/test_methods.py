"""The methods section says what the configuration says."""

import re

import pytest
import yaml
from project import ROOT

from tttcore.project import checked_studies
from tttcore.report.methods import flat, meanings, methods


@pytest.fixture(scope="module")
def studies():
    settings = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    return checked_studies(settings, folder=ROOT / "config")


@pytest.fixture(scope="module")
def text(studies):
    return methods(studies.values(), scale="paper", seed=17)


def test_nested_settings_become_dotted_keys():
    nested = {"select": {"by": {"name": "losses"}}, "pool": ["parents", "mutated"], "games": 300}
    assert [*flat(nested)] == [("select.by.name", "losses"), ("pool", "parents, mutated"), ("games", "300")]


def test_names_every_treatment_with_its_runs(studies, text):
    sections = dict(zip(studies, re.split(r"^## ", text, flags=re.MULTILINE)[1:], strict=True))
    for name, study in studies.items():
        assert sections[name].startswith(f"{study.config['authors']} ({study.config['year']})")
        for treatment in study.treatments.values():
            runs = treatment.replicates["paper"]
            assert f"| `{treatment.name}` | {treatment.protocol} | {runs:,} |" in sections[name]


def test_explains_every_parameter(studies, text):
    for study in studies.values():
        known = meanings(study.engine)
        for key in study.config["defaults"]:
            assert known[key] in text


def test_tables_are_regular(text):
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_seed(text):
    assert "the seed 17." in text
