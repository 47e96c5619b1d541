"""Paths of the workflow: its Snakefile with rules and scripts, and the configuration that a project begins with."""

from pathlib import Path

from tttcore.pipeline.provenance import ROOT


def workflow_files() -> Path:
    """Folder with the ``Snakefile``, ``workflow``, ``config``, ``profiles`` and ``envs``.

    An installed package holds copies of them (see ``setup.py``); in a checkout they lie beside the package.
    """
    installed = ROOT / "workflow_files"
    return installed if installed.is_dir() else ROOT.parent
