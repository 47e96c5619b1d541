"""A study's file: what becomes of treatments, and the words for every mistake."""

import json
from dataclasses import fields, replace

import pytest
import yaml
from helpers.project import ROOT

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import ALL
from tttcore.pipeline.table_files import read_runs

KEYS = [field.name for field in fields(Recipe)]

FILE = ROOT / "config" / "studies" / "ancheta2020.yaml"


@pytest.fixture
def read(tmp_path):
    """`read(change)`: the study after a change of its settings."""

    def with_change(change=lambda settings: None, name="ancheta2020"):
        settings = yaml.safe_load(FILE.read_text(encoding="utf-8"))
        change(settings)
        path = tmp_path / f"{name}.yaml"
        path.write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
        return read_study(path)

    return with_change


def set_treatment(name, **entry):
    return lambda settings: settings["treatments"].update({name: entry})


def test_a_treatment_is_its_protocol_on_the_defaults(read):
    study = read()
    listed, described = study.treatments["umg-listed"], study.treatments["umg-described"]
    assert (study.name, study.engine) == ("ancheta2020", "genetic_algorithm")
    assert (listed.name, listed.protocol) == ("umg-listed", "listed")
    assert listed.recipe["pool"] == ["parents", "mutated", "mutated"]
    assert described.recipe["pool"] == ["parents", "unmutated", "mutated"]
    assert listed.recipe["select"] == {"name": "sus", "by": {"name": "fitness"}, "niching": "constant"}
    assert listed.recipe["replace"]["name"] == "controlled_elite"
    assert listed.recipe["replace"]["by"]["opponent"] == {"name": "umg", "centre": "anyone", "counter": "running"}
    assert set(listed.recipe) == set(KEYS)
    assert listed.replicates == {"quick": 6, "paper": 30, "decisive": 10000}


def test_a_treatment_has_the_last_word(read):
    of_its_own = {"population": 12, "select": {"name": "tournament", "size": 3}, "replicates": {"quick": 1}}
    study = read(set_treatment("new", protocol="listed", **of_its_own))
    new = study.treatments["new"]
    assert new.replicates == study.config["replicates"] | {"quick": 1}
    assert new.recipe["population"] == 12
    assert new.recipe["select"] == {"name": "tournament", "size": 3}
    assert new.recipe["cross"] == {"name": "n_point", "sites": 50}
    assert study.treatments["control-listed"].recipe["population"] == 100
    assert study.comparisons[ALL] == {name: name for name in study.treatments}
    assert "new" not in [
        treatment for members in study.config["comparisons"].values() for treatment in members.values()
    ]


def test_recipes_have_smaller_numbers_at_quick_and_no_larger_ones(read):
    def change(settings):
        settings["quick"] = {"population": 30, "cross": {"sites": 60}, "mutate": {"slope": 9}, "generations": 40}
        settings["treatments"]["rmg-listed"]["quick"] = {"generations": 600}

    study = read(change)
    assert study.at("decisive") is study
    rmg, umg = (study.at("quick").treatments[f"{name}-listed"].recipe for name in ("rmg", "umg"))
    small = {"population": 30, "generations": 40, "mutate": {"name": "random_reset", "slope": 9, "base": 10}}
    assert umg == study.treatments["umg-listed"].recipe | small
    assert rmg == study.treatments["rmg-listed"].recipe | small | {"generations": 500}


@pytest.mark.parametrize("scale", ["quick", "decisive"])
@pytest.mark.parametrize("file", sorted((ROOT / "config" / "studies").glob("*.yaml")), ids=lambda file: file.stem)
def test_runs_tell_the_scale_and_the_file_the_order(file, scale):
    """Provenance is stored with sorted keys; tables and figures have treatments and players in the file's order."""
    study = read_study(file)
    asked = study.at(scale)
    stored = json.loads(json.dumps(asked.recipes, sort_keys=True))
    assert json.dumps(study.as_run(stored).recipes) == json.dumps(asked.recipes)


@pytest.mark.parametrize(("seconds", "size"), [(15, 5000), (0.003, 1), (0.001, 1), (0.0076, 3)])
def test_batch_size(read, seconds, size):
    treatment = replace(read().treatments["control-listed"], seconds=0.003)
    assert treatment.batch_size(seconds) == size


def test_rough_cost_has_a_default(read):
    study = read(lambda settings: settings.pop("seconds_per_replicate"))
    assert study.treatments["control-listed"].seconds == 0.01


