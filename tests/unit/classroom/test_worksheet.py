"""Worksheet: texts with values, arithmetic, exercises whose numbers are wrong, and mistakes in the file."""

from dataclasses import replace

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message

from tttcore.classroom import worksheet
from tttcore.classroom.course import CourseLesson, Slide, SlideFigure, code_to_scan
from tttcore.classroom.worksheet import (
    Exercise,
    Experiment,
    Worksheet,
    check_equation,
    check_worksheet,
    evaluate,
    read_worksheet,
)
from tttcore.engines.study_files import read_study
from tttcore.games.classic import enumerate_states, image, solve

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
GENES = SlideFigure("figures/first/a.webp", "Genes", 300, 200)
SLIDE = Slide(
    title="Guess",
    text="How many?\nAnd {number more}?",
    answer="{number facts.value[fact=states]}, {percent power.chance}.",
    figure="first/a",
    pages=["facts.html#states"],
    exercises=["States", "Left out"],
    study="first",
    values={"more": "{facts.value[fact=states]} + 1"},
)
TABLES = {"facts": pd.DataFrame({"fact": ["edge", "cells"], "value": [3.0, 9.0], "how": ["counted", "edge = 3"]})}
CELLS = "{facts.value[fact=cells]}"
FILE = """
exercises:
  - {title: States, task: "How many?", answer: "{number facts.value[fact=states]}", level: school, minutes: 9,
     needs: powers, evidence: facts.html}
"""


def solved(exercise):
    (found,) = context([exercise])["exercises"]
    return found


def context(*parts):
    """Variables of the pages of a worksheet."""
    return worksheet.worksheet_context(
        Worksheet(*parts),
        SHARED,
        OWN,
        watched=["first"],
        figures={"first/a": GENES},
        base_url="",
        where="worksheet.yaml",
    )


def test_a_slide_has_values_its_figure_and_the_numbers_of_exercises():
    (lesson,) = context([ASKED], [CourseLesson("One", "Why?", [SLIDE])])["lessons"]
    assert lesson == {
        "title": "One",
        "question": "Why?",
        "slides": [
            {
                "title": "Guess",
                "paragraphs": ["How many?", "And 766?"],
                "answer": "765, 25%.",
                "figure": GENES,
                "pages": ["facts.html#states"],
                "exercises": {1: "States"},
            }
        ],
    }


def test_slides_and_exercises_are_left_out_together_with_their_study():
    lessons = [CourseLesson("One", "Why?", [SLIDE]), CourseLesson("Two", "How?", [replace(SLIDE, study="", figure="")])]
    shown = Worksheet([ASKED], lessons).shown(lambda task: task.studies <= {"second"})
    assert shown == Worksheet([], lessons[1:])
    assert SLIDE.studies == ASKED.studies == {"first"}


def test_a_code_to_scan_is_the_address():
    """As a picture in black on white."""
    code = code_to_scan("https://example.org/course.html")
    assert code.startswith("<svg")
    assert 'fill="#fff"' in code
    assert code == code_to_scan("https://example.org/course.html") != code_to_scan("https://example.org/a.html")


def test_texts_have_values(snapshot):
    assert "\n".join(f"{name}: {text}" for name, text in sorted(solved(ASKED).items())) == snapshot
    assert {selector.table for selector in worksheet.used_selectors(ASKED)} == {"facts", "power"}


def test_an_experiment_leads_to_the_runs_of_a_study_that_is_watched():
    asked = Experiment(
        title="Slow",
        watch="first/slow?runs=10",
        beside="first/slow",
        task="Are there {number more}?",
        expected="{number more}.",
    )

    def shown(**changes):
        return solved(replace(ASKED, experiment=replace(asked, **changes)))["experiment"]

    first = {"watch": "learn.html#first/slow?runs=10", "task": "Are there 766?", "expected": "766."}
    assert shown() == first | {"beside": "learn.html#first/slow?runs=10+first/slow"}
    assert shown(beside="second/slow") == shown(beside="") == first | {"beside": ""}
    assert shown(watch="second/slow") is None


def test_wrong_numbers_fail(snapshot):
    cases = [
        {"holds": ["sum = 2 * more"]},
        {"answer": "{facts.value[fact=games]}"},
        {"study": ""},
        {"values": {"more": "later", "sum": "1"}, "holds": []},
    ]
    assert "\n".join(message(solved, replace(ASKED, **case)) for case in cases) == snapshot


def test_boards_are_what_the_answers_say(tables):
    """Those that can arise, and numbers of images."""
    possible, images = (
        [tuple("-XO".index(sign) for sign in signs) for signs in exercise.boards]
        for exercise in read_worksheet(ROOT / "config" / "worksheet.yaml").exercises[:2]
    )
    assert [board in tables.position_index for board in possible] == [True, False, False, True]
    assert [len({image(board, symmetry) for symmetry in range(8)}) for board in images] == [8, 4, 2, 1]


def test_the_chance_of_three_right_replies_is_that_of_perfect_play():
    (exercise,) = (
        each for each in read_worksheet(ROOT / "config" / "worksheet.yaml").exercises if "replies" in each.task
    )
    tables = enumerate_states()
    values = solve(tables).values[tables.state_of]
    openings = tables.next_position[0, [0, 1, 4]]
    replies = [after[after >= 0] for after in tables.next_position[openings]]
    assert [(values[after] <= 0).sum() for after in replies] == [1, 4, 4]
    assert [len(after) for after in replies] == [8, 8, 8]
    assert evaluate(exercise.values["first_replies"], {}) == 8 / 1 * 8 / 4 * 8 / 4


