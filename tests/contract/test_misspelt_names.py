"""Every name in the configuration, misspelt: it is refused with its file and key, or the user is free to choose it."""

import copy
import re
import shutil
from pathlib import Path

import pytest
import yaml
from helpers.project import ROOT, SHRINK
from helpers.texts import message

from tttcore import project
from tttcore.claims.claims_file import planned_tables, read_claims, selectors_of
from tttcore.claims.findings import COLUMNS, check_selector, read_findings, selectors
from tttcore.claims.selectors import Selector
from tttcore.classroom.worksheet import check_worksheet, read_worksheet
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, read_study_tables
from tttcore.studies.tables import tables_of

TEXTS = {
    "about", "address", "approach", "authors", "caption", "group", "knows", "label", "labels", "mistake", "player",
    "question", "source", "tables", "text", "title", "what",
}  # fmt: skip
"""Keys whose values people read, or hold texts that they read."""
MACHINES = {("machine", "name"), ("timings", "machine")}
"""Names of machines, by section and key."""
CHOSEN = {
    ("benchmarks", 2), ("comparisons", 2), ("comparisons", 3), ("machine", 2), ("machine", 3), ("protocols", 2),
    ("readings", 2), ("readings", 3), ("timings", 2), ("treatments", 2), ("treatments", 4),
}  # fmt: skip
"""Sections and depths of names that the user chooses; what refers to them is checked."""

OF_RUNS = {("log_facts", "fact"), ("table_sizes", "games")}
"""Tables and keys whose values only runs, or the published log, tell."""
BEFORE_PAGES = r"(facts|method)\.value\[fact=|league_|stretches\.lost\[.*stretch="
"""Selectors of the worksheet that are read when its page is made."""


def names(value, place=()):
    """Keys and names of a file with their place, and whether each is a key; of what people read the keys alone."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield (*place, key), key, True
            if not isinstance(below, str) or not TEXTS & {*place, key}:
                yield from names(below, (*place, key))
    elif isinstance(value, list):
        for at, below in enumerate(value):
            yield from names(below, (*place, at))
    elif isinstance(value, str):
        yield place, value, False


def once(settings):
    """Names, each kind of place once: all of the treatments' recipes say the same keys."""
    found = {}
    for place, name, is_key in names(settings):
        kind = (place[0], *place[2:]) if place[0] in ("treatments", "protocols") and len(place) > 2 else place
        found.setdefault((kind, name, is_key), (place, name, is_key))
    return found.values()


def misspelt(settings, place, name, is_key):
    """A copy in which a name has a letter more."""
    return replaced(settings, place, f"{name}q", is_key=is_key)


def replaced(settings, place, name, *, is_key=False):
    """A copy with another name at a place."""
    changed = copy.deepcopy(settings)
    within = changed
    for key in place[:-1]:
        within = within[key]
    if is_key:
        items = [(name if key == place[-1] else key, value) for key, value in within.items()]
        within.clear()
        within.update(items)
    else:
        within[place[-1]] = name
    return changed


def with_a_letter_more(selector):
    """Texts in which each name of a selector has a letter more, each number three digits."""
    for word in re.finditer(r"[+-]?\w[\w -]*", selector):
        more = "777" if word.group().isdigit() else "q"
        yield f"{selector[: word.end()]}{more}{selector[word.end() :]}"


def with_selectors_misspelt(settings, place, text):
    """Copies in which each name of each selector in a text's braces has a letter more."""
    for braces in re.finditer(r"\{(?:\w+ )?(\w+\.\w+(?:\[.*?\])?)\}", text):
        for changed in with_a_letter_more(braces[1]):
            yield changed, replaced(settings, place, f"{text[: braces.start(1)]}{changed}{text[braces.end(1) :]}")


@pytest.mark.slow
@pytest.mark.parametrize("study", sorted(SHRINK))
def test_a_misspelt_name_is_refused_or_chosen(study, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    monkeypatch.chdir(tmp_path)
    file = tmp_path / f"config/studies/{study}.yaml"
    settings = yaml.safe_load(file.read_text(encoding="utf-8"))
    configured = {"studies": [study], "scale": "decisive"}
    accepted, unnamed = [], []
    for place, name, is_key in once(settings):
        file.write_text(yaml.safe_dump(misspelt(settings, place, name, is_key), sort_keys=False), encoding="utf-8")
        said = message(project.checked_studies, dict(configured))
        is_chosen = (place[0], len(place)) in CHOSEN if is_key else (place[0], place[-1]) in MACHINES
        if said == "accepted" and not is_chosen:
            accepted.append((place, name))
        elif said != "accepted" and not said.startswith("config/"):
            unnamed.append((place, said))
    assert (accepted, unnamed) == ([], [])


def test_misspelt_settings_of_the_project_are_refused(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    monkeypatch.chdir(tmp_path)
    settings = read_yaml(Path("config/config.yaml"))
    told = [message(project.checked_studies, misspelt(settings, *each)) for each in once(settings)]
    assert [each for each in told if not each.startswith("config/")] == []


def test_misspelt_names_of_the_worksheet_are_refused(tmp_path, monkeypatch):
    """Texts have selectors; what else they say is the teacher's."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "config", "config")
    studies = project.read_studies({"studies": ["*"], "scale": "decisive"})
    settings, accepted = read_yaml(ROOT / "config/worksheet.yaml"), []
    for place, name, is_key in once(settings):
        if is_key:
            changes = [(name, misspelt(settings, place, name, is_key))]
        else:
            changes = with_selectors_misspelt(settings, place, name)
        for what, changed in changes:
            Path("w.yaml").write_text(yaml.safe_dump(changed, sort_keys=False), encoding="utf-8")
            said = message(lambda: check_worksheet(read_worksheet("w.yaml"), studies, "w.yaml"))
            if not (said.startswith("w.yaml: ") or re.match(BEFORE_PAGES, what)):
                accepted.append((what, said))
    assert accepted == []


@pytest.mark.slow
@pytest.mark.parametrize("study", sorted(SHRINK))
def test_misspelt_names_of_statements_and_findings_are_refused_before_runs(finished, study):
    results, folder = finished.folder / "results", finished.folder / "config"
    (planned,) = project.read_studies({"studies": [study], "scale": "decisive"}, folder=folder).values()
    known = {
        **planned_tables(planned, tables_of(planned.config, planned.file)),
        **read_study_tables([results / study / "method"]),
        FACTS: read(results / "tables/facts.parquet"),
    }
    claims = read_claims(folder / "claims" / f"{study}.csv")
    findings = read_findings(folder / "findings" / f"{study}.csv", claims)
    asked = {selector for claim in claims.to_dict("records") for selector in selectors_of(claim).values()}
    asked |= {each.text for outcome in COLUMNS[1:] for text in findings[outcome] for each in selectors(text)}
    accepted = []
    for selector in sorted(asked):
        for changed in with_a_letter_more(selector):
            if message(lambda changed=changed: check_selector(Selector.read(changed), known, "place")) == "accepted":
                read_as, right = Selector.read(changed), Selector.read(selector)
                keys = dict({*read_as.conditions} - {*right.conditions})
                accepted += [changed for key in keys if (read_as.table, key) not in OF_RUNS]
    assert len(asked) > 10
    assert accepted == []
