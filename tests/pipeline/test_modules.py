"""Packages of engines and studies, and the modules that they may have, are found by name."""

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
