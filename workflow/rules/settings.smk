"""Checks before anything else: the package is there, and the project's settings can be read."""

import os
import sys

from snakemake.utils import min_version

min_version("9.0")

try:
    from tttcore.pipeline.given_settings import check_given, check_settings
    from tttcore.pipeline.messages import ConfigError
except ModuleNotFoundError as error:
    if error.name != "tttcore":
        raise
    sys.exit(
        "error: this Python has no package tttcore; run `make`, which sets it up, `pip install -e .`,"
        " or, in a workflow that imports this one, `pip install tttcore`"
    )

IMPORTED = workflow.modifier.skip_configfile
"""True if another workflow imports this one as a module and gives the configuration."""

try:
    if IMPORTED:
        SETTINGS_PLACES = check_given(config)
    else:
        SETTINGS_PLACES = check_settings(
            "config/config.yaml",
            further=[
                os.path.relpath(file) for file in workflow.config_settings.configfiles
            ],
            given=workflow.config_settings.config,
            arguments=sys.argv[1:] if workflow.is_main_process else (),
        )
except ConfigError as error:
    sys.exit(f"error: {error}")
