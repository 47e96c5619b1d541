"""Configuration files: what YAML values are read as, and mistakes reported with file, place and what is allowed."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

import pytest

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


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"runs": 1, "saet": "first"}, "saet: no such key (did you mean 'seat'?); known: runs, seat, share, fo"),
        ({"runs": 1, 5: 0}, "5: 5 is not text; put it in quotes"),
        ({"runs": 1, "deep": {"size": 1, "color": "red"}}, "deep.color: no such key (did you mean 'colour'?); known: "),
        ({"seat": "first"}, "runs: needs a value"),
        ({"runs": 0}, "runs: 0 is out of range; allowed: from 1 to 9,000"),
        ({"runs": 1, "share": float("nan")}, "share: nan is out of range; allowed: finite numbers, whole ones"),
        ({"runs": 1, "share": float("inf")}, "share: inf is out of range"),
        ({"runs": 1, "deep": {"size": 2**63}}, f"deep.size: {2**63} is out of range"),
        ({"runs": 1, "formats": None}, "formats: None is not a value; leave the key out for none"),
        ({"runs": 1, "deep": {"size": 1, "colour": date(2020, 1, 1)}}, "deep.colour: datetime.date(2020, 1, 1) is not"),
        (None, "holds NoneType, not keys and values"),
        ([1], "holds list, not keys and values"),
    ],
)  # fmt: skip
def test_mistakes(config, message):
    with pytest.raises(ConfigError) as error:
        checked(config, Settings, "config/x.yaml")
    assert str(error.value).startswith(f"config/x.yaml: {message}")
    assert len(str(error.value).splitlines()) == 1


@declared
@dataclass
class Texts:
    title: str = ""
    about: str = ""
    names: dict[str, int] | None = None


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"title": "a\x07b"}, r"title: 'a\x07b' has the character U+0007; allowed: one line of text"),
        ({"title": "a\0b"}, r"title: 'a\x00b' has the character U+0000; allowed: one line"),
        ({"title": "a\nb"}, r"title: 'a\nb' has a line break; allowed: one line"),
        ({"title": "a\u2028b"}, r"title: 'a\u2028b' has a line break"),
        ({"title": "a\ud800"}, r"title: 'a\ud800' has the character U+D800"),
        ({"title": "a" * 10_001}, "title: a text of 10,001 characters; allowed: up to 10,000"),
        ({"about": "a\r\nb"}, r"about: 'a\r\nb' has a line break; allowed: text without control characters"),
        ({"about": "a\tb"}, r"about: 'a\tb' has the character U+0009; allowed: text without control characters"),
        ({"names": {"a\nb": 1}}, r"names.a\nb: 'a\nb' has a line break; allowed: one line of text"),
        ({"names": {"": 1}}, "names.: '' is no name; allowed: any that can be read"),
        ({"names": {" ": 1}}, "names. : ' ' is no name; allowed: any that can be read"),
        ({"names": {"_a": 1}}, "names._a: '_a' is not allowed; allowed: names that don't begin with _, which legends"),
        ({"names": {"a" * 245: 1}}, f"names.{'a' * 245}: a name of 245 characters; allowed: up to 100"),
    ],
)
def test_texts_that_can_not_be_shown(config, message):
    with pytest.raises(ConfigError) as error:
        checked(config, Texts, "x.yaml")
    assert str(error.value).startswith(f"x.yaml: {message}")
    assert str(error.value).isprintable()


def test_texts_of_several_sentences_may_have_several_lines():
    assert checked({"about": "One.\nTwo.\n", "title": "$5_{ ß → 🙂"}, Texts, "x")["about"] == "One.\nTwo.\n"


def test_long_messages_lose_their_middle():
    message = str(ConfigError(f"x.yaml: key: {'a' * 5000}; allowed: b"))
    assert len(message) < 2010
    assert message.startswith("x.yaml: key: aaa")
    assert message.endswith("aaa; allowed: b")


def test_defaults_are_filled_in_at_every_depth():
    given = {"runs": 3, "share": 0.25, "deep": {"size": 2}}
    assert checked(given, Settings, "x") == {
        "runs": 3, "seat": "first", "share": 0.25, "deep": {"size": 2, "colour": "blue"}
    }  # fmt: skip
    assert given == {"runs": 3, "share": 0.25, "deep": {"size": 2}}
    assert "deep" not in checked({"runs": 3}, Settings, "x")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"runs: 1\nseat: [first\nshare: 1\n", r"config\.yaml, line 3: not valid YAML \(.+\)"),
        (b"runs: 1\n\tseat: first\n", r"config\.yaml, line 2: not valid YAML \(.+\)"),
        (b"runs: 1\nseat: \xff\xfe\n", r"config\.yaml, line 2: byte 0xff is not UTF-8; save the file as UTF-8 text"),
        ("äöü: 1\n\x07\n\n\n".encode(), r"line 2: not valid YAML \(the character '\\x07' is not allowed\)"),
        (b"runs: 1\n5: 1\n", r"config\.yaml: 5: 5 is not text; put it in quotes"),
        (b"runs: 1\n[a]: 1\n", r"line 2: not valid YAML \(found unhashable key\)"),
        (b"runs: 1\nseat: !!bool maybe\n", r"config\.yaml: not valid YAML \('maybe'\)"),
        (
            b"runs: " + b"[" * 5000 + b"]" * 5000,
            r"(lists or keys too deep in one another|exceeded maximum nesting depth\))",
        ),
        (b"runs: &a [*a]\n", r"config\.yaml: lists or keys too deep in one another"),
    ],
)
def test_a_file_that_is_no_yaml(tmp_path, content, message):
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=rf"{message}$") as error:
        checked(read_yaml(path), Settings, str(path))
    assert len(str(error.value).splitlines()) == 1


FILE = "seed: 1\nstudies: [one]\nagents: {champions: 5, followed: 1, snapshots: 8}\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    """`check_settings` of a good file and these further ones, by their contents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").write_text(FILE)

    def checked(*contents, given=None):
        names = [f"{number}.yaml" for number in range(len(contents))]
        for name, content in zip(names, contents, strict=True):
            (tmp_path / name).write_text(content)
        return check_settings(["config.yaml", *names], given or {})

    return checked


