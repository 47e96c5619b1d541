"""Arithmetic on values of tables: what it computes, and the line that says what is wrong."""

import pandas as pd
import pytest

from tttcore.classroom.arithmetic import check_equation, evaluate
from tttcore.pipeline.messages import ConfigError

TABLES = {"facts": pd.DataFrame({"fact": ["edge", "cells"], "value": [3.0, 9.0], "how": ["counted", "edge = 3"]})}
CELLS = "{facts.value[fact=cells]}"


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
