"""Worksheet: texts with values, arithmetic, exercises whose numbers are wrong, and mistakes in the file."""

from dataclasses import replace

import pandas as pd
import pytest
from helpers.project import ROOT

from tttcore.classroom.worksheet import (
    Exercise,
    Experiment,
    check_equation,
    check_exercises,
    evaluate,
    read_worksheet,
    recipe_table,
    used_selectors,
    worksheet_context,
)
from tttcore.engines.engine import read_study
from tttcore.games.classic import enumerate_states, solve
from tttcore.pipeline.messages import ConfigError

SHARED = {"facts": pd.DataFrame({"fact": ["states"], "value": [765.0]})}
OWN = {"first": {"power": pd.DataFrame({"chance": [0.25], "chance_low": [0.2], "chance_high": [0.3]})}}
ASKED = Exercise(
    title="States",
    task="How many are {number facts.value[fact=states]} and {number more}?",
    answer="{short sum}, chance {percent power.chance} ({percent low power.chance} to {percent high power.chance}).",
    evidence="facts.html#states",
    level="school",
    minutes=10,
    needs="powers",
    study="first",
    values={"more": "{facts.value[fact=states]} + 1", "sum": "more + {facts.value[fact=states]}"},
    holds=["sum = 2 * {facts.value[fact=states]} + 1"],
)
TABLES = {"facts": pd.DataFrame({"fact": ["edge", "cells"], "value": [3.0, 9.0], "how": ["counted", "edge = 3"]})}
CELLS = "{facts.value[fact=cells]}"
FILE = """
exercises:
  - {title: States, task: "How many?", answer: "{number facts.value[fact=states]}", level: school, minutes: 9,
     needs: powers, evidence: facts.html}
"""


def solved(exercise):
    (found,) = worksheet_context([exercise], SHARED, OWN, watched=["first"], where="worksheet.yaml")["exercises"]
    return found


def changed(**parts):
    return Exercise(**{**vars(ASKED), **parts})


def test_texts_have_values():
    assert solved(ASKED) == {
        "title": "States",
        "task": "How many are 765 and 766?",
        "answer": "1,531, chance 25% (20% to 30%).",
        "evidence": "facts.html#states",
        "level": "school",
        "minutes": 10,
        "needs": "powers",
        "see": "",
        "experiment": None,
    }
    assert {selector.table for selector in used_selectors(ASKED)} == {"facts", "power"}


def test_an_experiment_leads_to_the_runs_of_a_study_that_is_watched():
    experiment = Experiment(
        watch="first/slow?runs=10&rate=0.5",
        beside="first/slow",
        task="Are there {number more}?",
        expected="{number more}.",
    )
    assert solved(changed(experiment=experiment))["experiment"] == {
        "watch": "learn.html#first/slow?runs=10&rate=0.5",
        "beside": "learn.html#first/slow",
        "expected": "766.",
        "task": "Are there 766?",
    }
    assert solved(changed(experiment=replace(experiment, watch="second/slow")))["experiment"] is None
    assert solved(changed(experiment=replace(experiment, beside="second/slow")))["experiment"]["beside"] == ""
    assert solved(changed(experiment=replace(experiment, beside="")))["experiment"]["beside"] == ""


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"holds": ["sum = 2 * more"]}, "'sum = 2 * more' doesn't hold: 1531 and 1532"),
        ({"answer": "{facts.value[fact=games]}"}, "no row has fact=games"),
        ({"study": ""}, "unknown table 'power'"),
        ({"values": {"more": "later", "sum": "1"}, "holds": []}, "unknown name 'later'"),
    ],
)
def test_wrong_numbers_fail(parts, problem):
    with pytest.raises(ConfigError) as raised:
        solved(changed(**parts))
    assert str(raised.value).startswith("worksheet.yaml: States: ")
    assert problem in str(raised.value)


def test_the_chance_of_three_right_replies_is_that_of_perfect_play():
    (exercise,) = (each for each in read_worksheet(ROOT / "config" / "worksheet.yaml") if "replies" in each.task)
    tables = enumerate_states()
    values = solve(tables).values[tables.state_of]
    openings = tables.next_position[0, [0, 1, 4]]
    replies = [after[after >= 0] for after in tables.next_position[openings]]
    assert [(values[after] <= 0).sum() for after in replies] == [1, 4, 4]
    assert [len(after) for after in replies] == [8, 8, 8]
    assert evaluate(exercise.values["first_replies"], {}) == 8 / 1 * 8 / 4 * 8 / 4


def test_a_file_is_read(tmp_path):
    file = tmp_path / "worksheet.yaml"
    file.write_text(FILE, encoding="utf-8")
    (exercise,) = read_worksheet(file)
    assert (exercise.title, exercise.study, exercise.values, exercise.holds) == ("States", "", {}, [])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("task:", "tasks:", "exercises.0.tasks: no such key (did you mean 'task'?)"),
        ("number facts.value[fact=states]", "number states", "'states' is no selector"),
        ("evidence: facts.html", "evidence: 1", "exercises.0.evidence: 1 is not text"),
        (
            "evidence: facts.html",
            "evidence: 'javascript:x'",
            "allowed: a page of the report, such as facts.html#states",
        ),
        (
            "evidence: facts.html",
            "evidence: facts.html, experiment: {watch: 'a/b?c=<d>', task: Look, expected: Much}",
            "allowed: a study, a treatment and settings, such as ancheta2020/umg?runs=10",
        ),
        ("exercises:", "", "is no mapping"),
        (FILE, "exercises: []", "exercises: [] is not a list of at least one"),
    ],
)
def test_mistakes_in_a_file(tmp_path, old, new, problem):
    file = tmp_path / "worksheet.yaml"
    file.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        read_worksheet(file)
    assert str(raised.value).startswith(f"{file}: ")
    assert problem in str(raised.value)


