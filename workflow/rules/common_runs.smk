"""Functions of the rules that run, measure, draw and judge."""

import re
from tttcore.claims.findings import read_found


def get_kernels_of_batch(wildcards):
    """Marker that the kernels are compiled, for a batch that its study can have."""
    study = wildcards.study
    known_or_exit(wildcards.treatment, STUDIES[study].treatments, "treatment", study)
    start, stop = map(int, wildcards.batch.split("-"))
    if start >= stop:
        sys.exit(
            f"error: {study}: batch '{start}-{stop}' holds no runs; allowed: its first run, -, the first one after it"
        )
    return get_kernels(wildcards)


def of_treatment(get):
    """Parameter: a function's value for the job's study, at the job's treatment."""
    return lambda wildcards: get(wildcards.study)[wildcards.treatment]


def seconds_of_batch(wildcards):
    """Estimated computing time of a batch of runs."""
    start, stop = map(int, wildcards.batch.split("-"))
    treatment = STUDIES[wildcards.study].treatments[wildcards.treatment]
    return (stop - start) * treatment.seconds


def get_batch_minutes(wildcards, attempt):
    """Time limit of a batch of runs: twenty times the estimate, and more at each retry."""
    return attempt * (15 + ceil(20 * seconds_of_batch(wildcards) / 60))


def get_batch_priority(wildcards):
    """Priority of batches: after all else of their study, the longest first, so that no long one remains for the end."""
    return get_priority(wildcards) - 1 / (1 + seconds_of_batch(wildcards))


def get_kernels_of_benchmark(wildcards):
    """Marker that the kernels are compiled, for a benchmark that the study has."""
    study = wildcards.study
    known_or_exit(
        wildcards.figure, STUDIES[study].config["benchmarks"], "benchmark", study
    )
    return get_kernels(wildcards)


def get_benchmarks(study, pattern):
    """Files of all benchmarks of a study, in all formats of figures."""
    return expand(
        f"results/benchmarks/{study}/{pattern}",
        name=STUDIES[study].config["benchmarks"],
        extension=config["formats"],
    )


def get_label(text):
    """Text as a label in a script of Snakemake's own report: `{a}` would be a wildcard, `</` could end the script."""
    return re.sub(r"<(?=[/!])", "< ", text.replace("{", "(").replace("}", ")"))


def mark_for_report(file, study):
    """Figure with its title and place in Snakemake's own report; figures of other formats as they are."""
    if not file.endswith(".png"):
        return file
    title = STUDIES[study].config["figures"][Path(file).stem]["title"]
    return report(
        file,
        caption="../report/figure.rst",
        category=study,
        subcategory="Figures",
        labels={"figure": get_label(title)},
    )


def get_labels_of_verdicts(wildcards, output):
    """A document's question and the first page's answer, read when a report is made, so that it fits the verdicts."""
    document = STUDIES[wildcards.study].config
    said = "".join(
        f"{each['text']} ({each['verdict']})"
        for each in read_found(output.findings)[:1]
    )
    return {
        "table": "every statement with its verdict",
        "question": get_label(document["question"] or document["title"]),
        "answer": get_label(said),
    }
