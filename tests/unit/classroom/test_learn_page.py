"""The page that makes runs again as a file: what it holds of stored runs, and what it is allowed to run."""

import base64
import json
import re
from dataclasses import replace
from hashlib import blake2b

import numpy as np
import pandas as pd
import pytest
from helpers.live import CHANGES, NAMES, RUNS, SEED, live_page, live_study
from helpers.pages import check_alone
from helpers.project import ROOT

from tttcore.classroom import learn_page as learn
from tttcore.classroom.assets import LEARN_SCRIPTS, LEARN_STYLES, MODEL_SCRIPTS
from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm import live
from tttcore.engines.matchboxes.engine import EXACT
from tttcore.engines.tabular.live import COUNTS
from tttcore.engines.tabular.schemas import RESULTS
from tttcore.pipeline.store import read
from tttcore.report.site import write_page
from tttcore.studies.method import published_trajectories

BYTES, BYTES_OF_SESSIONS = 10, 8


@pytest.fixture(scope="module")
def study(tables, tmp_path_factory):
    return live_study(tmp_path_factory.mktemp("live"), tables, "ancheta2020")


def data(context):
    """Treatments of the only study of a context, by key."""
    return {each["key"]: each for each in context["data"]["studies"][0]["treatments"]}


def test_a_stored_run_is_told_by_its_length_and_two_digests(study):
    found = data(learn.learn_context([study], seed=SEED))["control-described"]
    prints = base64.b64decode(found["stored"])
    assert len(prints) == RUNS * BYTES
    for run in read(study.runs, treatment="control-described").to_dict("records"):
        at = run["replicate"] * BYTES
        course = b"".join(np.float64(value).tobytes() for name in ("best", "mean") for value in run[name])
        length = int(run["generations"]).to_bytes(2, "little")
        digests = [blake2b(each, digest_size=4).digest() for each in (course, run["champion"].encode())]
        assert prints[at : at + BYTES] == length + b"".join(digests)


def numbers(run, names):
    return b"".join(np.float64(run[name]).tobytes() for name in names)


PARTS = {
    ("gardner1962", "random"): lambda run: (run["results"].encode(), numbers(run, [*EXACT, "empty"])),
    ("mrugala2020", "3x3"): lambda run: (numbers(run, COUNTS), numbers(run, RESULTS)),
}


@pytest.mark.parametrize(("study", "treatment"), PARTS)
def test_a_stored_session_is_told_by_two_digests(tables, tmp_path, study, treatment):
    """Learners on other boards are left out."""
    sessions = live_study(tmp_path, tables, study)
    if study == "mrugala2020":
        treatments = read_study(ROOT / "config" / "studies" / f"{study}.yaml").treatments
        sessions = replace(sessions, recipes={name: treatments[name].recipe for name in ("5x5", "3x3", "infinite")})
    found = data(learn.learn_context([sessions], seed=SEED))
    assert study != "mrugala2020" or [*found] == ["3x3"]
    prints = base64.b64decode(found[treatment]["stored"])
    assert len(prints) == RUNS * BYTES_OF_SESSIONS
    for run in read(sessions.runs, treatment=treatment).to_dict("records"):
        at = run["replicate"] * BYTES_OF_SESSIONS
        expected = b"".join(blake2b(part, digest_size=4).digest() for part in PARTS[study, treatment](run))
        assert prints[at : at + BYTES_OF_SESSIONS] == expected


def test_only_the_first_runs_are_covered(study, monkeypatch):
    monkeypatch.setattr(live, "COVERED", 5)
    found = data(learn.learn_context([study], seed=SEED))["umg-listed"]
    assert (found["covered"], found["stored_runs"]) == (5, RUNS)
    assert len(base64.b64decode(found["stored"])) == 5 * BYTES


def test_courses_are_medians_of_the_runs_that_still_go(study):
    found = data(learn.learn_context([study], seed=SEED))["second-seat"]["courses"]
    traces = read(study.traces, treatment="second-seat")
    for column in ("best", "mean"):
        medians = traces.groupby("generation")[column].median()
        assert found[column]["step"] == medians.index.tolist()
        assert found[column]["median"] == pytest.approx(medians.tolist(), abs=1e-4)


def test_recipes_name_every_parameter(study):
    found = data(learn.learn_context([study], seed=SEED))["umg-listed"]["recipe"]
    assert found["select"] == {"name": "sus", "by": {"name": "fitness"}, "niching": "constant"}
    assert found["replace"]["by"]["opponent"] == {"name": "umg", "centre": "anyone", "counter": "running"}
    assert (found["population"], found["pool"]) == (20, ["parents", "mutated", "mutated"])


def test_published_trajectories_stand_beside_the_treatments_that_they_tell_of(study):
    ancheta = published_trajectories("ancheta2020", study.published, study.comparisons)
    assert {len(ancheta[name]) for name in ("control-listed", "rmg-described", "umg-copies-once")} == {30}
    assert "second-seat" not in ancheta
    log = {"log": ROOT / "config" / "published" / "hemingroth2025_log.csv"}
    (course,) = published_trajectories("hemingroth2025", log, {"readings": {"one": "exclusive"}})["exclusive"]
    published = pd.read_csv(log["log"])
    assert course["best"] == pytest.approx((1 - published["best"]).tolist())
    assert course["mean"] == pytest.approx((1 - published["avg"]).tolist())
    assert published_trajectories("mrugala2020", {}, {}) == {}


def test_the_page_allows_its_own_scripts_and_a_worker_of_them_alone(tables, tmp_path):
    text = live_page(tmp_path, tables).read_text(encoding="utf-8")
    (tmp_path / "again").mkdir()
    assert live_page(tmp_path / "again", tables).read_text(encoding="utf-8") == text
    policy = check_alone(text)
    assert "worker-src blob:" in policy
    assert policy.count("sha256-") == len(MODEL_SCRIPTS) + len(LEARN_SCRIPTS) + len(LEARN_STYLES)
    held = json.loads(re.search(r'id="data-learn">(.*?)</script>', text, re.DOTALL)[1])
    assert [study["name"] for study in held["studies"]] == [*NAMES.values()]
    assert [[each["key"] for each in study["treatments"]] for study in held["studies"]] == [
        [*own] for own in CHANGES.values()
    ]


def test_without_such_studies_the_page_says_so(tmp_path):
    write_page(tmp_path / "learn.html", "learn.html.j2", studies={}, **learn.learn_context([], seed=SEED))
    assert "None of the studies can be run again" in (tmp_path / "learn.html").read_text(encoding="utf-8")
