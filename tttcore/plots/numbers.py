"""Format numbers for readers; files hold more digits (`pipeline.rounding`)."""

import math


def number(value: object) -> str:
    """Format a number with four significant digits and thousands separators; other text stays."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return str(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if not math.isfinite(value):
        return "–" if math.isnan(value) else ("∞" if value > 0 else "-∞")
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return f"{value:.2e}"
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}"


def cell(value: object) -> str:
    """Format a cell of a table: text as it is, even if it looks like a number, and numbers as `number` does."""
    return value if isinstance(value, str) else number(value)