def test_a_place_needs_only_the_keys_that_it_changes(check):
    assert check("seed: 2\nbatch_seconds: 1e1\n", "scale: quick", given={"seed": 4}) == {
        "seed": 4, "studies": ["one"], "agents": {"champions": 5, "followed": 1, "snapshots": 8}, "batch_seconds": 10,
        "scale": "quick",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("contents", "given", "message"),
    [
        ((), {"seed": -1}, "--config: seed: -1 is out of range; allowed: 0 or more"),
        ((), {"sede": 1}, "--config: sede: no such key (did you mean 'seed'?)"),
        ((), {"formats": ["svg"]}, "--config: formats: ['svg'] has no png, which the report shows; add it"),
        ((), {"title": "a\nb"}, "--config: title: 'a\\nb' has a line break"),
        (("seed: -1",), {"seed": 1}, "0.yaml: seed: -1 is out of range"),
        (
            ("scale: quick", "agents: {champions: 0}"),
            {},
            "1.yaml: agents.champions: 0 is out of range; allowed: from 1",
        ),
        (("seed: 017",), {}, "0.yaml: seed: '017' is not a whole number"),
        (("- seed",), {}, "0.yaml: needs keys with values, see config/README.md"),
    ],
)
def test_mistakes_are_told_with_their_place(check, contents, given, message):
    with pytest.raises(ConfigError) as error:
        check(*contents, given=given)
    assert str(error.value).startswith(message)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.yaml"


def test_values_are_read_as_they_look(path):
    path.write_text(
        "[0, -7, +7, 0x1F, 1.5, .5, 5., 1e-6, -1.E+3, 0x1f, true, No, ~, 017, yes, 12:30, 2020-13-01, a1e3, 1.2.3]"
    )
    read = [0, -7, 7, 31, 1.5, 0.5, 5.0, 1e-6, -1000.0, 31, True, "No", None]
    assert read_yaml(path) == [*read, "017", "yes", "12:30", "2020-13-01", "a1e3", "1.2.3"]


@pytest.mark.parametrize(
    "content",
    [
        "a: 1\nb: 2\na: 3",
        "a: 1\nb: {c: 1}\na: {<<: {d: 1}}",
        "x: &x {b: 1}\na:\n  {c: 1, <<: *x, c: 2}",
        "a:\n\n- {<<: {b: 1, b: 2}}",
    ],
)
def test_a_key_stands_once_even_where_others_are_merged_in(path, content):
    path.write_text(content)
    with pytest.raises(
        ConfigError, match=r"x\.yaml, line 3: not valid YAML \(the key '.' stands twice, in line . already\)$"
    ):
        read_yaml(path)


def test_what_is_merged_in_is_written_over_and_merged_in_again(path):
    path.write_text("a: &a {b: 1, c: 2}\nd: &d {<<: *a, c: 3}\ne: {<<: *d, b: 4}")
    assert read_yaml(path) == {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}, "e": {"b": 4, "c": 3}}
