"""Packages of engines and studies, and the modules that they may have, are found by name."""

from importlib import import_module

import pytest

from tttcore.pipeline.modules import ENGINES, STUDIES, optional_module, packages, submodule


def test_packages():
    assert packages(ENGINES) == ["genetic_algorithm", "genies", "matchboxes", "nine_board", "tabular"]


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((ENGINES, "genies", "agents"), True),
        ((ENGINES, "nine_board", "agents"), False),
        ((ENGINES, "none", "agents"), False),
        ((STUDIES, "ancheta2020", "method"), True),
        ((STUDIES, "ancheta2021", "method"), False),
    ],
)
def test_a_module_that_a_package_may_have(place, found):
    assert submodule(*place) == (".".join(place) if found else None)
    assert getattr(optional_module(*place), "__name__", None) == submodule(*place)


def test_a_folder_that_an_update_has_emptied_is_no_module(tmp_path, monkeypatch):
    """Compiled files of modules that are gone keep it."""
    (tmp_path / "gone" / "__pycache__").mkdir(parents=True)
    monkeypatch.setattr(import_module(f"{ENGINES}.genies"), "__path__", [str(tmp_path)])
    assert submodule(ENGINES, "genies", "gone") is None
