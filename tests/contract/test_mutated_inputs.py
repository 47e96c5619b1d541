"""A thousand spoilt configurations and inputs: each gives one line that names what is wrong, or is still valid."""

import copy
import random
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import yaml
from helpers.project import DUMPER, ROOT, SHRINK

from tttcore import project
from tttcore.cli import main
from tttcore.engines import study_files
from tttcore.pipeline.messages import ConfigError

STUDIES = tuple(SHRINK)
TEXT = {name: (ROOT / "config/studies" / f"{name}.yaml").read_text("utf-8") for name in STUDIES}
CONFIG = {name: yaml.safe_load(text) for name, text in TEXT.items()}
PROJECT = yaml.safe_load((ROOT / "config/config.yaml").read_text("utf-8"))
DATA = [f"claims/{name}.csv" for name in STUDIES] + [
    f"published/{path.name}" for path in sorted((ROOT / "config/published").glob("*.csv"))
]
NAMES = ("comparisons", "treatments", "protocols", "tables", "figures", "benchmarks", "timings", "readings", "labels")
"""Keys whose keys the user chooses."""
NAMES_BELOW = {
    ("comparisons", 3), ("published", "tables", 3), ("treatments", "players", 4), ("protocols", "players", 4),
    ("readings", 3), ("readings", 4), ("machine", "contrasts", 3), ("machine", "teachers", 3),
}  # fmt: skip
HOSTILE_VALUES = (
    None, float("nan"), float("inf"), -float("inf"), -1, 10**30, True, "", [], {}, "xyzzy", [None], {"a": 1}, 0.5, 5.0,
    2**63 - 1, -(2**63), 2**31, 10**18, -0.0, 1e300, 5e-324, False, "a\0b", "a\x07b", "two\nlines", "a\u2028b",
    "\ud800", "\uffff", "\u202eabc", " ", "_x", "../x", "./x", "x/y", "/dev/zero", "/dev/null", "config", "x" * 245,
    "x" * 20_000, "$5_{ $$", "ß→🙂", "*", "true", "1e9", "{}", [[[]]], [1, "a", None], {"a": {"b": []}},
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


def places(value, place=()):
    """Where something stands, at every depth."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*place, key)
            yield from places(each, (*place, key))


def is_name(place):
    """True if a key is a name that the user chooses."""
    kinds = {(place[0], len(place)), (place[0], place[-2] if len(place) > 1 else "", len(place))}
    return (len(place) == 2 and place[0] in NAMES) or bool(kinds & NAMES_BELOW)


def at(settings, place):
    for key in place:
        settings = settings[key]
    return settings


def replaced(settings, place, value):
    """A copy with another value."""
    changed = copy.deepcopy(settings)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def renamed(settings, place, name):
    """A copy in which a key is called otherwise."""
    kept = [(name if key == place[-1] else key, value) for key, value in at(settings, place[:-1]).items()]
    return replaced(settings, place[:-1], dict(kept)) if place[:-1] else copy.deepcopy(dict(kept))


def misspelt(rng, word):
    """Another word: a letter is dropped, doubled or replaced."""
    here = rng.randrange(len(word))
    letter = rng.choice(["", 2 * word[here], "é"])
    return word[:here] + letter + word[here + 1 :] or "x"


def mutated(rng, settings):
    """A changed copy of settings, and the names of which a message about it has one."""
    place = rng.choice([*places(settings)])
    value, changed = at(settings, place), copy.deepcopy(settings)
    within = at(changed, place[:-1])
    kind = rng.choice(["value", "value", "remove", "wrap", "copy", "double", "text", "number", "rename"])
    if kind == "rename" and isinstance(place[-1], str):
        name = rng.choice([misspelt(rng, place[-1]), rng.choice(HOSTILE_NAMES)])
        return renamed(settings, place, name), (*place, name)
    if kind == "remove":
        del within[place[-1]]
    elif kind == "double" and isinstance(within, list):  # an entry of a list twice
        within.append(copy.deepcopy(value))
    elif kind == "double":  # one of keys and values under a second name
        within[f"{place[-1]}-2"] = copy.deepcopy(value)
        return changed, (*place, f"{place[-1]}-2")
    elif kind == "copy":  # what stands at another place
        other = rng.choice([*places(settings)])
        within[place[-1]] = copy.deepcopy(at(settings, other))
        return changed, (*place, *other)
    elif kind == "text" and isinstance(value, str) and value:
        within[place[-1]] = misspelt(rng, value)
    elif kind == "number" and type(value) in (int, float):
        within[place[-1]] = rng.choice([-value, value * 10**9, value / 7, float(value), str(value)])
    elif kind == "wrap":
        within[place[-1]] = copy.deepcopy(rng.choice([[value], {"name": value}, {"x": value}, [value, value]]))
    else:
        within[place[-1]] = rng.choice(HOSTILE_VALUES)
    return changed, place


@pytest.fixture(scope="module", autouse=True)
def here(tmp_path_factory):
    """A folder with the configuration."""
    folder = tmp_path_factory.mktemp("mutated")
    shutil.copytree(ROOT / "config", folder / "config")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield folder


def told(configured):
    """What is said of the project's settings, None if nothing: one line that begins with a file."""
    try:
        project.checked_studies(configured)
    except ConfigError as error:
        said = str(error)
        assert re.fullmatch(r"config/[\w/]+\.(yaml|csv)(, line \d+)?(, \w+)?: .+", said)
        return said
    return None


def complaint(file, content, study):
    """What is said of a study whose file has this content; the file is as it was afterwards."""
    path = Path("config") / file
    path.write_bytes(content)
    try:
        return told({"studies": [study]})
    finally:
        shutil.copy(ROOT / path, path)


def text_of(settings):
    return yaml.dump(settings, Dumper=DUMPER, sort_keys=False)


@pytest.mark.parametrize("study", STUDIES)
def test_mutations_of_a_study(study, monkeypatch):
    """A message names one of the keys, or a table that claims are about; each misspelt key is named."""
    rng = random.Random(study)
    keys = [place for place in places(CONFIG[study]) if isinstance(place[-1], str)]
    changes = [mutated(rng, CONFIG[study]) for _ in range(80)]
    for place in rng.sample(keys, 15):
        name = misspelt(rng, place[-1])
        changes.append((renamed(CONFIG[study], place, name), (place, name)))
    for number, (changed, names) in enumerate(changes):
        monkeypatch.setattr(study_files, "read_yaml", lambda _, content=changed: content)
        said = told({"studies": [study]})
        if isinstance(names[0], tuple):  # names of the user's may be others if nothing refers to them
            place, name = names
            known = said is None or place[-1] in said or name in said
            assert known if is_name(place) else said is not None and name in said, f"{place} as {name}: {said}"
            continue
        shown = [ConfigError(str(name)).args[0] if name != "" else "''" for name in names]
        if "defaults" in names:  # are missed where a treatment is built
            shown.append("treatments.")
        if names[0] == "protocols":  # in a treatment that has it
            treatments = CONFIG[study]["treatments"].items()
            shown += [f"treatments.{name}." for name, own in treatments if own.get("protocol") in names]
        if "tables" in names:  # are missed by claims
            shown.append("unknown table")
        if "figures" in names:  # are missed by the cover
            shown.append("unknown figure")
        assert said is None or any(name in said for name in shown), f"{number}: {names}: {said}"


def test_mutations_of_the_project():
    rng, settings = random.Random(1), PROJECT | {"studies": ["gardner1962"], "replicates": {"gardner1962": 3}}
    for number in range(100):
        changed, names = mutated(rng, settings)
        said = told(changed)
        shown = [*map(str, names), *(["no study", "config/studies/"] if "studies" in names else [])]
        assert said is None or any(name in said for name in shown), f"{number}: {names}: {said}"


@pytest.mark.parametrize("study", STUDIES)
def test_mutations_of_the_text(study):
    """Values that YAML reads otherwise than they look, aliases within themselves, broken syntax, bytes changed."""
    rng = random.Random(study)
    assert complaint(f"studies/{study}.yaml", text_of(CONFIG[study]).encode(), study) is None
    for value in rng.sample(HOSTILE_YAML, 15):
        text = text_of(replaced(CONFIG[study], rng.choice([*places(CONFIG[study])]), "HERE"))
        complaint(f"studies/{study}.yaml", text.replace("HERE", value, 1).encode(), study)
    for _ in range(10):
        raw = bytearray(text_of(CONFIG[study]).encode())
        raw[rng.randrange(len(raw))] = rng.randrange(256)
        complaint(f"studies/{study}.yaml", bytes(raw), study)


@pytest.mark.parametrize("way", ["cut", "tab", "bytes", "zero", "utf-16", "empty", "twice"])
def test_a_file_that_is_cut_or_spoilt(way):
    """Cut, with a tab, with bytes that are no text, with a line twice."""
    rng, more = random.Random(way), {"tab": b"\tx: 1\n", "bytes": b"\xff\xfe\n", "zero": b"\x00\n"}
    for study in rng.sample(STUDIES, 3):
        lines = TEXT[study].encode().splitlines(keepends=True)
        line = rng.randrange(1, len(lines))
        content = {
            "cut": b"".join(lines[:line]), "utf-16": TEXT[study].encode("utf-16"), "empty": b"",
            "twice": b"".join([*lines, *(line for line in lines if line.startswith(b"title:"))]),
        } | {kind: b"".join([*lines[:line], added, *lines[line:]]) for kind, added in more.items()}  # fmt: skip
        said = complaint(f"studies/{study}.yaml", content[way], study)
        assert said is not None or way in ("cut", "tab")
        assert way != "twice" or "the key 'title' stands twice, in line " in said


@pytest.mark.parametrize("way", ["long", "short", "column", "no column", "separator", "bytes", "empty", "header"])
def test_tables_of_the_documents(way):
    """Rows too long or too short, other columns and separators, cells that are no numbers, bytes that are no text."""
    rng = random.Random(way)
    for file in rng.sample(DATA, 4):
        head, *lines = (ROOT / "config" / file).read_bytes().splitlines(keepends=True)
        at = rng.randrange(len(lines))
        before, line, after = [head, *lines[:at]], lines[at], lines[at + 1 :]
        content = {
            "long": [*before, line.rstrip(b"\r\n") + b",1\n", *after], "short": [*before, b"1\n", *after],
            "column": [head.rstrip(b"\r\n") + b",more\n", *lines], "bytes": [*before, b"\xe9" + line, *after],
            "no column": [head.rpartition(b",")[0] + b"\n", *lines], "empty": [], "header": [head],
            "separator": [each.replace(b",", b";") for each in (head, *lines)],
        }[way]  # fmt: skip
        said = complaint(file, b"".join(content), re.match(r"\w+/([a-z]+\d{4})", file)[1])
        assert said is not None, f"{file}: {way} is accepted"
        assert f"config/{file}" in said


def test_inputs_of_the_command_line(here, tables):
    """States and a genome of first free cells with some bytes lost, changed or added: one line, or a table."""
    shown = [" ".join(map(str, board)) for board in tables.states.tolist()]
    genes = "".join(str(board.index(0)) if 0 in board else "0" for board in tables.states.tolist())
    files = {"S.txt": "\n".join(shown).encode(), "G.csv": f"id,genome\n1,{genes}\n".encode()}
    rng = random.Random(1)
    for _ in range(20):
        file = rng.choice([*files])
        spoilt, start = bytearray(files[file]), rng.randrange(len(files[file]))
        spoilt[start : start + rng.randrange(6)] = rng.randbytes(rng.randrange(6))
        for name, content in {**files, file: bytes(spoilt)}.items():
            (here / name).write_bytes(content)
        out, said = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(said):
            code = main(["evaluate", "G.csv", "--states", "S.txt", "--seat", "first"])
        assert (code, said.getvalue()) == (0, "") or (code == 2 and re.fullmatch(r"ttt: error: .+\n", said.getvalue()))
