"""`ttt new-project` and `ttt new`: what is refused, and that nothing is left behind then."""

import resource

import pytest

from tttcore.engines.engine import engines


@pytest.fixture
def checkout(in_a_folder_of_its_own, tmp_path):
    """A folder with the places that `ttt new` writes to."""
    for folder in ("config/studies", "tttcore/engines"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def short_files():
    """No file may have more than a thousand bytes, as if the disk were full."""
    _, hard = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_study_of_an_engine_that_is_not_there(checkout, refused):
    told = refused("new", "study", "zz", "--engine", "tabluar")
    known = ", ".join(engines())
    assert told.startswith(f"--engine: unknown engine 'tabluar' (did you mean 'tabular'?); known: {known}")
    assert files(checkout) == []


@pytest.mark.parametrize("engine", ["tabular", "genies"])
def test_a_study_of_an_engine_with_another_recipe(checkout, refused, engine):
    told = refused("new", "study", "zz", "--engine", engine)
    assert told.startswith(f"--engine: '{engine}' doesn't take the recipe of a new study (zz.yaml: defaults.target: ")
    assert files(checkout) == []


@pytest.mark.usefixtures("short_files")
def test_an_engine_that_finds_no_room(checkout, refused):
    """Its first files are short enough; the next try is not refused because of them."""
    assert refused("new", "engine", "zz") == "tttcore/engines/zz/engine.py: cannot be written: File too large"
    assert files(checkout) == []


@pytest.mark.usefixtures("in_a_folder_of_its_own", "short_files")
@pytest.mark.parametrize("folder", ["mine", "my own/mine"])
def test_a_project_that_finds_no_room(tmp_path, refused, folder):
    assert refused("new-project", folder) == f"{folder}: cannot be written: File too large"
    assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("in_a_folder_of_its_own")
def test_a_project(tmp_path, ttt):
    assert ttt("new-project", "my own/mine")[0] == 0
    assert [*(tmp_path / "my own").iterdir()] == [tmp_path / "my own" / "mine"]
    assert {path.name for path in (tmp_path / "my own/mine").iterdir()} >= {".gitignore", "Snakefile", "config"}


@pytest.mark.usefixtures("in_a_folder_of_its_own")
def test_a_project_where_something_is(tmp_path, refused):
    (tmp_path / "mine").mkdir()
    assert refused("new-project", "mine").startswith("mine already exists; choose another name")
