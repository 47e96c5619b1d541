"""Ways to spoil configurations: misspelt keys, other values, lines lost."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Place = tuple[str | int, ...]

NAMES = ("comparisons", "treatments", "protocols", "tables", "figures", "charts", "benchmarks", "timings")
"""Keys whose keys the user chooses."""
NAMES_BELOW = {
    ("comparisons", 3), ("published", "tables", 3), ("treatments", "players", 4), ("protocols", "players", 4),
    ("tables", "sizes", 4), ("tables", "pairs", 4), ("tables", "rows", 4), ("tables", "readings", 4),
    ("tables", "theory", 4), ("tables", "counted", 4), ("figures", "published", 4),
}  # fmt: skip
ODD_VALUES = (
    None, float("nan"), float("inf"), -float("inf"), -1, 10**30, True, "", [], {}, "xyzzy", [None], {"a": 1}, 0.5, 5.0,
)  # fmt: skip


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where something stands, at every depth."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*place, key)
            yield from places(each, (*place, key))


def is_name(place: Place) -> bool:
    """Whether a key is a name that the user chooses."""
    if len(place) == 2 and place[0] in NAMES:
        return True
    kinds = {(place[0], len(place)), (place[0], place[-2] if len(place) > 1 else "", len(place))}
    return bool(kinds & NAMES_BELOW)


@st.composite
def misspelt(draw, word: str) -> str:
    """Another word: a letter is swapped, dropped or doubled."""
    at = draw(st.integers(0, len(word) - 1))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    ways = [before + after, before + letter + letter + after, before + after[:1] + letter + after[1:]]
    return draw(st.sampled_from([way for way in ways if way and way != word]))


def _at(settings: Any, place: Place) -> Any:
    for key in place:
        settings = settings[key]
    return settings


def renamed(settings: Any, place: Place, name: str) -> Any:
    """A copy in which a key is called otherwise."""
    changed = copy.deepcopy(settings)
    keys = _at(changed, place[:-1])
    kept = [(name if key == place[-1] else key, value) for key, value in keys.items()]
    keys.clear()
    keys.update(kept)
    return changed


def replaced(settings: Any, place: Place, value: Any) -> Any:
    """A copy with another value."""
    changed = copy.deepcopy(settings)
    _at(changed, place[:-1])[place[-1]] = value
    return changed


def removed(settings: Any, place: Place) -> Any:
    """A copy without a key or an entry."""
    changed = copy.deepcopy(settings)
    del _at(changed, place[:-1])[place[-1]]
    return changed
