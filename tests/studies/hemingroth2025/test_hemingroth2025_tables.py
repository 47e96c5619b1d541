"""Tables of Hemingroth (2025): what they need beside runs is checked before anything runs."""

from dataclasses import replace

import pytest
from project import ROOT

from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.hemingroth2025.published_courses import read_log
from tttcore.studies.hemingroth2025.tables import check

LOG = ROOT / "config" / "published" / "hemingroth2025_log.csv"
OTHER = {"name": "random_reset", "slope": 1, "base": 1}


@pytest.fixture(scope="module")
def study():
    found = read_study(ROOT / "config" / "studies" / "hemingroth2025.yaml")
    return replace(found, config=found.config | {"published": {"tables": {"log": LOG}}})


def test_the_study_as_it_is_passes(study):
    check(study)


def test_a_missing_log_is_told(study):
    without = replace(study, config=study.config | {"published": {"tables": {"logg": LOG}}})
    with pytest.raises(ConfigError, match=r"^published\.tables: needs 'log' \(is 'logg' meant\?\)$"):
        check(without)


def test_a_wrong_cell_of_the_log_is_told(study, tmp_path):
    log = tmp_path / "log.csv"
    read_log(LOG).assign(best=2).to_csv(log, index=False)
    with pytest.raises(ConfigError, match=r"log\.csv, line 2, best: '2'; allowed: numbers from 0 to 1$"):
        check(replace(study, config=study.config | {"published": {"tables": {"log": log}}}))


def test_a_missing_comparison_is_told(study):
    compared = {name: study.comparisons[name] for name in ("readings", "extents")}
    with pytest.raises(ConfigError, match=r"^comparisons: needs 'alleles'$"):
        check(replace(study, config=study.config | {"comparisons": compared}))


def test_a_mutation_of_another_kind_has_no_extent(study):
    other = replace(study.treatments["extent-0200"], recipe=study.recipes["extent-0200"] | {"mutate": OTHER})
    message = r"^comparisons\.extents\.0\.02: 'extent-0200' has no mutate\.rate to compare by$"
    with pytest.raises(ConfigError, match=message):
        check(replace(study, treatments=study.treatments | {"extent-0200": other}))