def test_recipes_are_a_table():
    table = recipe_table({"slow": {"step": 0.1, "board": {"size": 3}}, "fast": {"step": 0.5, "board": {"size": 3}}})
    assert table.to_dict("list") == {"treatment": ["slow", "fast"], "step": [0.1, 0.5]}


@pytest.mark.parametrize(
    ("formula", "value"),
    [("2 * (3 + one) ** 2 / -4", -8), (f"{CELLS} - 1", 8), (f"{CELLS} ** 0.5", 3), ("{sum facts.value} / one", 12)],
)
def test_values(formula, value):
    assert evaluate(formula, TABLES, {"one": 1.0}) == value


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("1 +", "invalid syntax"),
        ("1 / 0", "division by zero"),
        ("10 ** 400", "out of range"),
        ("2 ** 1001", "a power of 1001; allowed: up to 1,000"),
        ("(-8) ** 0.5", "is no number"),
        ("{facts.how[fact=edge]}", "is no number"),
        ("twice * 2", "unknown name 'twice'; known: one"),
        ("open('file')", "is not allowed; allowed: numbers, names"),
        ("one if one else 2", "is not allowed"),
        ("True + 1", "is not allowed"),
        ("{facts.value[fact=lines]}", "no row has fact=lines"),
        ("{facts}", "is no selector"),
    ],
)
def test_mistakes(formula, problem):
    with pytest.raises(ConfigError) as raised:
        evaluate(formula, TABLES, {"one": 1.0})
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)


def test_equations_hold_to_the_digits_of_tables():
    check_equation(f"3 ** 2 = {CELLS}", TABLES)
    check_equation(f"{CELLS} = {{facts.value[how=edge = 3]}} * one", TABLES, {"one": 1 + 1e-8})
    with pytest.raises(ConfigError, match=r"doesn't hold: 10 and 9$"):
        check_equation(f"3 ** 2 + 1 = {CELLS}", TABLES)


@pytest.mark.parametrize("text", ["1 + 1", "1 = 1 = 1", "= 2", "{facts.value[fact=cells]}"])
def test_other_text_is_no_equation(text):
    with pytest.raises(ConfigError, match="is no equation; written: formula = formula"):
        check_equation(text, TABLES)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("machines.unbeatable[treatment=random; games=36]", None),
        ("recipes.games[treatment=random]", None),
        ("league_ranking.score[group=x]", None),
        ("machines.unbeatable[treatment=radnom]", r"no row has treatment=radnom \(did you mean 'random'\?\)"),
        ("recipes.games[treatment=radnom]", r"no row has treatment=radnom \(did you mean 'random'\?\)"),
        ("machines.unbeatible", r"unknown column 'unbeatible' \(did you mean 'unbeatable'\?\)"),
        ("machnes.unbeatable", r"unknown table 'machnes' \(did you mean 'machines'\?\)"),
    ],
)
def test_values_are_looked_for_before_anything_runs(value, message):
    studies = {"gardner1962": read_study(ROOT / "config" / "studies" / "gardner1962.yaml")}
    asked = changed(task=f"{{{value}}}?", answer="So.", study="gardner1962", values={}, holds=[f"{{{value}}} = 1"])
    if message is None:
        check_exercises([asked], studies, "w.yaml")
    else:
        with pytest.raises(ConfigError, match=rf"^w\.yaml: States: .*{message}"):
            check_exercises([asked], studies, "w.yaml")


@pytest.mark.parametrize(
    "runs", [{"watch": "gardner1962/radnom"}, {"watch": "other/x", "beside": "gardner1962/radnom"}]
)
def test_treatments_to_watch_are_looked_for_where_their_study_is_made(runs):
    studies = {"gardner1962": read_study(ROOT / "config" / "studies" / "gardner1962.yaml")}
    experiment = Experiment(task="Look", expected="Much", **runs)
    asked = changed(task="?", answer="So.", study="", values={}, holds=[], experiment=experiment)
    check_exercises([asked], {}, "w.yaml")
    with pytest.raises(ConfigError, match=r"^w\.yaml: States: gardner1962: unknown treatment 'radnom'.*'random'"):
        check_exercises([asked], studies, "w.yaml")


def test_an_exercise_of_no_study_has_the_facts():
    check_exercises([replace(ASKED, study="", answer="So.")], {}, "w.yaml")
    with pytest.raises(ConfigError, match=r"^w\.yaml: States: unknown table 'power'; known: facts$"):
        check_exercises([replace(ASKED, study="")], {}, "w.yaml")
