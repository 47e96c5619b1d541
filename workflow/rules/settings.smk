"""First checks: the package is installed, and the project's settings can be read."""

import gc
import os
import sys

from snakemake.utils import min_version

min_version("9.0")
gc.disable()  # until the first job: a plan makes half a million objects, all of which are kept

if {*"{}"} & {*str(workflow.current_basedir)}:
    sys.exit(
        f"error: {workflow.current_basedir}: Snakemake takes braces in a path for wildcards; rename the folder"
    )

try:
    from tttcore.pipeline.config import check_settings, checked
    from tttcore.pipeline.messages import ConfigError
    from tttcore.pipeline.settings import ProjectSettings
except ModuleNotFoundError as error:
    if error.name != "tttcore":
        raise
    sys.exit(
        "error: this Python has no package tttcore; run `make`, which sets it up,"
        " or `pip install .` in its checkout"
    )

IMPORTED = workflow.modifier.skip_configfile
"""True if another workflow imports this one as a module and gives the configuration."""

try:
    if IMPORTED:
        checked(dict(config), ProjectSettings, "the module's config")
    else:
        further = map(os.path.relpath, workflow.config_settings.configfiles)
        settings = check_settings(
            ["config/config.yaml", *further], workflow.config_settings.config
        )
        config.update(settings)  # read as YAML 1.2, unlike by Snakemake
except ConfigError as error:
    sys.exit(f"error: {error}")
