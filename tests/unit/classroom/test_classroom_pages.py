"""Pages to play and to watch as files, and the demonstration of both: complete, allowed to run their own scripts alone,
and the same each time; what they hold of stored runs and players, and the levels of play.
"""

import base64
import json
import re
from collections import Counter
from dataclasses import replace
from hashlib import blake2b

import numpy as np
import pandas as pd
import pytest
from helpers.agents import FREE, different_beads, small_agents
from helpers.live import CHANGES, NAMES, RUNS, SEED, live_page, live_study
from helpers.pages import check_alone
from helpers.project import ROOT, tiny_project

from tttcore import cli
from tttcore.classroom.assets import LEARN_SCRIPTS, LEARN_STYLES, MODEL_SCRIPTS
from tttcore.classroom.demo import NAVIGATION, PLAY, WATCH, short_recipes
from tttcore.classroom.learn_page import learn_context
from tttcore.classroom.levels import STRENGTHS, UNBEATEN, chosen_levels, never_loses, strength
from tttcore.classroom.play_page import (
    CUBE,
    bead_numbers,
    boxes,
    classic_agents,
    first_cells,
    hypercube_agents,
    play_context,
)
from tttcore.engines.engine import engine
from tttcore.engines.genetic_algorithm import live
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.matchboxes.live import CHANCES
from tttcore.engines.replicates import build_recipe
from tttcore.engines.study_files import read_study
from tttcore.engines.tabular.live import COUNTS
from tttcore.engines.tabular.schemas import RESULTS
from tttcore.games.classic import enumerate_states
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.store import StoreError, read
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.exact_results import propagate
from tttcore.players.policy import MOST_BEADS, drawn_policy, game, packed
from tttcore.plots.names import groups_of
from tttcore.report.site import write_page
from tttcore.studies.method import published_trajectories


def data(text, name):
    """What a page's script of data holds."""
    return json.loads(
        re.search(rf'<script type="application/json" id="data-{name}">(.*?)</script>', text, re.DOTALL)[1]
    )


def watched(*studies):
    """Treatments of the only study on a page to watch, by key."""
    return {each["key"]: each for each in learn_context(studies, seed=SEED)["data"]["studies"][0]["treatments"]}


@pytest.fixture(scope="module")
def study(tables, tmp_path_factory):
    return live_study(tmp_path_factory.mktemp("live"), tables, "ancheta2020")


def numbers(run, names):
    return b"".join(np.float64(run[name]).tobytes() for name in names)


PARTS = {
    ("ancheta2020", "control-described"): lambda run: (numbers(run, ["best", "mean"]), run["champion"].encode()),
    ("gardner1962", "random"): lambda run: (run["results"].encode(), numbers(run, [*CHANCES, "empty"])),
    ("mrugala2020", "3x3"): lambda run: (numbers(run, COUNTS), numbers(run, RESULTS)),
}
"""What the two digests of a stored run are of."""


@pytest.mark.parametrize(("study", "treatment"), PARTS)
def test_a_stored_run_is_told_by_two_digests_behind_its_length_where_it_has_one(tables, tmp_path, study, treatment):
    """Learners on other boards are left out."""
    runs = live_study(tmp_path, tables, study)
    if study == "mrugala2020":
        treatments = read_study(ROOT / "config" / "studies" / f"{study}.yaml").treatments
        runs = replace(runs, recipes={name: treatments[name].recipe for name in ("5x5", "3x3", "infinite")})
    found = watched(runs)
    assert study != "mrugala2020" or [*found] == ["3x3"]
    prints = base64.b64decode(found[treatment]["stored"])
    told = {
        run["replicate"]: b"".join(blake2b(part, digest_size=4).digest() for part in PARTS[study, treatment](run))
        for run in read(runs.runs, treatment=treatment).to_dict("records")
    }
    if study == "ancheta2020":
        lengths = read(runs.runs, treatment=treatment).set_index("replicate")["generations"]
        told = {run: int(lengths[run]).to_bytes(2, "little") + each for run, each in told.items()}
    assert prints == b"".join(told[run] for run in range(RUNS))


def test_only_the_first_runs_are_covered(study, monkeypatch):
    whole = watched(study)["umg-listed"]["stored"]
    monkeypatch.setattr(live, "COVERED", 5)
    found = watched(study)["umg-listed"]
    assert (found["covered"], found["stored_runs"]) == (5, RUNS)
    assert base64.b64decode(found["stored"]) == base64.b64decode(whole)[:50]


