"""Functions of the research object: files of the workflow and of its configuration, settings, documents."""

from snakemake import __version__ as SNAKEMAKE

from tttcore.report.crate.library import check_library
from tttcore.report.crate.sources import workflow_sources


@cache
def own_files():
    """Paths of the workflow's files from the Snakefile."""
    return workflow_sources(
        lambda path: Path(own_path(path)).read_text(encoding="utf-8")
    )


def get_paths(wildcards):
    return own_files()


def get_sources(wildcards):
    """Files of the workflow; ends with one line if what describes them is not installed."""
    try:
        check_library()
    except ConfigError as error:
        sys.exit(f"error: {error}")
    return [local(own_path(path)) for path in own_files()]


def get_sources_digest(wildcards):
    """Digest of these files: times of files prove nothing."""
    return files_digest(map(own_path, own_files()))


def get_configuration():
    """Files that the workflow reads: settings, studies, statements and published numbers."""
    of_studies = [
        file
        for name, study in STUDIES.items()
        for asked in (get_stated, get_data)
        for file in (study.file, *given(name, asked)(None))
    ]
    shared = filter(os.path.exists, ["config/config.yaml"])
    return [*dict.fromkeys([*shared, *of_studies])]


def get_configuration_digest(wildcards):
    """Digest of these files, for the same reason."""
    return files_digest(get_configuration())


def get_settings_given():
    """Settings that say which runs are made."""
    asked = ("seed", "scale", "replicates")
    return {key: config[key] for key in asked if config.get(key) is not None}


def get_reviewed():
    """Description of every document in a crate."""
    keys = ("title", "authors", "year", "source")
    return {
        name: {key: study.config[key] for key in keys}
        for name, study in STUDIES.items()
    }
