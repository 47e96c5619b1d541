"""Two thousand spoilt configurations and inputs: each gives one line that names what is wrong, or is still valid."""

import random
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import ODD_VALUES, is_name, misspelt, mutated, mutated_text, places, removed, renamed, replaced
from project import DUMPER, ROOT, SHRINK

from tttcore import project
from tttcore.cli import main
from tttcore.engines import engine
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError, read, write

STUDIES = tuple(SHRINK)
TEXT = {name: (ROOT / "config/studies" / f"{name}.yaml").read_text("utf-8") for name in STUDIES}
CONFIG = {name: yaml.safe_load(text) for name, text in TEXT.items()}
PROJECT = yaml.safe_load((ROOT / "config/config.yaml").read_text("utf-8"))
PLACES = {name: list(places(settled)) for name, settled in CONFIG.items()}
KEYS = {name: [place for place in found if isinstance(place[-1], str)] for name, found in PLACES.items()}
DATA = [f"claims/{name}.csv" for name in STUDIES] + [
    f"published/{path.name}" for path in sorted((ROOT / "config/published").glob("*.csv"))
]
HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def many(examples):
    """The same examples each time."""
    return settings(max_examples=examples, derandomize=True, database=None, suppress_health_check=HEALTH)


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


def of_study(name, changed):
    return complaint(f"studies/{name}.yaml", yaml.dump(changed, Dumper=DUMPER, sort_keys=False).encode(), name)


def test_the_configuration_is_accepted():
    for name in STUDIES:
        assert of_study(name, CONFIG[name]) is None


@many(100)
@given(st.data())
def test_a_misspelt_key_is_named(data):
    """Names that the user chooses may be others if nothing refers to them; if anything does, it is told."""
    study = data.draw(st.sampled_from(STUDIES))
    place = data.draw(st.sampled_from(KEYS[study]))
    name = data.draw(misspelt(place[-1]))
    said = of_study(study, renamed(CONFIG[study], place, name))
    if is_name(place):
        assert said is None or place[-1] in said or name in said
    else:
        assert said is not None, f"{study}: {place} as {name} is accepted"
        assert name in said


@many(40)
@given(st.data())
def test_what_is_left_out_is_named_or_has_a_default(data):
    """Without an entry the settings are others or an error tells where."""
    study = data.draw(st.sampled_from(STUDIES))
    place = data.draw(st.sampled_from(PLACES[study]))
    said = of_study(study, removed(CONFIG[study], place))
    assert said is None or any(str(key) in said for key in place)


@many(100)
@given(st.data())
def test_another_value_is_named_or_allowed(data):
    study = data.draw(st.sampled_from(STUDIES))
    place = data.draw(st.sampled_from(PLACES[study]))
    value = data.draw(st.sampled_from(ODD_VALUES))
    said = of_study(study, replaced(CONFIG[study], place, value))
    if said is None:
        assert value not in (float("inf"), -float("inf"), 10**30)
        assert value == value
    else:
        keys = [key for key in place if isinstance(key, str)]
        assert any(key in said for key in keys[1:] or keys)
        assert isinstance(value, list | dict) or repr(value) in said or str(value) in said


@pytest.mark.parametrize("study", STUDIES)
def test_hundreds_of_mutations(study, monkeypatch):
    """Values, names, numbers, entries: a message names one of the keys, or a table that claims are about."""
    rng = random.Random(study)
    for number in range(250):
        changed, names = mutated(rng, CONFIG[study])
        monkeypatch.setattr(engine, "read_yaml", lambda _, content=changed: content)
        said = told({"studies": [study]})
        shown = [ConfigError(str(name)).args[0] if name != "" else "''" for name in names]
        if "defaults" in names:  # are missed where a treatment is built
            shown.append("treatments.")
        assert said is None or any(name in said for name in shown), f"{number}: {names}: {said}"


@pytest.mark.parametrize("study", STUDIES)
def test_mutations_of_the_text(study):
    """Values that YAML reads otherwise than they look, aliases within themselves, broken syntax, bytes changed."""
    rng = random.Random(study)
    for _ in range(60):
        complaint(f"studies/{study}.yaml", mutated_text(rng, CONFIG[study]), study)


def test_mutations_of_the_project():
    rng, settings = random.Random(1), PROJECT | {"studies": ["osipa2017"], "replicates": {"osipa2017": 3}}
    for number in range(150):
        changed, names = mutated(rng, settings)
        said = told(changed)
        assert said is None or any(str(name) in said for name in names), f"{number}: {names}: {said}"