def test_courses_are_medians_of_the_runs_that_still_go_and_recipes_name_every_parameter(study):
    courses, traces = watched(study)["second-seat"]["courses"], read(study.traces, treatment="second-seat")
    for column in ("best", "mean"):
        medians = traces.groupby("generation")[column].median()
        assert courses[column]["step"] == medians.index.tolist()
        assert courses[column]["median"] == pytest.approx(medians.tolist(), abs=1e-4)
    recipe = watched(study)["umg-listed"]["recipe"]
    assert recipe["select"] == {"name": "sus", "by": {"name": "fitness"}, "niching": "constant"}
    assert recipe["replace"]["by"]["opponent"] == {"name": "umg", "centre": "anyone", "counter": "running"}
    assert (recipe["population"], recipe["pool"]) == (20, ["parents", "mutated", "mutated"])


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


def test_the_page_to_watch_allows_its_own_scripts_and_a_worker_of_them_alone(tables, tmp_path):
    """Without such studies it says so."""
    text = live_page(tmp_path, tables).read_text(encoding="utf-8")
    (tmp_path / "again").mkdir()
    assert live_page(tmp_path / "again", tables).read_text(encoding="utf-8") == text
    policy = check_alone(text)
    assert "worker-src blob:" in policy
    assert policy.count("sha256-") == len(MODEL_SCRIPTS) + len(LEARN_SCRIPTS) + len(LEARN_STYLES)
    shown = [(each["name"], [own["key"] for own in each["treatments"]]) for each in data(text, "learn")["studies"]]
    assert shown == [(NAMES[name], [*own]) for name, own in CHANGES.items()]
    write_page(tmp_path / "learn.html", "learn.html.j2", studies={}, **learn_context([], seed=SEED))
    assert "None of the studies can be run again" in (tmp_path / "learn.html").read_text(encoding="utf-8")


def test_both_pages(tmp_path, monkeypatch, capfd):
    """They stand alone, link to each other, say what they hold, and are the same from the same configuration.

    They show a run of each treatment, and the first while it learns.
    """
    folder = tiny_project(tmp_path / "project").folder
    monkeypatch.chdir(folder)
    made = []
    for name in ("here", "again"):
        assert cli.main(["demo", "-o", name]) == 0
        told = capfd.readouterr()
        assert told.err == "Ancheta et al. 2020: 2 runs\n"
        assert told.out.splitlines() == [f"open {(folder / name / file).as_uri()}" for file in (PLAY, WATCH)]
        made.append({file.name: file.read_text(encoding="utf-8") for file in (folder / name).iterdir()})
    pages, again = made
    assert pages == again
    assert {*pages} == {PLAY, WATCH}
    for text in pages.values():
        check_alone(text)
        assert re.findall(r'href="([^"#]+)"', text) == [*NAVIGATION]
    assert sorted(path.name for path in folder.iterdir()) == ["again", "config", "here"]
    players = [each for each in data(pages[PLAY], "classic")["agents"] if each["study"] == "ancheta2020"]
    assert [each["id"] for each in players] == ["ancheta2020/control-described/0", "ancheta2020/control-listed/0"]
    followed, other = (each["snapshots"] for each in players)
    assert len(followed) > len(other) == 1
    (study,) = data(pages[WATCH], "learn")["studies"]
    shown = {each["key"]: each["covered"] for each in study["treatments"]}
    assert shown == {"control-described": 1, "control-listed": 1}
    assert "Short runs trained these players for this page" in pages[PLAY]
    assert "The players come from our runs" not in pages[PLAY]
    assert re.search(r"it can tell\s+for run 0\.", pages[WATCH])
    assert cli.main(["demo", "-o", "config/config.yaml/pages"]) != 0  # told before any run
    assert capfd.readouterr().err == (
        "ttt: error: --output config/config.yaml/pages: the folder can't be made: Not a directory; choose another\n"
    )


@pytest.mark.parametrize(("study", "run", "is_made"), [
    ("ancheta2020", "control-described", True), ("hemingroth2025", "exclusive", True), ("gardner1962", "random", True),
    ("mrugala2020", "3x3", False), ("post1999", "cube", True), ("post1999", "penteract", False),
])  # fmt: skip
def test_short_runs_that_a_page_can_make_again_are_made(study, run, is_made):
    assert (run in short_recipes(read_study(ROOT / "config" / "studies" / f"{study}.yaml"))) == is_made


def test_lists_of_names_have_groups_of_at_most_ten():
    for file in (ROOT / "config" / "studies").glob("*.yaml"):
        study = read_study(file)
        if module := optional_module(ENGINES, study.engine, "live"):
            recipes = {name: build_recipe(engine(study.engine), recipe, name) for name, recipe in study.recipes.items()}
            shown = [name for name, recipe in recipes.items() if module.live_recipe(recipe)]
            found = Counter(groups_of(study.config).get(name, "") for name in shown)
            assert max(found.values()) <= 10, (file.stem, found)


