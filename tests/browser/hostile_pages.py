"""Every page of the site with a text of its own wherever a user, or a table of theirs, can put one."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from helpers.pages import ERROR_RATES, EVIDENCE, GRID, NAME, STUDY
from helpers.tables import verdict_row, verdict_table
from pages import add_assets
from PIL import Image

from tttcore.claims.multiverse import COLUMNS as MULTIVERSE
from tttcore.claims.outcomes import ALTERNATIVE, CHOICES
from tttcore.claims.schemas import AUDIT
from tttcore.claims.sentences import with_sentence_verdicts
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

WATCHED = {"watch": "facts.html", "beside": ""}
TWO = ["control-listed", "umg-listed"]
FACTS = pd.DataFrame([("states", 765.0, "765", "counted", None)], columns=["fact", "value", "exact", "how", "quoted"])


def write_pages(folder: Path, say: Say, agents: pd.DataFrame, game) -> list[Path]:
    """Write all pages into a folder, with the files that they share; figures are blank.

    Parameters
    ----------
    say : gives the text of each place.
    agents : players of 3x3 and of n^d boards.
    game : tables of 3x3.
    """
    folder.mkdir(parents=True)
    add_assets(folder)
    study, titles = _study(say), {NAME: say("title")}
    verdicts, statistics = _verdicts(say), _statistics(study, say)
    findings = [{"claim": say("id"), "verdict": "reproduced", "sentence_verdict": "mixed", "text": say("finding")}]
    of_all = {"scale": "quick", "seed": 1}
    contexts = {
        "index": index_context({NAME: study}, verdicts={NAME: verdicts}, findings={NAME: findings}, worksheet=True)
        | of_all,
        "audit": audit_context(
            {NAME: study}, **_audit(verdicts, say), tables={NAME: statistics}, error_rates=ERROR_RATES
        ),
        "facts": facts_context(facts=FACTS, solution=solution(game), verdicts=[verdicts], studies=titles),
        "timings": timings_context(
            folder / "timings.html",
            timings=[
                pd.DataFrame({key: [say(key) if key in ("what", "machine") else 1.0] for key in TIMING_COLUMNS}).assign(
                    study=NAME, timing="run"
                )
            ],
            timed={NAME: {"run": {"at_least": True}}},
            figures=study["benchmarks"],
            files=_blank(folder, study["benchmarks"]),
        ),
        "provenance": provenance_context({NAME: _made(say)}, {f"{NAME}/runs.parquet": Digests("0", "1")})
        | {"replicates": {NAME: {TWO[0]: 1}}, "labels": {NAME: {TWO[0]: say("label")}}}
        | of_all,
        "worksheet": {
            "exercises": [
                {key: say(f"exercise-{key}") for key in ("title", "task", "answer", "level", "needs")}
                | {"minutes": 5, "evidence": "facts.html", "see": "facts.html"}
                | {"experiment": {key: say(f"experiment-{key}") for key in ("task", "expected")} | WATCHED}
            ]
        },
        "play": play_context(
            _named(agents, say),
            names={name: say(f"name-{name}") for name in agents["study"]},
            treatments={},
            abouts={name: say(f"about-{name}") for name in agents["study"]},
        ),
        NAME: study_context(
            folder / f"{NAME}.html",
            study=study,
            tables=statistics,
            method={
                "method": pd.DataFrame({key: [say(f"method-{key}")] for key in ("fact", "value", "text", "how")}),
                "own": pd.DataFrame({say("method-column"): [say("method-cell")]}),
            },
            verdicts=verdicts,
            findings=findings,
            runs=dict.fromkeys(study["treatments"], 2),
            recipes={name: {} for name in study["treatments"]},
            figures=_blank(folder, study["figures"]),
            judged_again=_judged_again(say),
            multiverse_figure=_blank(folder, ["multiverse"]),
        ),
    }
    for name, context in contexts.items():
        template = f"{'study' if name == NAME else name}.html.j2"
        write_page(folder / f"{name}.html", template, studies=titles, **context)
    _league_page(folder, say, titles)
    return [folder / f"{name}.html" for name in (*contexts, "league")]


def _judged_again(say: Say) -> pd.DataFrame:
    """A statement under a reading that changes its verdict."""
    own = dict.fromkeys(MULTIVERSE, "") | {"id": "S0-C01", "statement": say("statement-again"), "verdict": "differs"}
    other = own | {"choice": say("choice"), "reading": say("reading"), "verdict": "reproduced"}
    return pd.DataFrame([own, other])


def _study(say: Say) -> dict[str, Any]:
    """A study with few tables and figures, whose texts are all said."""
    return STUDY | {
        **{key: say(key) for key in ("title", "authors", "source", "question", "about")},
        "comparisons": {"listed": dict(zip([say("group-one"), say("group-two")], TWO, strict=True))},
        "tables": {
            "summaries": say("table-caption"),
            "equivalence": say("other-caption"),
            "power_grid": say("grid-caption"),
        },
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


def _made(say: Say) -> dict[str, Any]:
    """What is stored about how runs were made."""
    recipe = {"players": {say("player"): {"heuristic": 1}}}
    return {"seed": 1, "code": {TWO[0]: "0123"}, "packages": {"numpy": "2"}, "recipes": {TWO[0]: recipe}}


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
