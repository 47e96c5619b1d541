"""Every page of the site, in a browser, with a text of its own wherever a user, or a table of theirs, can put one:
shown as it is, never run, never markup; and nothing leaves the page.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import page_checks as checks
import pandas as pd
import pytest
from helpers.entrants import pages as entered_pages
from helpers.hostile import HOSTILE, harmless, hostile, made_hostile
from helpers.learners import MENACE
from helpers.pages import ERROR_RATES, EVIDENCE, GRID, NAME, STUDY
from helpers.tables import verdict_row, verdict_table
from pages import Match, add_assets
from PIL import Image

from tttcore.claims.multiverse import COLUMNS as MULTIVERSE
from tttcore.claims.outcomes import ALTERNATIVE, CHOICES
from tttcore.claims.schemas import AUDIT
from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.classroom.boxes_page import boxes_context
from tttcore.classroom.course import SlideFigure, code_to_scan
from tttcore.classroom.enter_page import enter_context
from tttcore.classroom.play_page import play_context
from tttcore.exact.facts import solution
from tttcore.league.leagues import league, leagues
from tttcore.pipeline.manifest import Digests
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.names import PlayerNames
from tttcore.report.audit import audit_context
from tttcore.report.facts import facts_context
from tttcore.report.league import write_league_page
from tttcore.report.pages import index_context, timings_context
from tttcore.report.provenance import provenance_context
from tttcore.report.site import write_page
from tttcore.report.study import study_context
from tttcore.studies.method import TIMING_COLUMNS
from tttcore.studies.tables import tables_of

Say = Callable[[str], str]
"""From the name of a place to the text that stands there."""

TWO = ["control-listed", "umg-listed"]
FACTS = pd.DataFrame([("states", 765.0, "765", "counted", None)], columns=["fact", "value", "exact", "how", "quoted"])
MADE = {"seed": 1, "code": {TWO[0]: "0123"}, "packages": {"numpy": "2"}}

PUBLISHED = {"base_url": "https://example.org/ttt/", "code_to_scan": code_to_scan}


def write_pages(folder: Path, say: Say, agents: pd.DataFrame, game) -> None:
    """Write all pages into a folder, with the files that they share; figures are blank.

    Parameters
    ----------
    say : gives the text of each place.
    agents : players of 3x3 and of n^d boards.
    game : tables of 3x3.
    """
    folder.mkdir(parents=True)
    add_assets(folder)
    study, titles, verdicts = _study(say), {NAME: say("title")}, _verdicts(say)
    studies, statistics, of_all = {NAME: study}, _statistics(study, say), {"scale": "quick", "seed": 1}
    findings = [{"claim": say("id"), "verdict": "reproduced", "sentence_verdict": "mixed", "text": say("finding")}]
    timings = {key: [say(key) if key in ("what", "machine") else 1.0] for key in TIMING_COLUMNS}
    made = MADE | {"recipes": {TWO[0]: {"players": {say("player"): {"heuristic": 1}}}}}
    again = dict.fromkeys(MULTIVERSE, "") | {"id": "S0-C01", "statement": say("statement-again"), "verdict": "differs"}
    other = again | {"choice": say("choice"), "reading": say("reading"), "verdict": "reproduced"}
    exercise = {key: say(f"exercise-{key}") for key in ("title", "task", "answer", "level", "needs")}
    exercise |= {"minutes": 5, "evidence": "facts.html", "see": "facts.html", "boards": []}
    experiment = {key: say(f"experiment-{key}") for key in ("task", "expected")} | {"watch": "facts.html", "beside": ""}
    slide = {"title": say("slide"), "paragraphs": [say("slide-text")], "answer": say("slide-answer"), "pages": []}
    slide |= {"figure": SlideFigure("a.webp", say("slide-figure"), 3, 2), "exercises": {1: say("slide-exercise")}}
    lesson = {"title": say("lesson"), "question": say("lesson-question"), "slides": [slide]}
    names, abouts = ({name: say(f"{kind}-{name}") for name in agents["study"]} for kind in ("name", "about"))
    method = {
        "method": pd.DataFrame({key: [say(f"method-{key}")] for key in ("fact", "value", "text", "how")}),
        "own": pd.DataFrame({say("method-column"): [say("method-cell")]}),
    }
    contexts = {
        "index": of_all | index_context(studies, verdicts={NAME: verdicts}, findings={NAME: findings}, worksheet=True),
        "audit": audit_context(studies, **_audit(verdicts, say), tables={NAME: statistics}, error_rates=ERROR_RATES),
        "facts": facts_context(facts=FACTS, solution=solution(game), verdicts=[verdicts], studies=titles),
        "timings": timings_context(
            folder / "timings.html", timings=[pd.DataFrame(timings).assign(study=NAME, timing="run")],
            timed={NAME: {"run": {"at_least": True}}}, figures=study["benchmarks"],
            files=_blank(folder, study["benchmarks"]),
        ),
        "provenance": of_all
        | provenance_context({NAME: made}, {f"{NAME}/runs.parquet": Digests("0", "1")})
        | {"replicates": {NAME: {TWO[0]: 1}}, "labels": {NAME: {TWO[0]: say("label")}}},
        "worksheet": {"exercises": [exercise | {"experiment": experiment}], **PUBLISHED},
        "course": {"lessons": [lesson], **PUBLISHED},
        "play": play_context(_named(agents, say), names=names, treatments={}, abouts=abouts),
        "enter": enter_context(_named(agents, say), names=names, treatments={}),
        "boxes": boxes_context({say("machine"): MENACE}, seed=1, printed={say("machine"): say("printed")}),
        NAME: study_context(
            folder / f"{NAME}.html", study=study, tables=statistics, method=method, verdicts=verdicts,
            findings=findings, runs=dict.fromkeys(study["treatments"], 2),
            recipes={name: {} for name in study["treatments"]}, figures=_blank(folder, study["figures"]),
            judged_again=pd.DataFrame([again, other]), multiverse_figure=_blank(folder, ["multiverse"]),
        ),
    }  # fmt: skip
    for name, context in contexts.items():
        template = f"{'study' if name == NAME else name}.html.j2"
        write_page(folder / f"{name}.html", template, studies=titles, **context)
    _league_page(folder, say, titles)
    for name, text in entered_pages(say).items():
        (folder / f"entered-{name}.html").write_text(text, encoding="utf-8")


def _study(say: Say) -> dict[str, Any]:
    """A study with few tables and figures, whose texts are all said."""
    return STUDY | {
        **{key: say(key) for key in ("title", "authors", "source", "question", "about")},
        "comparisons": {"listed": dict(zip([say("group-one"), say("group-two")], TWO, strict=True))},
        "tables": {name: say(f"caption-of-{name}") for name in ("summaries", "equivalence", "power_grid")},
        "figures": {"figure-one": {"claims": [say("id")], **_shown("figure", say)}},
        "cover": "figure-one",
        "benchmarks": {"times-one": {"claims": [say("id")], **_shown("benchmark", say)}},
        "null_result": {
            "claim": say("id"), "grid": "power_grid", "tables": ["summaries", "equivalence"], "sets": ["listed"],
        },
    }  # fmt: skip


def _shown(name: str, say: Say) -> dict[str, str]:
    return {"title": say(f"title-of-{name}"), "caption": say(f"caption-of-{name}")}


def _statistics(study: Mapping[str, Any], say: Say) -> dict[str, pd.DataFrame]:
    """Tables with said texts in every column that the page shows."""
    return {
        name: pd.DataFrame({key: [say(f"cell-{key}")] for key in table.shown} | {"set": ["listed"]})
        if table.shown
        else GRID
        for name, table in tables_of(study, NAME).items()
    }


def _verdicts(say: Say) -> pd.DataFrame:
    """A sentence of two parts with all that a row can have, one that is said again, and a choice."""
    texts = ("where", "statement", "published", "measured", "rule", "because", "reason", "note", "wrong")
    part = {name: say(name) for name in (*texts, "kind", "same_as", "sentence")} | {"values": f"{say('row')}: 1 [0, 2]"}
    other, again, choice = (
        {name: say(f"{name}-of-{which}") for name in texts} for which in ("other", "again", "choice")
    )
    rest = {"verdict": "reproduced", "asserts": "identity"}
    return verdict_table(
        verdict_row(say("id"), **part, **rest, measure="facts.value[fact=states]"),
        verdict_row(say("id-of-other"), **other, **rest | {"verdict": "differs"}, sentence=say("sentence")),
        verdict_row(say("id-of-again"), **again, **rest, counted=False),
        verdict_row(say("id-of-choice"), **choice, **rest | {"verdict": "ruled out"}, kind=ALTERNATIVE, counted=False),
    )


def _audit(verdicts: pd.DataFrame, say: Say) -> dict[str, pd.DataFrame]:
    """Statements and choices, each with its evidence."""
    rest = EVIDENCE | {"measure": say("measure"), "reading": say("reading"), "figures": "figure-one; times-one"}
    audited = with_sentence_verdicts(verdicts).assign(
        study=NAME, document=say("title"), ours=verdicts["measured"], reproduction="exact", **rest
    )
    rows, is_choice = audited[AUDIT.names].astype({"seed": "Int64"}), verdicts["kind"].isin(CHOICES)
    return {"audit": rows[~is_choice], "choices": rows[is_choice]}


def _named(agents: pd.DataFrame, say: Say) -> pd.DataFrame:
    """Agents with other names of their treatments and units, by which their own names are made."""
    house = agents["study"] == BASELINE_GROUP
    treatment = agents["treatment"].map(lambda name: say(f"treatment-{name}")).where(~house, agents["treatment"])
    agent = agents["study"] + "/" + treatment + "/" + agents["replicate"].astype(str)
    return agents.assign(treatment=treatment, agent=agent, unit=agents["unit"].map(lambda unit: unit and say(unit)))


NUMBERS = ("p", "score", "score_low", "score_high", "rating", "rating_low", "rating_high")
"""Columns of the leagues' tables with which pages calculate."""