def test_mistakes_in_a_file(tmp_path, snapshot):
    file, told = tmp_path / "worksheet.yaml", []
    file.write_text(FILE, encoding="utf-8")
    (exercise,) = read_worksheet(file).exercises
    assert (exercise.title, exercise.study, exercise.values, exercise.holds) == ("States", "", {}, [])
    for old, new in [
        ("task:", "tasks:"),
        ("number facts.value[fact=states]", "number states"),
        ("evidence: facts.html", "evidence: 1"),
        ("evidence: facts.html", "evidence: 'javascript:x'"),
        (
            "evidence: facts.html",
            "evidence: a.html, experiment: {title: A, watch: 'a/b?c=<d>', task: Look, expected: Much}",
        ),
        (FILE, FILE + "lessons: [{title: A, question: B, slides: [{title: C, text: D, exercises: [Sttes]}]}]"),
        (FILE, FILE + "lessons: [{title: A, question: B, slides: []}]"),
        ("exercises:", ""),
        (FILE, "exercises: []"),
    ]:
        file.write_text(FILE.replace(old, new), encoding="utf-8")
        told.append(message(read_worksheet, file).replace(str(tmp_path), "HERE"))
    assert "\n".join(told) == snapshot


def test_recipes_are_a_table():
    table = worksheet.recipe_table(
        {"slow": {"step": 0.1, "board": {"size": 3}}, "fast": {"step": 0.5, "board": {"size": 3}}}
    )
    assert table.to_dict("list") == {"treatment": ["slow", "fast"], "step": [0.1, 0.5]}


@pytest.mark.parametrize(
    ("formula", "value"),
    [("2 * (3 + one) ** 2 / -4", -8), (f"{CELLS} - 1", 8), (f"{CELLS} ** 0.5", 3), ("{sum facts.value} / one", 12)],
)
def test_values(formula, value):
    assert evaluate(formula, TABLES, {"one": 1.0}) == value


def test_mistakes_in_formulas(snapshot):
    formulas = ["1 +", "2 ** 1001", "(-8) ** 0.5", "{facts.how[fact=edge]}", "twice * 2", "open('file')", "True + 1",
                "one if one else 2", "{facts.value[fact=lines]}", "{facts}"]  # fmt: skip
    assert "\n".join(message(evaluate, each, TABLES, {"one": 1.0}) for each in formulas) == snapshot
    assert message(evaluate, "1 / 0", TABLES).endswith("division by zero")  # Python's words
    assert message(evaluate, "10 ** 400", TABLES).endswith("out of range")


def test_equations_hold_to_the_digits_of_tables():
    check_equation(f"3 ** 2 = {CELLS}", TABLES)
    check_equation(f"{CELLS} = {{facts.value[how=edge = 3]}} * one", TABLES, {"one": 1 + 1e-8})
    told = message(check_equation, f"3 ** 2 + 1 = {CELLS}", TABLES)
    assert told.endswith("doesn't hold: 10 and 9")
    for text in ("1 + 1", "1 = 1 = 1", "= 2", CELLS):
        assert "is no equation; written: formula = formula" in message(check_equation, text, TABLES)


def test_values_and_treatments_are_looked_for_before_anything_runs(snapshot):
    """Treatments to watch where their study is made; an exercise of no study has the facts."""
    studies = {"gardner1962": read_study(ROOT / "config" / "studies" / "gardner1962.yaml")}
    told = []
    selectors = [
        "machines.unbeatable[treatment=random; games=36]", "recipes.games[treatment=random]",
        "league_ranking.score[group=x]", "machines.unbeatable[treatment=radnom]", "recipes.games[treatment=radnom]",
        "machines.unbeatible", "machnes.unbeatable",
    ]  # fmt: skip
    for each in selectors:
        asked = replace(
            ASKED, task=f"{{{each}}}?", answer="", study="gardner1962", values={}, holds=[f"{{{each}}} = 1"]
        )
        told.append(f"{each}: {message(check_worksheet, Worksheet([asked]), studies, 'w.yaml')}")
    for runs in ({"watch": "gardner1962/radnom"}, {"watch": "other/x", "beside": "gardner1962/radnom"}):
        experiment = Experiment(title="Slow", task="Look", expected="Much", **runs)
        asked = replace(ASKED, task="?", answer="So.", study="", values={}, holds=[], experiment=experiment)
        for made in ({}, studies):
            told.append(f"{runs}: {message(check_worksheet, Worksheet([asked]), made, 'w.yaml')}")
    for answer in ("So.", ASKED.answer):
        asked = replace(ASKED, study="", answer=answer)
        told.append(f"{answer}: {message(check_worksheet, Worksheet([asked]), {}, 'w.yaml')}")
    for figure in ("gardner1962/learnng", "other/x", "gardner1962/learning", "machines/hexpawn", "machines/unbeaten"):
        lessons = [CourseLesson("One", "Why?", [replace(SLIDE, figure=figure, study="", answer="")])]
        told.append(f"{figure}: {message(check_worksheet, Worksheet([], lessons), studies, 'w.yaml')}")
    assert "\n".join(told) == snapshot
