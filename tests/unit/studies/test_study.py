"""A study's file: what becomes of treatments, and the words for every mistake."""

import json
from dataclasses import replace

import pytest
import yaml
from helpers.project import ROOT
from helpers.texts import message

from tttcore.engines.study_files import read_study
from tttcore.pipeline.study import ALL
from tttcore.pipeline.table_files import read_runs

FILE = ROOT / "config" / "studies" / "ancheta2020.yaml"


@pytest.fixture
def read(tmp_path):
    """`read(change)`: the study after a change of its settings."""
    text = FILE.read_text(encoding="utf-8")

    def with_change(change=lambda settings: None):
        settings = yaml.safe_load(text)
        change(settings)
        path = tmp_path / FILE.name
        path.write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
        return read_study(path)

    return with_change


def test_treatments(read, snapshot):
    """They are their protocols on the defaults, and have the last word; sizes are smaller at quick, never larger."""

    def change(settings):
        of_its_own = {"population": 12, "select": {"name": "tournament", "size": 3}, "replicates": {"quick": 1}}
        _new(settings, protocol="listed", **of_its_own)
        settings["quick"] = {"population": 30, "cross": {"sites": 60}, "mutate": {"slope": 9}, "generations": 40}
        settings["treatments"]["rmg-listed"]["quick"] = {"generations": 600}

    study, told = read(change), []
    quick = study.at("quick").recipes
    for name in ("umg-listed", "umg-described", "new", "rmg-listed"):
        treatment = study.treatments[name]
        told.append(f"{treatment.name}: {treatment.protocol}, replicates {treatment.replicates}")
        for key, value in treatment.recipe.items():
            smaller = f"; at quick {quick[name][key]}" if quick[name][key] != value else ""
            told.append(f"  {key}: {value}{smaller}")
    assert "\n".join(told) == snapshot
    assert (study.name, study.engine, study.at("decisive") is study) == ("ancheta2020", "genetic_algorithm", True)
    assert study.comparisons[ALL] == {name: name for name in study.treatments}
    assert not any("new" in members.values() for members in study.config["comparisons"].values())


@pytest.mark.parametrize("scale", ["quick", "decisive"])
@pytest.mark.parametrize("file", sorted((ROOT / "config" / "studies").glob("*.yaml")), ids=lambda file: file.stem)
def test_runs_tell_the_scale_and_the_file_the_order(file, scale):
    """Provenance is stored with sorted keys; tables and figures have treatments and players in the file's order."""
    study = read_study(file)
    asked = study.at(scale)
    stored = json.loads(json.dumps(asked.recipes, sort_keys=True))
    assert json.dumps(study.as_run(stored).recipes) == json.dumps(asked.recipes)


def test_batch_size(read):
    treatment = replace(read().treatments["control-listed"], seconds=0.003)
    assert [treatment.batch_size(seconds) for seconds in (15, 0.003, 0.001, 0.0076)] == [5000, 1, 1, 3]
    default = read(lambda settings: settings.pop("seconds_per_replicate"))
    assert default.treatments["control-listed"].seconds == 0.01


def _new(settings, name="new", **entry):
    settings["treatments"][name] = entry


def _timing(settings, **entry):
    settings["timings"] = {"run": {"what": "a run", "seconds": 1, "machine": "one of theirs"} | entry}


MISTAKES = {
    "protocol": lambda own: _new(own, protocol="lsited"),
    "no protocol": lambda own: _new(own, population=5),
    "treatment of a comparison": lambda own: own["comparisons"]["seat"].update(second="secnd-seat"),
    "repeated comparison": lambda own: own["published"].update(repeated_by=["described", "lsited"]),
    "data of too few treatments": lambda own: own["comparisons"]["listed"].pop("rmg"),
    "data of more runs": lambda own: own["published"].update(replicates=29),
    "data without a treatment of theirs": lambda own: own["comparisons"]["listed"].update(elite="umg-listed"),
    "data without their number": lambda own: own["published"].pop("replicates"),
    "protocol of the defaults": lambda own: own["defaults"].update(protocol="listed"),
    "engine": lambda own: own.update(engine="genetic_algoritm"),
    "key of the recipe": lambda own: _new(own, protocol="listed", popluation=5),
    "name of a treatment": lambda own: _new(own, "New one", protocol="listed"),
    "comparison of one": lambda own: own["comparisons"].update(alone={"control": "control-listed"}),
    "replicates out of range": lambda own: _new(own, protocol="listed", replicates={"quick": 0}),
    "size of no number": lambda own: _new(own, protocol="listed", quick={"seat": "second"}),
    "key of sizes": lambda own: own.update(quick={"popluation": 5}),
    "data that no comparison repeats": lambda own: own["published"].pop("repeated_by"),
    "no comparisons": lambda own: own.pop("comparisons"),
    "nothing about it": lambda own: own.update(about=""),
    "timing without what its engine needs": lambda own: _timing(own, treatment="umg-listed"),
    "treatment of a timing": lambda own: _timing(own, treatment="umg", generations=5),
    "cover": lambda own: own.update(cover="figure-5-boxpot"),
    "name of the study": lambda own: own.update(study="ancheta2021"),
    "no such data": lambda own: own["published"].update(data="none.csv"),
}


def test_mistakes(read, tmp_path, snapshot):
    """The beginning of each line; all lists of what is known go on."""
    told = (f"{name}: {message(read, change).replace(f'{tmp_path}/', '')[:250]}" for name, change in MISTAKES.items())
    assert "\n".join(told) == snapshot


@pytest.mark.parametrize("before", ["\ufeff", "\n", "\r\n\n"], ids=["byte order mark", "blank line", "blank lines"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_data_as_other_programs_save_them(read, tmp_path, before, quote):
    """Columns are found behind a byte order mark or blank lines, with quotes or without."""
    path = tmp_path / "runs.csv"
    names = ",".join(f"{quote}{name}{quote}" for name in ("run", "control", "rmg", "umg"))
    path.write_text(f"{before}{names}\n1,5,6,7\n2,8,9,10\n", encoding="utf-8")
    given = {"data": str(path), "replicates": 2}
    assert read(lambda settings: settings["published"].update(given)).config["published"]["data"] == str(path)
    assert read_runs(path).to_dict("list") == {"control": [5, 8], "rmg": [6, 9], "umg": [7, 10]}


def test_a_document_need_not_give_its_data(read):
    assert read(lambda settings: settings.pop("published")).config["published"] == {"repeated_by": [], "tables": {}}
    for given in ({"tables": {"log": "log.csv"}}, {"replicates": 5}):
        found = read(lambda settings, given=given: settings.update(published=given)).config["published"]
        assert found == {"repeated_by": [], "tables": {}} | given
