"""Configuration files: every mistake in one line that names file, key, value and what is allowed."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

import pytest

from tttcore.pipeline.config import checked
from tttcore.pipeline.declaration import Between, declared
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.yaml_file import read_yaml


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
        ({"runs": 1, "deep": {}}, "deep.size: needs a value"),
        ({"runs": 1, "deep": 1}, "deep: 1 is not keys and values"),
        ({"runs": 1, "seat": "frist"}, "seat: 'frist' is not allowed (did you mean 'first'?); known: first, second"),
        ({"runs": 1, "formats": ["png", "gif"]}, "formats.1: 'gif' is not allowed; known: png, svg"),
        ({"runs": 0}, "runs: 0 is out of range; allowed: from 1 to 9,000"),
        ({"runs": "many"}, "runs: 'many' is not a whole number"),
        ({"runs": True}, "runs: True is not a whole number"),
        ({"runs": 5.0}, "runs: 5.0 is not a whole number"),
        ({"runs": 1, "share": float("nan")}, "share: nan is out of range; allowed: finite numbers, whole ones"),
        ({"runs": 1, "share": float("inf")}, "share: inf is out of range"),
        ({"runs": 1, "deep": {"size": 2**63}}, f"deep.size: {2**63} is out of range"),
        ({"runs": 1, "share": 0}, "share: 0 "),
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


def test_a_file_is_read_and_named(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("runs: 2\n")
    assert checked(read_yaml(path), Settings, str(path)) == {"runs": 2, "seat": "first", "share": 0.5}
    path.write_text("runs: 0\n")
    with pytest.raises(ConfigError, match=r"config\.yaml: runs: 0 is out of range"):
        checked(read_yaml(path), Settings, str(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"runs: 1\nseat: [first\nshare: 1\n", r"config\.yaml, line 3: not valid YAML \(.+\)"),
        (b"runs: 1\n\tseat: first\n", r"config\.yaml, line 2: not valid YAML \(.+\)"),
        (b"runs: 1\nseat: \xff\xfe\n", r"config\.yaml, line 2: byte 0xff is not UTF-8; save the file as UTF-8 text"),
        ("äöü: 1\n\x07\n\n\n".encode(), r"line 2: not valid YAML \(the character '\\x07' is not allowed\)"),
        (b"runs: 1\nseat: a\nruns: 2\n", r"line 3: not valid YAML \(the key 'runs' stands twice, in line 1 already\)"),
        (b"deep: {size: 1, size: 1}\n", r"line 1: not valid YAML \(the key 'size' stands twice, in line 1 already\)"),
        (b"runs: 1\n5: 1\n", r"config\.yaml: 5: 5 is not text; put it in quotes"),
        (b"runs: 1\n[a]: 1\n", r"line 2: not valid YAML \(found unhashable key\)"),
        (b"runs: 1\nseat: !!bool maybe\n", r"config\.yaml: not valid YAML \('maybe'\)"),
        (b"runs: " + b"[" * 5000 + b"]" * 5000, r"config\.yaml: lists or keys too deep in one another"),
        (b"runs: &a [*a]\n", r"config\.yaml: lists or keys too deep in one another"),
    ],
)
def test_a_file_that_is_no_yaml(tmp_path, content, message):
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=rf"{message}$") as error:
        checked(read_yaml(path), Settings, str(path))
    assert len(str(error.value).splitlines()) == 1


def test_what_is_merged_in_may_be_written_over(tmp_path):
    """As YAML has it: a key that is merged in stands nowhere."""
    path = tmp_path / "config.yaml"
    path.write_text("runs: 1\ndeep: {<<: {size: 1, colour: red}, size: 2}\n")
    assert checked(read_yaml(path), Settings, str(path))["deep"] == {"size": 2, "colour": "red"}


def test_a_file_that_is_missing(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml: no such file$"):
        checked(read_yaml(tmp_path / "none.yaml"), Settings, "x")
    with pytest.raises(ConfigError, match=r": cannot be read: Is a directory$"):
        checked(read_yaml(tmp_path), Settings, str(tmp_path))