def _league_page(folder: Path, say: Say, titles: Mapping[str, str]) -> None:
    """Page of all leagues, whose tables hold said texts only."""
    modules = leagues()
    tables = {
        name: {
            table: pd.DataFrame({key: [0.5 if key in NUMBERS else say(f"{name}-{table}-{key}")] for key in columns})
            for table, (_, columns) in league(module).LISTINGS.items()
        }
        for name, module in modules.items()
    }
    tables["lattice"]["ranking"] = tables["lattice"]["ranking"].assign(edge=3, dimensions=2, evolved=True)
    figures = [figure for module in modules.values() for figure in league(module).FIGURES]
    drawn = _blank(folder, figures)
    write_league_page(folder / "league.html", names=PlayerNames(titles), approaches={}, tables=tables, figures=drawn)


def _blank(folder: Path, names: Iterable[str]) -> list[Path]:
    """Blank figures with such names."""
    files = [folder / f"{name}.png" for name in names]
    for file in files:
        Image.new("RGB", (40, 30), "white").save(file)
    return files


ENTERED = ("entered-player", "entered-estimated", "entered-league")
PAGES = (
    "index",
    "ancheta2020",
    "audit",
    "facts",
    "timings",
    "provenance",
    "worksheet",
    "course",
    "play",
    "league",
    *ENTERED,
)
STRUCTURE = """
  return [...document.querySelectorAll("*")].map((one) => [one.tagName, ...one.getAttributeNames()].join(" "));
"""
TEXTS = """
  const told = (data) => typeof data === "string" ? [data]
    : data !== null && typeof data === "object" ? Object.entries(data).flat().flatMap(told) : [];
  const data = (one) => one.type === "application/json";
  const own = (one) => [...one.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data);
  const value = (each) => each.name === "href" ? decodeURIComponent(each.value) : each.value;
  return [...document.querySelectorAll("*")].flatMap((one) => [
    ...(data(one) ? told(JSON.parse(one.textContent)) : own(one)),
    ...[...one.attributes].map(value),
  ]);
"""
"""Texts of all elements, of data and of attributes, in order; addresses decoded."""
DONE = """
  const [root] = document.getElementsByTagName("html");
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return {
    ran: window.__ran ?? null,
    requests: loaded.filter((name) => !name.startsWith("file:")),
    wider: Math.max(0, root.scrollWidth - root.clientWidth),
  };
"""
LINKS = """
  const left = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const links = [...document.querySelectorAll("a")].filter((one) => ["csv", "png"].includes(one.textContent));
  return links.map(({ firstChild: text }) => [left(text, 0), left(text, 1)]);
"""
"""Where the first two letters of each link to a file stand."""


