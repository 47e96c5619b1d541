"""Configuration files: what YAML values are read as, and mistakes reported with file, place and what is allowed."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import pytest
from helpers.texts import message

from tttcore.pipeline.config import check_settings, checked, read_yaml
from tttcore.pipeline.declaration import Between, declared
from tttcore.pipeline.messages import ConfigError


@declared
@dataclass
class Deep:
    size: int
    colour: str = "blue"


@declared
@dataclass
class Settings:
    runs: Annotated[int, Between(1, 9000)]
    seat: Literal["first", "second"] = "first"
    share: Annotated[float, Between(0.01)] = 0.5
    formats: list[Literal["png", "svg"]] | None = None
    deep: Deep = None
    title: str | None = None
    about: str | None = None
    names: dict[str, int] | None = None


MISTAKES = [
    {"saet": "first"},
    {5: 0},
    {"deep": {"size": 1, "color": "red"}},
    {"runs": 0},
    *({"share": float(share)} for share in ("nan", "inf")),
    {"deep": {"size": 2**63}},
    {"formats": None},
    {"deep": {"size": 1, "colour": date(2020, 1, 1)}},
    *({"title": title} for title in ("a\x07b", "a\0b", "a\nb", "a\u2028b", "a\ud800", "a" * 10_001)),
    *({"about": about} for about in ("a\r\nb", "a\tb")),
    *({"names": {name: 1}} for name in ("a\nb", "", " ", "_a", "a" * 101)),
]  # fmt: skip


def test_mistakes(snapshot):
    configs = [*({"runs": 1} | mistake for mistake in MISTAKES), {"seat": "first"}, None, [1]]
    told = [message(checked, config, Settings, "config/x.yaml") for config in configs]
    assert "\n".join(told) == snapshot
    assert all(map(str.isprintable, told))


def test_defaults_are_filled_in_at_every_depth_and_sentences_may_have_lines():
    given = {"runs": 3, "share": 0.25, "deep": {"size": 2}, "about": "One.\nTwo.\n", "title": "$5_{ ß → 🙂"}
    before = repr(given)
    assert checked(given, Settings, "x") == given | {"seat": "first", "deep": {"size": 2, "colour": "blue"}}
    assert repr(given) == before
    assert checked({"runs": 3}, Settings, "x") == {"runs": 3, "seat": "first", "share": 0.5}


def test_long_messages_lose_their_middle():
    told = str(ConfigError(f"x.yaml: key: {'a' * 5000}; allowed: b"))
    assert len(told) < 2010
    assert told.startswith("x.yaml: key: aaa")
    assert told.endswith("aaa; allowed: b")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)


NO_YAML = [
    b"runs: 1\nseat: \xff\xfe\n",
    "äöü: 1\n\x07\n\n\n".encode(),
    b"runs: 1\n5: 1\n",
    b"runs: 1\n[a]: 1\n",
    b"runs: 1\nseat: !!bool maybe\n",
    b"runs: &a [*a]\n",
    b"a: 1\nb: 2\na: 3",
    b"a: 1\nb: {c: 1}\na: {<<: {d: 1}}",
    b"x: &x {b: 1}\na:\n  {c: 1, <<: *x, c: 2}",
    b"a:\n\n- {<<: {b: 1, b: 2}}",
]  # fmt: skip


@pytest.mark.usefixtures("here")
def test_a_file_that_is_no_yaml(snapshot):
    """A key stands once, even where others are merged in."""

    def told(content):
        Path("x.yaml").write_bytes(content)
        return message(lambda: checked(read_yaml("x.yaml"), Settings, "x.yaml"))

    for line, content in ((3, b"runs: 1\nseat: [first\nshare: 1\n"), (2, b"runs: 1\n\tseat: first\n")):
        assert re.fullmatch(rf"x\.yaml, line {line}: not valid YAML \(.+\)", told(content))
    assert re.search(r"too deep in one another$|maximum nesting depth\)$", told(b"runs: " + b"[" * 5000 + b"]" * 5000))
    assert "\n".join(map(told, NO_YAML)) == snapshot


def settings_of(*contents, given):
    """Settings of a good file, of further ones, and of the command line."""
    good = "seed: 1\nstudies: [one]\nagents: {champions: 5, followed: 1, snapshots: 8}\n"
    for number, content in enumerate([good, *contents]):
        Path(f"{number}.yaml").write_text(content)
    return check_settings([f"{number}.yaml" for number in range(len(contents) + 1)], given)


@pytest.mark.usefixtures("here")
def test_a_place_needs_only_the_keys_that_it_changes():
    assert settings_of("seed: 2\nbatch_seconds: 1e1\n", "scale: quick", given={"seed": 4}) == {
        "seed": 4, "studies": ["one"], "agents": {"champions": 5, "followed": 1, "snapshots": 8}, "batch_seconds": 10,
        "scale": "quick",
    }  # fmt: skip


@pytest.mark.usefixtures("here")
def test_mistakes_are_told_with_their_place(snapshot):
    on_the_line = [{"seed": -1}, {"sede": 1}, {"formats": ["svg"]}, {"title": "a\nb"}]
    in_files = [["seed: -1"], ["scale: quick", "agents: {champions: 0}"], ["seed: 017"], ["- seed"]]
    told = [message(settings_of, given=given) for given in on_the_line]
    told += [message(settings_of, *contents, given={"seed": 1}) for contents in in_files]
    assert "\n".join(told) == snapshot


@pytest.mark.usefixtures("here")
def test_values_are_read_as_they_look_and_what_is_merged_in_is_written_over():
    def read(text):
        Path("x.yaml").write_text(text)
        return read_yaml("x.yaml")

    texts = ["017", "yes", "12:30", "2020-13-01", "a1e3", "1.2.3"]
    numbers = "0, -7, +7, 0x1F, 1.5, .5, 5., 1e-6, -1.E+3, 0x1f, true, No, ~"
    values = [0, -7, 7, 31, 1.5, 0.5, 5.0, 1e-6, -1000.0, 31, True, "No", None]
    assert read(f"[{numbers}, {', '.join(texts)}]") == [*values, *texts]
    merged = read("a: &a {b: 1, c: 2}\nd: &d {<<: *a, c: 3}\ne: {<<: *d, b: 4}")
    assert merged == {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}, "e": {"b": 4, "c": 3}}