@many(60)
@given(st.data())
def test_a_file_that_is_cut_or_spoilt(data):
    """Cut, with a tab, with bytes that are no text, with a line twice."""
    study = data.draw(st.sampled_from(STUDIES))
    lines = TEXT[study].encode().splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    way = data.draw(st.sampled_from(["cut", "tab", "bytes", "zero", "utf-16", "empty", "twice"]))
    content = {
        "cut": b"".join(lines)[: sum(map(len, lines[:at]))],
        "tab": b"".join([*lines[:at], b"\tx: 1\n", *lines[at:]]),
        "bytes": b"".join([*lines[:at], b"\xff\xfe\n", *lines[at:]]),
        "zero": b"".join([*lines[:at], b"\x00\n", *lines[at:]]),
        "utf-16": TEXT[study].encode("utf-16"),
        "empty": b"",
        "twice": b"".join([*lines, *(line for line in lines if line.startswith(b"title:"))]),
    }[way]
    said = complaint(f"studies/{study}.yaml", content, study)
    if way not in ("cut", "tab") or content.strip() == b"":
        assert said is not None
    if way == "twice":
        assert "the key 'title' stands twice, in line " in said


@many(60)
@given(st.data())
def test_tables_of_the_documents(data):
    """Rows too long or too short, other columns and separators, cells that are no numbers, bytes that are no text."""
    file = data.draw(st.sampled_from(DATA))
    study = re.match(r"\w+/([a-z]+\d{4})", file)[1]
    good = (ROOT / "config" / file).read_bytes()
    lines = good.splitlines(keepends=True)
    at = data.draw(st.integers(1, len(lines) - 1))
    way = data.draw(st.sampled_from(["long", "short", "column", "no column", "separator", "bytes", "empty", "header"]))
    row = lines[at].rstrip(b"\r\n")
    content = {
        "long": [*lines[:at], row + b",1\n", *lines[at + 1 :]],
        "short": [*lines[:at], b"1\n", *lines[at + 1 :]],
        "column": [lines[0].rstrip(b"\r\n") + b",more\n", *lines[1:]],
        "no column": [lines[0].rpartition(b",")[0] + b"\n", *lines[1:]],
        "separator": [line.replace(b",", b";") for line in lines],
        "bytes": [*lines[:at], b"\xe9" + lines[at], *lines[at + 1 :]],
        "empty": [],
        "header": lines[:1],
    }[way]
    said = complaint(file, b"".join(content), study)
    assert said is not None, f"{file}: {way} is accepted"
    assert f"config/{file}" in said


@many(40)
@given(st.data())
def test_the_project_itself(data):
    place = data.draw(st.sampled_from([place for place in places(PROJECT) if place[0] != "studies"]))
    if isinstance(place[-1], str) and data.draw(st.booleans()):
        name = data.draw(misspelt(place[-1]))
        changed, wanted = renamed(PROJECT, place, name), name
    else:
        value = data.draw(st.sampled_from(ODD_VALUES))
        changed, wanted = replaced(PROJECT, place, value), str(place[0])
    said = told({**changed, "studies": ["osipa2017"]})
    if said is None:
        assert wanted == str(place[0]), f"{wanted} is accepted"
    else:
        assert said.startswith("config/config.yaml: ")
        assert wanted in said


@many(40)
@given(st.data())
def test_stored_tables_that_are_cut_or_changed(here, data):
    """A table is read as it was written or not at all."""

    path, table = here / "table.parquet", pd.DataFrame({"a": range(500), "b": ["text"] * 500})
    write(path, table, provenance={})
    raw = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        raw = raw[: data.draw(st.integers(0, len(raw) - 1))]
    else:
        raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(raw)
    try:
        found, said = read(path), ""
    except StoreError as error:
        found, said = None, str(error)
    assert table.equals(found) or re.fullmatch(rf"{re.escape(str(path))}: .+", said)


@many(40)
@given(st.data())
def test_inputs_of_the_command_line(here, tables, data):
    """States and a genome of first free cells with some bytes lost, changed or added: one line, or a table."""
    shown = [" ".join(map(str, board)) for board in tables.states.tolist()]
    genes = "".join(str(board.index(0)) if 0 in board else "0" for board in tables.states.tolist())
    files = {"S.txt": "\n".join(shown).encode(), "G.csv": f"id,genome\n1,{genes}\n".encode()}
    file = data.draw(st.sampled_from(sorted(files)))
    spoilt, at = bytearray(files[file]), data.draw(st.integers(0, len(files[file]) - 1))
    spoilt[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    for name, content in {**files, file: bytes(spoilt)}.items():
        (here / name).write_bytes(content)
    out, said = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = main(["evaluate", "G.csv", "--states", "S.txt", "--seat", "first"])
    assert (code, said.getvalue()) == (0, "") or (code == 2 and re.fullmatch(r"ttt: error: .+\n", said.getvalue()))