@pytest.fixture(scope="module")
def sites(tables, agents, tmp_path_factory):
    """Folders of the same pages with harmless texts and with hostile ones."""
    folder = tmp_path_factory.mktemp("site")
    for say in (harmless, hostile):
        write_pages(folder / say.__name__, say, agents, tables)
    return {say: folder / say.__name__ for say in (harmless, hostile)}


@pytest.fixture
def opened(browser, sites):
    """`opened(say, name)`: the browser with a page, all on it unfolded and all openings made."""

    def look(say, name):
        browser.open(sites[say] / f"{name}.html")
        checks.unfold(browser)
        browser.wait_until(lambda: not browser.all("[data-turn=page]"))
        return browser

    return look


@pytest.mark.parametrize("name", PAGES)
def test_hostile_texts_change_nothing_but_the_texts(opened, name):
    """All else is as with harmless texts, element by element, the content policy among it.

    They run no script, ask for nothing elsewhere, say nothing on the console and make no page wider than it was.
    """
    page = opened(harmless, name)
    structure, texts = page.run(STRUCTURE), page.run(TEXTS)
    page = opened(hostile, name)
    assert page.run(DONE) == {"ran": None, "requests": [], "wider": 0}
    assert page.errors() == []
    shown = page.run(TEXTS)
    assert page.run(STRUCTURE) == structure
    assert any(HOSTILE in text for text in shown)
    wanted = map(made_hostile, texts)
    assert [pair for pair in zip(shown, wanted, strict=True) if pair[0].lower() != pair[1].lower()] == []


