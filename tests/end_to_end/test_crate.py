"""The finished run as a research object: read back by the library that describes it; the same bytes each time."""

import hashlib
import json
import re
from urllib.parse import unquote

import pytest
import yaml
from helpers.project import ROOT
from rocrate.rocrate import ROCrate

from tttcore.claims.schemas import AUDIT
from tttcore.exchange import crate_files as library
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import provenance_of, read

CRATE = "results/crate.zip"
STATEMENT = "S0-C02"
"""A statement with an exact value, which a rule judges."""


@pytest.fixture(scope="module")
def bundled(finished, tmp_path_factory):
    """A copy of the finished project with its crate."""
    project = finished.copied(tmp_path_factory.mktemp("crate") / "project")
    made = project.snakemake(CRATE)
    assert made.returncode == 0, made.stderr
    return project


@pytest.fixture(scope="module")
def crate(bundled):
    return ROCrate(bundled.folder / CRATE)


@pytest.fixture(scope="module")
def audit(bundled):
    return read(bundled.folder / "results/audit/audit.parquet", schema=AUDIT).set_index("id")


def test_main_entity_is_the_workflow(crate):
    workflow = crate.mainEntity
    assert workflow.id == "Snakefile"
    assert "ComputationalWorkflow" in workflow.type
    assert workflow["programmingLanguage"]["name"] == "Snakemake"
    assert workflow["programmingLanguage"]["version"].startswith("9.")
    assert workflow["license"].id == "https://spdx.org/licenses/MIT"
    assert [author["name"] for author in workflow["author"]] == ["The tttcore authors"]
    profiles = {profile.id for profile in crate.root_dataset["conformsTo"]}
    assert "https://w3id.org/ro/wfrun/workflow/0.5" in profiles
    folders = [ROOT / "workflow" / name for name in ("rules", "scripts", "report")]
    shipped = {file.relative_to(ROOT).as_posix() for folder in folders for file in folder.iterdir() if file.is_file()}
    assert shipped <= {part.id for part in workflow["hasPart"]}


def test_every_entity_that_is_named_is_described(crate):
    described = {entity.id for entity in crate.get_entities()}
    named = {
        value["@id"]
        for entity in crate.get_entities()
        for values in entity.properties().values()
        for value in (values if isinstance(values, list) else [values])
        if isinstance(value, dict)
    }
    assert {name for name in named - described if "://" not in name} == set()


def test_the_run_leads_from_its_inputs_to_its_results(crate, bundled):
    (run,) = crate.get_by_type("CreateAction")
    assert run in crate.root_dataset["mentions"]
    assert run["instrument"] is crate.mainEntity
    inputs = {each.id: each for each in run["object"]}
    configuration = bundled.bytes_of("config/config.yaml", "config/*/*")
    assert {*configuration} <= {*inputs}
    settings = bundled.config("config.yaml")
    assert {key: inputs[f"#setting/{key}"]["value"] for key in ("seed", "scale")} == {
        key: settings[key] for key in ("seed", "scale")
    }
    parameters = crate.mainEntity["input"]
    assert all(each["exampleOfWork"] in parameters for each in inputs.values())
    results = {each.id for each in run["result"]}
    study = "results/ancheta2020"
    for name in ("runs.parquet", "traces.parquet", "tables/summaries.csv", "figures/ecdf-all.png", "verdicts.csv"):
        assert f"{study}/{name}" in results
    assert {"results/audit/audit.csv", "results/audit/choices.csv", "results/tables/facts.csv"} <= results
    assert "results/league/classic/ranking.csv" in results
    assert not [name for name in results if "/logs/" in name or "/benchmarks/" in name or "/report/" in name]


def test_treatments_and_packages_are_those_of_the_provenance(crate, bundled):
    made = provenance_of(bundled.folder / "results/ancheta2020/runs.parquet")
    for name, recipe in made["recipes"].items():
        treatment = crate.get(f"#treatment/ancheta2020/{name}")
        values = {value["name"]: value["value"] for value in treatment["value"]}
        assert values["population"] == recipe["population"]
        assert values["select.name"] == recipe["select"]["name"]
        assert json.loads(values["pool"]) == recipe["pool"]
        assert treatment["subjectOf"]["identifier"] == made["code"][name]
    (software,) = crate.mainEntity["softwareRequirements"]
    packages = {(each["name"], each["softwareVersion"]) for each in software["softwareRequirements"]}
    assert packages >= {(name, version) for name, versions in made["packages"].items() for version in versions}


def test_checksums_are_true_and_every_file_is_described(crate):
    described = {unquote(file.id): file for file in crate.get_by_type("File") if "://" not in file.id}
    held = {file.relative_to(crate.source).as_posix() for file in crate.source.rglob("*") if file.is_file()}
    assert held == {*described, "ro-crate-metadata.json"}
    for path, file in described.items():
        content = (crate.source / path).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["contentSize"] == str(len(content))


def test_every_verdict_is_a_review(crate, audit):
    reviews = crate.get_by_type("ClaimReview")
    told = {
        review["itemReviewed"]["identifier"]: (review["claimReviewed"], review["reviewRating"]["alternateName"])
        for review in reviews
    }
    judged = audit[audit["verdict"] != ""]
    assert len(reviews) == len(told) == len(judged) > 250
    assert told == {key: (row["statement"], row["verdict"]) for key, row in judged.iterrows()}


def test_a_review_leads_to_its_table_its_rule_and_the_code(crate, audit):
    row = audit.loc[STATEMENT]
    review = crate.get(f"#review/{STATEMENT}")
    document = review["itemReviewed"]["appearance"]
    assert document["name"] == row["document"]
    assert document["author"][0]["name"] == "V. P. B. Ancheta"
    table, rule, code = review["isBasedOn"]
    assert table.id == row["table"]
    assert (crate.source / table.id).read_text(encoding="utf-8").startswith("fact,")
    assert (rule.id, rule["name"]) == (f"#rule/{STATEMENT}", row["rule"])
    assert (code.type, code["identifier"]) == ("SoftwareSourceCode", row["code"])
    untested = audit[audit["verdict"] == "not testable"]
    assert not any("isBasedOn" in crate.get(f"#review/{key}") for key in untested.index)


def test_the_example_of_the_document(bundled, audit, monkeypatch, capsys):
    text = (ROOT / "docs" / "how-to" / "research-object.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    monkeypatch.chdir(bundled.folder)
    exec(example, {})
    differ = audit[audit["verdict"] == "differs"]
    assert capsys.readouterr().out.splitlines() == [*(differ["statement"] + " " + differ["table"])]


def test_the_same_bytes_again(bundled):
    first = (bundled.folder / CRATE).read_bytes()
    again = bundled.snakemake(CRATE, "--forcerun", "crate")
    assert again.returncode == 0, again.stderr
    assert re.search(r"^Job \d+: Bundle the run", again.stderr, re.MULTILINE)
    assert (bundled.folder / CRATE).read_bytes() == first


def test_without_the_library_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(library, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"^a crate needs the library rocrate; install it: pip install rocrate"):
        library.check_library()


def test_a_codechecker_finds_what_the_draft_names(finished):
    draft = yaml.safe_load((ROOT / "codecheck.yml").read_text(encoding="utf-8"))
    files = [entry["file"] for entry in draft["manifest"]]
    assert len(files) == len({*files}) > 10
    assert [file for file in files if not (finished.folder / file).is_file()] == []
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert draft["paper"]["title"] == cited["title"]
    assert [each["name"] for each in draft["paper"]["authors"]] == [each["name"] for each in cited["authors"]]