def test_the_course_names_both_pages():
    lessons = [file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "course").glob("*.md")]
    assert {name for text in lessons for name in re.findall(r"demo/([\w-]+\.html)", text)} == {PLAY, WATCH}


@pytest.fixture(scope="module")
def agents(tables):
    return small_agents(tables)


def played(folder, agents):
    """Text of the play page of these agents."""
    names = {"ancheta2020": "A & B", "hemingroth2025": "</script>", "post1999": "P", "mrugala2020": "M"}
    treatments = {"ancheta2020": {"control-described": "control & more"}}
    context = play_context(agents, names=names, treatments=treatments)
    write_page(folder / "play.html", "play.html.j2", studies=names, **context)
    return (folder / "play.html").read_text(encoding="utf-8")


def test_the_play_page_is_one_file_that_may_run_what_it_holds_and_no_more(agents, tmp_path):
    """Titles stay data; the order of agents changes nothing."""
    text = played(tmp_path, agents)
    check_alone(text)
    shown = data(text, "classic")
    assert (shown["studies"]["hemingroth2025"], shown["studies"]["ancheta2020"]) == ("</script>", "A & B")
    called = {agent["treatment"]: agent["name"] for agent in shown["agents"]}
    assert (called["control-described"], called["second-seat"]) == ("control & more", "second-seat")
    assert played(tmp_path / "again", agents.sample(frac=1, random_state=0)) == text


def test_agents_are_in_the_order_of_their_names_with_their_snapshots(agents):
    """Machines have boxes where symmetric positions share them; fixed rules come last."""
    names = {"mrugala2020": {"3x3-random-ties": "R", "3x3": "L"}}
    shown = {agent["id"]: agent for agent in classic_agents(agents, names)}
    learners = [agent["treatment"] for agent in shown.values() if agent["study"] == "mrugala2020"]
    assert [*dict.fromkeys(learners)] == ["3x3-random-ties", "3x3", "3x3-dead-ties"]
    for name, rows in agents[agents["game"] == "3x3"].groupby("agent"):
        assert [snapshot["step"] for snapshot in shown[name]["snapshots"]] == sorted(rows["step"])
    assert [name for name in shown if name.startswith("house/")] == [*shown][-7:]
    for machine, held in (("random", {"boxes"}), ("perfect", {"boxes"}), ("separate", {"cells", "beads"})):
        assert shown[f"michie1963/{machine}/0"]["kind"] == "beads"
        assert {*shown[f"michie1963/{machine}/0"]["snapshots"][-1]} == {"step", *held}
    cube = agents[agents["treatment"] == "cube"].sort_values(["replicate", "step"])
    genies = hypercube_agents(agents, CUBE, {})
    assert [agent["id"] for agent in genies] == [*dict.fromkeys(cube["agent"])]
    assert [each["weights"] for agent in genies for each in agent["snapshots"]] == [*map(list, cube["weights"])]


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


def test_boxes_are_written_by_state():
    """A box for each state that faces the first player, 304 of them with a choice: as many beads on the first cell that
    leads to each state as the last digits of both states say."""
    tables, of_boxes = enumerate_states(), np.zeros(FREE.shape, np.uint16)
    for position in np.flatnonzero(FREE.any(axis=1)):
        for state, cell in first_cells(position).items():
            of_boxes[position, cell] = 1 + (tables.state_of[position] + state) % 7
    faced = tables.open & (tables.plies % 2 == 0)
    after = [len({*tables.next_state[state].tolist()} - {-1}) for state in np.flatnonzero(faced)]
    assert sum(number > 1 for number in after) == 304
    text = boxes(of_boxes, "first")
    width, digits = int(text[0]), text[1:]
    assert width == len(np.base_repr(of_boxes.max(), 36))
    assert len(digits) == width * sum(after)
    cells = [cell for _, cell in sorted(first_cells(0).items())]
    assert [int(digits[width * at : width * (at + 1)], 36) for at in range(3)] == of_boxes[0, cells].tolist()
    assert boxes(different_beads(), "first") is None


@pytest.mark.parametrize(
    ("numbers", "text"), [([0, 7, 35], "107z"), ([1, 36, 1295], "20110zz"), ([MOST_BEADS], "3zzz"), ([], "1")]
)
def test_numbers_have_no_more_digits_than_they_need(numbers, text):
    assert bead_numbers(np.array(numbers, np.uint16)) == text


