"""Build the package with a copy of the workflow, for who installs it without the repository."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PARTS = (
    "Snakefile", "workflow", "config", "profiles", "envs",
    "CITATION.cff", "LICENSE", "codemeta.json", "pyproject.toml", "requirements.lock",
)  # fmt: skip


class BuildWithWorkflow(build_py):
    """Build of the package that copies the workflow into it, see `tttcore.pipeline.files.workflow_files`."""

    def run(self) -> None:
        """Build the package; an editable one reads the workflow where it lies."""
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib) / "tttcore" / "workflow_files"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / part, folder)


setup(cmdclass={"build_py": BuildWithWorkflow})