def test_links_lead_to_statements_whatever_their_ids(opened):
    page = opened(hostile, "ancheta2020")
    address = page.run("return document.querySelector('.links a[href^=audit]').href")
    page.driver.get(address)
    opened_row = page.one("details.statement[open]")
    assert opened_row.get_attribute("id") == hostile("id")
    page.one("#filter summary").click()
    page.one("[name=kind]").send_keys(hostile("kind")[:4])
    shown = page.all("section.statements details[data-study]:not([hidden])")
    assert [row.get_attribute("id") for row in shown] == [hostile("id")]
    assert page.errors() == []


def test_who_plays_is_told_by_name(opened):
    page = Match(opened(hostile, "play").driver, "#classic")
    opponent = page.choice("Player")
    values = [option.get_attribute("value") for option in opponent.options]
    opponent.select_by_index(values.index(f"mrugala2020/{hostile('treatment-3x3-random-ties')}"))
    told = page.one(".match-tally").get_attribute("textContent")
    assert hostile("name-mrugala2020") in told
    assert hostile("treatment-3x3-random-ties") in told
    page.wait_for("person")
    page.mark(page.free()[0])
    assert page.run(DONE) == {"ran": None, "requests": [], "wider": 0}
    assert page.errors() == []


@pytest.mark.parametrize("name", ["ancheta2020", "timings"])
def test_an_override_of_directions_ends_with_its_text(opened, name):
    """Links behind hostile texts are read from left to right."""
    page = opened(hostile, name)
    assert page.run(LINKS) != []
    assert [letters for letters in page.run(LINKS) if letters[0] >= letters[1]] == []


@pytest.mark.parametrize("name", ENTERED)
def test_pages_of_entered_players_and_class_leagues_can_be_read_on_phones_too(opened, name):
    page = opened(harmless, name)
    checks.drop_rows_alike(page)
    # axe-core needs seconds for hundreds of drawn boards that are alike
    page.run("for (const each of document.querySelectorAll('.boards > :nth-child(n + 4)')) each.remove()")
    checks.check_widths(page)
    assert page.errors() == []