@pytest.fixture(scope="module")
def players(agents):
    """Policies and seats of the players at the end of their runs and of the baselines, by id."""
    return {
        row["agent"]: (drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"]), row["seat"])
        for row in rows(agents)
    }


def rows(agents):
    return pd.concat([agents[(agents["game"] == "3x3") & agents["last"]], baseline_agents()]).to_dict("records")


def test_strengths_are_shares_of_the_way_from_random_to_perfect_moves(players):
    played = game(dead=False)

    def points(policy, seat):
        """From the chances of games' ends."""
        met = [(policy, played.opponents[name])[:: 1 - 2 * seat] for name in ("random", "careful")]
        ends = [propagate(played, *both)[1][:: 1 - 2 * seat] for both in met]
        return np.mean([won + drawn / 2 for won, drawn, _ in ends])

    for policy, seat in players.values():
        shares = []
        for own in SEAT_INDICES[seat]:
            least, most = (points(played.opponents[name], own) for name in ("random", "perfect"))
            shares.append((points(policy, own) - least) / (most - least))
        assert strength(policy, seat) == pytest.approx(np.mean(shares))


def test_who_never_loses(players):
    """A player that is careless once in a hundred moves can lose."""
    found = {name for name, player in players.items() if never_loses(*player)}
    assert {"house/perfect", "house/minimax-first", "house/minimax-random"} <= found
    assert found.isdisjoint({"house/random", "house/careful", "house/umg-listed"})
    opponents = game(dead=False).opponents
    assert not never_loses(0.99 * opponents["perfect"] + 0.01 * opponents["random"], "both")


def test_levels_are_stages_of_the_learner_that_never_loses_in_the_end(agents):
    """Here a made up one, of the policies of several; another that can lose in the end is passed over."""
    shown = agents[(agents["game"] == "3x3") & (agents["seat"] == "both") & (agents["estimates"].map(len) > 0)]
    rows = shown.head(5).to_dict("records")
    (perfect,) = baseline_agents().query("agent == 'house/perfect'")["cells"]
    ends = [rows[4]["cells"], perfect]
    stages = pd.DataFrame(
        row | {"agent": f"s/t/{run}", "step": step, "cells": end if step == 4 else row["cells"]}
        for run, end in enumerate(ends)
        for step, row in enumerate(rows)
    )
    known = {
        step: strength(drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"]), "both")
        for step, row in enumerate(rows[:4])
    }
    found = chosen_levels(stages.assign(last=stages["step"] == 4))
    assert [*found] == [*STRENGTHS, UNBEATEN]
    assert found[UNBEATEN] == "s/t/1@4"
    for level, wanted in STRENGTHS.items():
        nearest = min(known, key=lambda step: abs(known[step] - wanted))
        assert found[level] == f"s/t/1@{nearest}"
        del known[nearest]


def test_levels_are_different_players_nearest_to_their_strengths(agents, players):
    found = {level: key.partition("@")[0] for level, key in chosen_levels(agents).items()}
    preferred = {
        row["agent"]
        for row in rows(agents)
        if row["seat"] == "both" and any(len(row[held]) for held in ("genome", "weights", "beads", "estimates"))
    }
    assert preferred.isdisjoint({"mrugala2020/3x3/1", "house/careful"})
    learners = {name: player for name, player in players.items() if name in preferred}
    beaten, unbeaten = (
        learners if sum(never_loses(*player) == is_unbeaten for player in learners.values()) >= least else players
        for is_unbeaten, least in ((False, len(STRENGTHS)), (True, 1))
    )  # others only where these are too few
    assert [*found] == [*STRENGTHS, UNBEATEN]
    assert len({*found.values()}) == len(found)
    taken = set()
    for level, wanted in STRENGTHS.items():
        distance = {
            name: abs(strength(*player) - wanted)
            for name, player in beaten.items()
            if name not in taken and not never_loses(*player)
        }
        assert distance[found[level]] == pytest.approx(min(distance.values()))
        taken.add(found[level])
    best = max(strength(*player) for player in unbeaten.values() if never_loses(*player))
    assert strength(*players[found[UNBEATEN]]) == pytest.approx(best)


def test_baselines_alone_have_all_levels(agents):
    """The order of rows changes nothing."""
    assert chosen_levels(agents.sample(frac=1, random_state=1)) == chosen_levels(agents)
    assert chosen_levels(AGENTS.empty()) == {
        "Easy": "house/random",
        "Medium": "house/careful",
        "Hard": "house/umg-listed",
        "Perfect": "house/minimax-first",
    }
