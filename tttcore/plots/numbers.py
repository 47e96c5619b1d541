"""Format numbers for readers; files hold more digits (`pipeline.rounding`)."""

import math

MINUS = "−"
"""Minus of negative numbers in texts for people."""
SMALLEST_CHANCE = 0.001
"""Chances and p-values below are not told apart, nor from 0; chances above 1 less it not from 1."""
ROUNDED_FROM = 100_000
"""Numbers that aren't whole have no more than four digits from here on."""
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
"""Units of times, from long to short."""
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: object) -> str:
    """Format a number with four significant digits and thousands separators; other text stays."""
    value = _read(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if not math.isfinite(value):
        return "–" if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return _by_powers(value)
    if value == int(value):
        return signed(f"{int(value):,}")
    if abs(value) < 1000:
        return signed(f"{value:,.4g}")
    return signed(f"{value:,.1f}" if abs(value) < ROUNDED_FROM else f"{float(f'{value:.4g}'):,.0f}")


def short(value: object) -> str:
    """Format a number with three significant digits, whole numbers with all; other text stays."""
    return number(float(f"{value:.3g}") if isinstance(value, float) and not value.is_integer() else value)


def cell(value: object) -> str:
    """Format a cell of a table: text as it is, even if it looks like a number, and numbers as `number` does."""
    return value if isinstance(value, str) else number(value)


def p_value(value: float) -> str:
    """Format a p-value with three significant digits; never as 0."""
    if math.isnan(value):
        return "–"
    return f"< {SMALLEST_CHANCE}" if value < SMALLEST_CHANCE else f"{value:.3g}"


def p_equals(value: float) -> str:
    """Format a p-value as an equation: ``p = 0.25``, ``p < 0.001``; an unknown one as a dash."""
    text = p_value(value)
    if math.isnan(value):
        return text
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def percent(chance: float) -> str:
    """Format a chance in percent with three significant digits; as 0 or as 100% only what is certain by definition."""
    if math.isnan(chance):
        return "–"
    if chance < SMALLEST_CHANCE:
        return f"< {100 * SMALLEST_CHANCE:g}%"
    if 1 - SMALLEST_CHANCE < chance < 1:
        return f"> {100 * (1 - SMALLEST_CHANCE):g}%"
    return f"{100 * chance:.3g}%"


def fixed(value: float, decimals: int) -> str:
    """Format a number with so many decimals, whole numbers without; one digit of what would be shown as 0."""
    if not math.isfinite(value) or value == int(value) or abs(value) >= 1e15:
        return number(value)
    return signed(f"{value:,.{decimals}f}" if abs(value) >= 10**-decimals / 2 else f"{value:.1g}")


def decimals(value: float, low: float = math.nan, high: float = math.nan) -> int:
    """Decimals for a number and its interval: three significant digits, or two of the interval's width if that is more.

    A number that is small beside the width of its interval has three digits of that at most.
    """
    wanted = _decimals(value, 3)
    width = high - low
    if not 0 < width < math.inf:
        return wanted
    return max(_decimals(width, 2), min(wanted, _decimals(width, 3)))


def _read(value: object) -> object:
    """A text as the number that it is, if it is one."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _by_powers(value: float) -> str:
    """Format a number with three significant digits and a power of ten: 1.23 × 10⁻⁵."""
    digits, power = f"{value:.2e}".split("e")
    return signed(f"{digits} × 10{str(int(power)).translate(_RAISED)}")


def signed(text: str) -> str:
    """Put the sign for people before a number that is written with a hyphen."""
    return f"{MINUS}{text[1:]}" if text.startswith("-") else text


def _decimals(value: float, digits: int) -> int:
    if value == 0 or not math.isfinite(value):
        return 0
    return max(0, digits - 1 - math.floor(math.log10(abs(value))))


def with_unit(seconds: float) -> str:
    """Time with its unit, such as ``10 µs``."""
    size, unit = next((each for each in UNITS if seconds >= 0.999 * each[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
