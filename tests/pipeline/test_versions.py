"""Versions that results were made with: all of them, in order, and which of them differ too much."""

import platform
from importlib import metadata

import pytest

from tttcore.pipeline.versions import RECORDED_PACKAGES, all_versions, major, package_versions


def test_versions_of_this_process():
    versions = package_versions()
    assert set(versions) == {"python", *RECORDED_PACKAGES}
    assert versions["numpy"] == metadata.version("numpy")
    assert versions["python"] == platform.python_version()


def test_all_versions_in_order():
    made = [{"numpy": "2.10.0", "python": "3.12.1"}, {"numpy": "9.9.9"}, {"numpy": "2.4.6"}, {"numpy": "2.10.0"}]
    assert all_versions(made) == {"numpy": ["2.4.6", "2.10.0", "9.9.9"], "python": ["unknown", "3.12.1"]}
    assert all_versions(made[::-1]) == all_versions(made)
    assert all_versions([]) == {}


@pytest.mark.parametrize(
    ("version", "first"),
    [("2.4.6", "2"), ("0.68.1", "0.68"), ("0.68.0rc1", "0.68"), ("10", "10")],
)
def test_major_version(version, first):
    assert major(version) == first
