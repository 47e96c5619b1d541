"""A figure drawn by `ttt draw`, or in a notebook, from stored tables alone."""

import shutil

import pandas as pd
import pytest
from helpers.project import ROOT
from matplotlib.figure import Figure

from tttcore import cli
from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.table_files import write_study_tables
from tttcore.studies.figures import draw


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project that holds the one table that `ecdf-all` draws."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "config", "config")
    treatments = read_study("config/studies/ancheta2020.yaml").treatments
    shares = pd.DataFrame({"generation": [1, 2], "fraction": [0.5, 1], "fraction_low": [0.2, 1], "fraction_high": 1.0})
    table = pd.concat([shares.assign(set="all treatments", group=name) for name in treatments])
    write_study_tables({"ecdf": table}, "results/ancheta2020/tables", provenance={})
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_figure_is_drawn_from_stored_tables():
    figure = draw("ancheta2020", "ecdf-all")
    assert isinstance(figure, Figure)
    assert figure.axes


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_it_is_written_in_the_format_of_its_suffix(capsys, suffix):
    assert cli.main(["draw", "ancheta2020", "ecdf-all", "-o", f"curves.{suffix}"]) == 0
    assert capsys.readouterr().out == f"curves.{suffix}\n"


def test_without_a_name_all_figures_are_listed(folder, capsys):
    assert cli.main(["draw", "ancheta2020"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert "ecdf-all: Runs solved by each generation, all treatments" in listed
    assert len(listed) == len(read_study(folder / "config/studies/ancheta2020.yaml").config["figures"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("study", "figure", "said"),
    [
        ("ancheta", "ecdf-all", r"^config/studies: unknown study 'ancheta'.*known: ancheta2020, "),
        (
            "ancheta2020",
            "ecdf-al",
            r"^ancheta2020 has no figure 'ecdf-al' \(did you mean 'ecdf-all'\?\);",
        ),
    ],
)
def test_unknown_names(study, figure, said):
    with pytest.raises(ConfigError, match=said):
        draw(study, figure)


def test_a_table_of_other_code(folder, capsys):
    table = pd.DataFrame({"set": ["all treatments"], "generation": 1})
    write_study_tables({"ecdf": table}, folder / "results/ancheta2020/tables", provenance={})
    assert cli.main(["draw", "ancheta2020", "ecdf-all"]) == 2
    assert "error: figures.ecdf-all: missing group; the table has set, generation" in capsys.readouterr().err


def test_a_table_without_the_set(folder, capsys):
    table = pd.DataFrame({"set": ["seat"], "group": "first", "generation": 1, "fraction": 1.0})
    write_study_tables({"ecdf": table}, folder / "results/ancheta2020/tables", provenance={})
    assert cli.main(["draw", "ancheta2020", "ecdf-all"]) == 2
    said = "figures.ecdf-all: results/ancheta2020/tables/ecdf.parquet has no set 'all treatments'; it has seat"
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ecdf-all", "-o", "curves.jpeg"], "unknown figure format '.jpeg'; known: .png, .svg, .pdf"),
        (
            ["survival-suggested"],
            "error: results/ancheta2020/tables/survival.parquet: no such file, from which the figure is drawn; `make"
            " ancheta2020` writes it",
        ),
        (["ecdf-all", "-o", "away/curves.png"], "error: away/curves.png: no folder 'away' to write it to"),
        (["ecdf-all", "--results", "elsewhere"], "elsewhere"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(capsys, arguments, said):
    assert cli.main(["draw", "ancheta2020", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
