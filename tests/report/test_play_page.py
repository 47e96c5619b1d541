"""The play page as a file: complete, small, allowed to run its own scripts alone, and the same each time."""

import base64
import hashlib
import json
import re

import numpy as np
import pytest
from small_agents import small_agents

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.pipeline.store import StoreError
from tttcore.players.policy import packed
from tttcore.report.agents_data import classic_agents, hypercube_agents
from tttcore.report.play import CUBE, play_context
from tttcore.report.site import write_page

STUDIES = {"ancheta2020": "A & B", "hemingroth2025": "</script>", "post1999": "P", "mrugala2020": "M"}
TREATMENTS = {"ancheta2020": {"control-described": "control & more"}}


@pytest.fixture(scope="module")
def agents(tables):
    return small_agents(tables)


def written(folder, agents):
    """Text of the page of these agents."""
    path = folder / "play.html"
    write_page(path, "play.html.j2", studies=STUDIES, **play_context(agents, names=STUDIES, treatments=TREATMENTS))
    return path.read_text(encoding="utf-8")


@pytest.fixture
def text(agents, tmp_path):
    return written(tmp_path, agents)


def test_one_file_without_addresses(text):
    assert not re.search(r"https?:|<link|<img|@import|url\(|\ssrc=|\sstyle=|\son[a-z]+=\"", text)
    assert not re.search(r"\{\{|\{%", text)


@pytest.mark.parametrize("kind", ["script", "style"])
def test_the_policy_names_what_the_page_holds_and_no_more(text, kind):
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[1].replace("&#39;", "'")
    held = re.findall(rf"<{kind}>(.*?)</{kind}>", text, flags=re.DOTALL)
    hashes = {"sha256-" + base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in held}
    assert set(re.search(rf"{kind}-src ([^;]+)", policy)[1].replace("'", "").split()) == hashes
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_titles_stay_data(text):
    data = json.loads(re.search(r'<script type="application/json" id="data-classic">(.*?)</script>', text)[1])
    assert data["studies"]["hemingroth2025"] == "</script>"
    assert data["studies"]["ancheta2020"] == "A & B"


def test_agents_have_names_for_people_or_else_their_keys(agents):
    called = {agent["treatment"]: agent["name"] for agent in classic_agents(agents, TREATMENTS)}
    assert called["control-described"] == "control & more"
    assert called["second-seat"] == "second-seat"


def test_agents_of_a_study_are_in_the_order_of_their_names(agents):
    names = {"mrugala2020": {"3x3-random-ties": "R", "3x3": "L"}}
    found = [agent["treatment"] for agent in classic_agents(agents, names) if agent["study"] == "mrugala2020"]
    assert list(dict.fromkeys(found)) == ["3x3-random-ties", "3x3", "3x3-dead-ties"]


def test_same_agents_same_bytes(agents, text, tmp_path):
    shuffled = agents.sample(frac=1, random_state=0)
    assert written(tmp_path / "again", shuffled) == text


def test_agents_have_their_snapshots_in_order(agents):
    shown = {agent["id"]: agent for agent in classic_agents(agents, {})}
    for name, rows in agents[agents["game"] == "3x3"].groupby("agent"):
        steps = [snapshot["step"] for snapshot in shown[name]["snapshots"]]
        assert steps == sorted(rows["step"])
    assert [name for name in shown if name.startswith("house/")] == [*shown][-7:]


def test_genies_of_the_cube(agents):
    cube = agents[agents["treatment"] == "cube"]
    shown = hypercube_agents(agents, CUBE, {})
    assert [agent["id"] for agent in shown] == sorted(set(cube["agent"]))
    assert [snapshot["weights"] for agent in shown for snapshot in agent["snapshots"]] == [
        list(weights) for weights in cube.sort_values(["replicate", "step"])["weights"]
    ]


def test_an_agent_is_written_as_far_as_it_can_come(random_genes, agents):
    """A first player that is certain opens, answers one of eight replies, then one of six, and so on at most."""
    row = agents[agents["treatment"] == "control-described"].iloc[[0]].copy()
    (genes,) = random_genes(1, "play page")
    row["cells"] = [packed(policy_of_genome(genes))]
    agent = classic_agents(row, {})[0]
    marks = len(agent["snapshots"][0]["cells"]) // 2
    assert 1 + 8 < marks <= 1 + 8 + 8 * 6 + 8 * 6 * 4 + 8 * 6 * 4 * 2


def test_an_agent_that_marks_nothing_is_refused(agents):
    row = agents[agents["treatment"] == "control-described"].iloc[[0]].copy()
    row["cells"] = [np.zeros(5478, np.uint16)]
    with pytest.raises(StoreError, match=r"^ancheta2020/control-described/\d+: .* marks no cell"):
        classic_agents(row, {})