TIMING = {"what": "a run", "seconds": 1, "machine": "one of theirs"}
MISTAKES = {
    "protocol": (
        set_treatment("new", protocol="lsited"),
        r"treatments\.new\.protocol: unknown protocol 'lsited' \(did you mean 'listed'\?\); known: described, listed$",
    ),
    "no protocol": (set_treatment("new", population=5), r"treatments\.new\.protocol: needs a value$"),
    "treatment of a comparison": (
        lambda settings: settings["comparisons"]["seat"].update(second="secnd-seat"),
        r"comparisons\.seat\.second: unknown treatment 'secnd-seat' \(did you mean 'second-seat'\?\); known: control-",
    ),
    "repeated comparison": (
        lambda settings: settings["published"].update(repeated_by=["described", "lsited"]),
        r"published\.repeated_by\.1: unknown comparison 'lsited' \(did you mean 'listed'\?\); known: described, listed",
    ),
    "data of too few treatments": (
        lambda settings: settings["comparisons"]["listed"].pop("rmg"),
        r"published\.repeated_by\.1: 'listed' has no 'rmg', which .* has$",
    ),
    "data without their number": (
        lambda settings: settings["published"].pop("replicates"),
        r"published\.replicates: needs a value where data has one$",
    ),
    "protocol of the defaults": (
        lambda settings: settings["defaults"].update(protocol="listed"),
        r"defaults\.protocol: no such key .*; known: seat, .*, generations, replicates, seconds_per_replicate, quick$",
    ),
    "engine": (
        lambda settings: settings.update(engine="genetic_algoritm"),
        r"engine: 'genetic_algoritm' is not allowed \(did you mean 'genetic_algorithm'\?\); known: "
        r"genetic_algorithm, genies, matchboxes, nine_board, tabular$",
    ),
    "key of the recipe": (
        set_treatment("new", protocol="listed", popluation=5),
        r"treatments\.new\.popluation: no such key \(did you mean 'population'\?\); known: ",
    ),
    "name of a treatment": (
        set_treatment("New one", protocol="listed"),
        r"treatments\.New one: 'New one' is not allowed; allowed: small letters and digits, parts joined by -$",
    ),
    "comparison of one": (
        lambda settings: settings["comparisons"].update(alone={"control": "control-listed"}),
        r"comparisons\.alone: .* is too short; allowed: two or more$",
    ),
    "replicates out of range": (
        set_treatment("new", protocol="listed", replicates={"quick": 0}),
        r"treatments\.new\.replicates\.quick: 0 is out of range; allowed: from 1 to 2,147,483,647$",
    ),
    "size of no number": (
        set_treatment("new", protocol="listed", quick={"seat": "second"}),
        r"treatments\.new\.quick\.seat: 'second' is not allowed; allowed: the largest number of a recipe$",
    ),
    "key of sizes": (
        lambda settings: settings.update(quick={"popluation": 5}),
        r"quick\.popluation: no such key \(did you mean 'population'\?\); known: ",
    ),
    "data that no comparison repeats": (
        lambda settings: settings["published"].pop("repeated_by"),
        r"published\.repeated_by: needs a value where data has one$",
    ),
    "no comparisons": (lambda settings: settings.pop("comparisons"), r"comparisons: needs a value$"),
    "nothing about it": (
        lambda settings: settings.update(about=""),
        r"about: '' is not allowed; allowed: a text that isn't empty$",
    ),
    "timing without what its engine needs": (
        lambda settings: settings.update(timings={"run": {**TIMING, "treatment": "umg-listed"}}),
        r"timings\.run\.generations: needs a value$",
    ),
    "treatment of a timing": (
        lambda settings: settings.update(timings={"run": {**TIMING, "treatment": "umg", "generations": 5}}),
        r"timings\.run\.treatment: unknown treatment 'umg'",
    ),
    "cover": (
        lambda settings: settings.update(cover="figure-5-boxpot"),
        r"cover: unknown figure 'figure-5-boxpot' \(did you mean 'figure-5-boxplot'\?\); known: ",
    ),
    "name of the study": (
        lambda settings: settings.update(study="ancheta2021"),
        r"study: 'ancheta2021' is not the file's name 'ancheta2020'$",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes(read, mistake):
    change, message = MISTAKES[mistake]
    with pytest.raises(ConfigError, match=rf"^\S*ancheta2020\.yaml: {message}") as error:
        read(change)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("before", ["\ufeff", "\n", "\r\n\n"], ids=["byte order mark", "blank line", "blank lines"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_data_as_other_programs_save_them(read, tmp_path, before, quote):
    """Columns are found behind a byte order mark or blank lines, with quotes or without."""
    path = tmp_path / "runs.csv"
    names = ",".join(f"{quote}{name}{quote}" for name in ("run", "control", "rmg", "umg"))
    path.write_text(f"{before}{names}\n1,5,6,7\n2,8,9,10\n", encoding="utf-8")
    assert read(lambda settings: settings["published"].update(data=str(path))).config["published"]["data"] == str(path)
    assert read_runs(path).to_dict("list") == {"control": [5, 8], "rmg": [6, 9], "umg": [7, 10]}


def test_data_that_can_not_be_read(read, tmp_path):
    with pytest.raises(ConfigError, match=r"published\.data: none\.csv: no such file$"):
        read(lambda settings: settings["published"].update(data="none.csv"))


def test_a_document_need_not_give_its_data(read):
    assert read(lambda settings: settings.pop("published")).config["published"] == {"repeated_by": [], "tables": {}}
    log = {"tables": {"log": "log.csv"}}
    assert read(lambda settings: settings.update(published=log)).config["published"] == {"repeated_by": [], **log}
    five = {"replicates": 5}
    found = read(lambda settings: settings.update(published=five)).config["published"]
    assert found == {"repeated_by": [], "tables": {}, **five}
