"""Definitions for the rules of the exchange: files of the configuration, and the workflow's own."""

from snakemake import __version__ as SNAKEMAKE
from tttcore.exchange.crate_files import check_library, workflow_sources
from tttcore.wings import WINGS

CONFIGURATION = [
    *filter(os.path.exists, ["config/config.yaml", "config/published/SHA256SUMS"]),
    *dict.fromkeys(
        file
        for study in STUDIES
        for file in config_files(study, "study", "claims", "findings", "data")
    ),
]
"""Files that the workflow reads: settings, studies, statements and published numbers."""


@cache
def own_files():
    """Paths of the workflow's files from the Snakefile."""
    return workflow_sources(
        lambda path: Path(own_path(path)).read_text(encoding="utf-8"),
        without=[
            f"workflow/rules/{name}.smk"
            for wing in WINGS
            if not has_wing(wing)
            for name in (wing, f"common_{wing}")
        ],
    )


def get_sources(wildcards):
    """Files of the workflow; ends with one line if what describes them is not installed."""
    try:
        check_library()
    except ConfigError as error:
        sys.exit(f"error: {error}")
    return [local(own_path(path)) for path in own_files()]
