"""YAML files: what values are read as, keys that stand twice, files that aren't regular."""

import os

import pytest

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.yaml_file import read_yaml


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


def test_a_name_too_long_for_any_file(tmp_path):
    with pytest.raises(ConfigError, match=r"yyy: cannot be read: File name too long$"):
        read_yaml(tmp_path / ("y" * 300))


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: os.symlink("/dev/zero", path)], ids=["pipe", "device"])
def test_files_without_an_end(tmp_path, make):
    path = tmp_path / "x.yaml"
    make(path)
    with pytest.raises(ConfigError, match=r"x\.yaml: not a regular file$"):
        read_yaml(path)
