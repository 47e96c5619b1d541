"""Arithmetic on values of tables, such as ``{facts.value[fact=positions]} / 3 ** 9``, and texts that show values."""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from tttcore.claims.findings import FORMATS, PLACE, Place, parts
from tttcore.claims.selectors import Selector, claim_value
from tttcore.pipeline.messages import ConfigError, choices

LARGEST_POWER = 1000
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def evaluate(formula: str, tables: Mapping[str, pd.DataFrame], names: Mapping[str, float] = {}) -> float:
    """Value of a formula of numbers, ``+ - * / **``, parentheses, selectors in braces, and names.

    Parameters
    ----------
    tables : tables that the selectors read, by name.
    names : further values by name.

    Raises
    ------
    ConfigError
        If the formula has anything else, a selector gives no number, or the value isn't a finite number.
    """
    known: dict[str, float] = {**names}

    def place(match: re.Match[str]) -> str:
        name = f"_{len(known)}"
        known[name] = claim_value(match[1], tables).value
        return name

    try:
        value = _value(ast.parse(PLACE.sub(place, formula), mode="eval").body, known)
    except SyntaxError as error:
        raise ConfigError(f"{formula!r}: {error.msg}") from None
    except ArithmeticError as error:
        raise ConfigError(f"{formula!r}: {error.args[-1]}") from None
    if not math.isfinite(value):
        raise ConfigError(f"{formula!r} is no number with these tables")
    return value


def evaluated(formulas: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> dict[str, float]:
    """Values of formulas by name, each of which may use the names before it."""
    values: dict[str, float] = {}
    for name, formula in formulas.items():
        values[name] = evaluate(formula, tables, values)
    return values


def written(text: str, tables: Mapping[str, pd.DataFrame], names: Mapping[str, float] = {}) -> str:
    """Text with the values in its braces as people write them: selectors, or the names of further values."""

    def value(place: Place) -> str:
        return FORMATS[place.format](names[place.value]) if place.value in names else place.written({}, tables)

    return "".join(value(part) if isinstance(part, Place) else part for part in parts(text))


def check_formula(formula: str) -> None:
    """Check that a text is a formula of selectors in braces and of numbers; ConfigError if not."""
    try:
        _value(ast.parse(PLACE.sub("(1)", formula).strip(), mode="eval").body, {})
    except SyntaxError as error:
        raise ConfigError(f"{formula!r}: {error.msg}") from None
    for place in PLACE.findall(formula):
        Selector.read(place)


def _value(node: ast.expr, names: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id=name):
            if name not in names:
                raise ConfigError(f"unknown name {name!r}{choices(name, [each for each in names if each[0] != '_'])}")
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            first, second = _value(left, names), _value(right, names)
            if isinstance(sign, ast.Pow) and abs(second) > LARGEST_POWER:
                raise ConfigError(f"a power of {second:g}; allowed: up to {LARGEST_POWER:,}")
            result: Any = _OPERATORS[type(sign)](first, second)
            return float(result) if not isinstance(result, complex) else math.nan
    raise ConfigError(f"{ast.unparse(node)!r} is not allowed; allowed: numbers, names, + - * / ** and parentheses")
