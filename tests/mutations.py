"""Ways to spoil configurations: misspelt keys, other values, lines lost, YAML that is read otherwise than it looks."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from hypothesis import strategies as st
from project import DUMPER

Place = tuple[str | int, ...]

NAMES = ("comparisons", "treatments", "protocols", "tables", "figures", "benchmarks", "timings", "readings", "labels")
"""Keys whose keys the user chooses."""
NAMES_BELOW = {
    ("comparisons", 3), ("published", "tables", 3), ("treatments", "players", 4), ("protocols", "players", 4),
    ("readings", 3), ("readings", 4),
}  # fmt: skip
ODD_VALUES = (
    None, float("nan"), float("inf"), -float("inf"), -1, 10**30, True, "", [], {}, "xyzzy", [None], {"a": 1}, 0.5, 5.0,
)  # fmt: skip


HOSTILE_VALUES = (
    *ODD_VALUES, 2**63 - 1, -(2**63), 2**31, 10**18, -0.0, 1e300, 5e-324, False, "a\0b", "a\x07b", "two\nlines",
    "a\u2028b", "\ud800", "\uffff", "\u202eabc", " ", "_x", "../x", "./x", "x/y", "/dev/zero", "/dev/null", "config",
    "x" * 245, "x" * 20_000, "$5_{ $$", "ß→🙂", "*", "true", "1e9", "{}", [[[]]], [1, "a", None], {"a": {"b": []}},
    {"name": "x"}, {"name": None}, {"": 1}, [{}] * 3, ["x"] * 300,
)  # fmt: skip
"""Values that few keys allow."""
HOSTILE_NAMES = (
    "", " ", "_x", "a\nb", "a\0b", "x" * 245, "../x", "A B", "ß→🙂", "$5_{", "all treatments", "published", "name",
    "tables", "null", "5",
)  # fmt: skip
HOSTILE_YAML = (
    "017", "12:30", "1_000", "0b11", "0x_", "1e3", "1.5e-3", "yes", "Off", "2020-01-01", "2020-13-01",
    ".inf", ".NaN", "~", "=", "<<", "*none", "&a [*a]", "&a {b: *a}", "!!python/object:os.system x", "!!binary x",
    "!x y", "{", "[1,", "'", '"\\x', "@x", "%x", "|", "? x", "- x", "[" * 2000, "{x: 1, x: 2}", "{5: 1}", "{[a]: 1}",
    "\t", "\x07", "\ufeff",
)  # fmt: skip
"""Values as YAML text: read otherwise than they look, referring to themselves, or broken."""


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where something stands, at every depth."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*place, key)
            yield from places(each, (*place, key))


def is_name(place: Place) -> bool:
    """True if a key is a name that the user chooses."""
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


def _texts(settings: Any) -> list[Place]:
    return [place for place in places(settings) if isinstance(_at(settings, place), str) and _at(settings, place)]


def _numbers(settings: Any) -> list[Place]:
    return [place for place in places(settings) if type(_at(settings, place)) in (int, float)]


def _keys(settings: Any) -> list[Place]:
    return [place for place in places(settings) if isinstance(place[-1], str)]


def _other_word(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word))
    return rng.choice([word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word[:at] + "é" + word[at + 1 :]])


def _replace(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(list(places(settings)))
    return replaced(settings, place, rng.choice(HOSTILE_VALUES)), place


def _remove(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(list(places(settings)))
    return removed(settings, place), place


def _rename(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(_keys(settings))
    name = rng.choice([_other_word(rng, place[-1]), rng.choice(HOSTILE_NAMES)])
    return renamed(settings, place, name), (*place, name)


def _misspell(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(_texts(settings))
    return replaced(settings, place, _other_word(rng, _at(settings, place))), place


def _scale(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(_numbers(settings))
    value = _at(settings, place)
    return replaced(settings, place, rng.choice([-value, value * 10**9, value / 7, float(value), str(value)])), place


def _wrap(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    place = rng.choice(list(places(settings)))
    value = copy.deepcopy(_at(settings, place))
    return replaced(settings, place, rng.choice([[value], {"name": value}, {"x": value}, [value, value]])), place


def _copy(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    """What stands at one place at another too."""
    place, other = rng.sample(list(places(settings)), 2)
    return replaced(settings, place, copy.deepcopy(_at(settings, other))), (*place, *other)


def _double(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    """An entry of a list twice, or an entry of keys and values under a second name."""
    place = rng.choice(list(places(settings)))
    changed = copy.deepcopy(settings)
    within, entry = _at(changed, place[:-1]), copy.deepcopy(_at(settings, place))
    if isinstance(within, list):
        within.append(entry)
        return changed, place
    within[f"{place[-1]}-2"] = entry
    return changed, (*place, f"{place[-1]}-2")


MUTATIONS: tuple[Callable[[random.Random, Any], tuple[Any, Place]], ...] = (
    _replace, _replace, _remove, _rename, _misspell, _scale, _wrap, _copy, _double
)  # fmt: skip


def mutated(rng: random.Random, settings: Any) -> tuple[Any, Place]:
    """Changed copy of settings, and the names of which a message about it has one."""
    return rng.choice(MUTATIONS)(rng, settings)


def mutated_text(rng: random.Random, settings: Any) -> bytes:
    """YAML of settings in which one value is hostile text, or a byte another."""
    if rng.random() < 0.8:
        text = yaml.dump(replaced(settings, rng.choice(list(places(settings))), "HERE"), Dumper=DUMPER, sort_keys=False)
        return text.replace("HERE", rng.choice(HOSTILE_YAML), 1).encode()
    raw = bytearray(yaml.dump(settings, Dumper=DUMPER, sort_keys=False).encode())
    raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)
