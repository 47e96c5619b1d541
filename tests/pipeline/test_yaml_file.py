"""YAML files: values that are read otherwise than they look, aliases within themselves, files that aren't regular."""

import os

import pytest

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.yaml_file import read_yaml


@pytest.fixture
def refusal(tmp_path):
    """What is said of a file of this content, without its name."""

    def said(content):
        path = tmp_path / "x.yaml"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ConfigError) as error:
            read_yaml(path)
        return str(error.value).removeprefix(str(path))

    return said


@pytest.mark.parametrize(
    ("value", "found"),
    [("017", "15"), ("12:30", "750"), ("1_000", "1000"), ("0b11", "3"), ("1:30.5", "90.5"), ("-00.5", "-0.5")],
)
def test_numbers_that_are_read_otherwise_than_they_look(refusal, value, found):
    plain = "write it in plain decimal digits, or put it in quotes for text"
    assert refusal(f"a: 1\nseed: {value}\n") == f", line 2: seed: {value} is read as {found}; {plain}"


@pytest.mark.parametrize(("value", "found"), [("yes", "true"), ("Off", "false"), ("NO", "false")])
def test_words_that_are_read_as_true_or_false(refusal, value, found):
    said = refusal(f"a: [1, {{b: {value}}}]\n")
    assert said == f", line 1: a.1.b: {value} is read as {found}; write {found}, or put it in quotes for text"


@pytest.mark.parametrize("value", ["1e3", "1e-6", "1.5E3", ".5e1", "0o17"])
def test_numbers_that_are_read_as_text(refusal, value):
    assert refusal(f"rate: {value}").startswith(f", line 1: rate: {value} is read as text; a number with an exponent")


@pytest.mark.parametrize("value", ["2020-01-01", "2020-13-01", "2020-01-01 10:00:00"])
def test_dates(refusal, value):
    assert refusal(f"title: {value}") == f", line 1: title: {value} is read as a date; put it in quotes"


def test_what_is_merged_in_is_looked_at_too(refusal):
    assert refusal("a: {<<: {b: 017}}").startswith(", line 1: a.<<.b: 017 is read as 15")
    assert "the key 'b' stands twice" in refusal("a: {<<: {b: 1, b: 2}}")


def test_what_looks_as_it_is_read(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("[0, -7, +7, 0x1F, 1.5, .5, 5., 1.0e-6, -1.e+3, true, False, ~, '017', \"yes\", a1e3, 1.2.3, 5x5]")
    read = [0, -7, 7, 31, 1.5, 0.5, 5.0, 1e-6, -1000.0, True, False, None, "017", "yes", "a1e3", "1.2.3", "5x5"]
    assert read_yaml(path) == read


@pytest.mark.parametrize("content", ["a: &a [*a]", "a: &a {b: *a}", "&a [[*a]]", "a: &a {b: [1, {c: *a}]}"])
def test_aliases_of_what_they_are_in(refusal, content):
    assert refusal(content) == ": not valid YAML (lists, keys or aliases too deep in one another)"


def test_a_name_too_long_for_any_file(tmp_path):
    with pytest.raises(ConfigError, match=r"yyy: cannot be read: File name too long$"):
        read_yaml(tmp_path / ("y" * 300))


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: os.symlink("/dev/zero", path)], ids=["pipe", "device"])
def test_files_without_an_end(tmp_path, make):
    path = tmp_path / "x.yaml"
    make(path)
    with pytest.raises(ConfigError, match=r"x\.yaml: not a regular file$"):
        read_yaml(path)
