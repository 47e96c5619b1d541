"""Functions of the rules that measure, draw and judge: parts of a study's configuration, and modules of its kinds."""

import re

from tttcore.claims.findings import read_found
from tttcore.report.index import ANSWERS
from tttcore.studies import benchmarks, figures
from tttcore.studies.looks import shown_together
from tttcore.studies.method import method_module, timings_module
from tttcore.studies.treatment_names import names_module


def get_data(wildcards):
    """The document's own numbers as files."""
    published = get_published(wildcards)
    data = [published["data"]] if "data" in published else []
    return [*data, *published["tables"].values()]


def get_digest_of_data(wildcards):
    """Digest of the document's own numbers: a file may be replaced by an older one, which no time tells."""
    return files_digest(get_data(wildcards))


def get_stated(wildcards):
    """A document's statements, and the sentences on what was found, if there are any."""
    findings = f"config/findings/{wildcards.study}.csv"
    others = [findings] if os.path.exists(findings) else []
    return [f"config/claims/{wildcards.study}.csv", *others]


def get_digest_of_stated(wildcards):
    """Digest of these, for the same reason."""
    return files_digest(get_stated(wildcards))


def get_published(wildcards):
    """The document's own numbers."""
    return STUDIES[wildcards.study].config["published"]


def get_comparisons(wildcards):
    """Sets of treatments that are compared."""
    return STUDIES[wildcards.study].comparisons


def get_timings(wildcards):
    """Work that the document timed."""
    return STUDIES[wildcards.study].config["timings"]


def get_cores(wildcards):
    """Cores of a job that is timed: all that there are, so that none runs beside it; one where a cluster decides."""
    return workflow.resource_settings.cores or 1


def get_kernels_of_benchmark(wildcards):
    """Sign that a study's kernels are compiled, for a benchmark that it has."""
    study = wildcards.study
    find(wildcards.figure, STUDIES[study].config["benchmarks"], "benchmark", study)
    return get_kernels(wildcards)


def get_benchmark(wildcards):
    """Kind and options of a benchmark."""
    return drop_claims(STUDIES[wildcards.study].config["benchmarks"][wildcards.figure])


def get_tables(wildcards):
    """Kinds and options of the tables of statistics."""
    return STUDIES[wildcards.study].config["tables"]


def get_figure_settings(wildcards):
    """Kinds and options of the figures, by name."""
    asked = STUDIES[wildcards.study].config["figures"]
    return {name: drop_claims(options) for name, options in asked.items()}


def get_shown_together(wildcards):
    """Treatments of each figure, on which their colours depend."""
    return shown_together(STUDIES[wildcards.study].config)


def drop_claims(settings):
    """Settings of a figure without the claims that it is about, which change nothing that is drawn."""
    return {key: value for key, value in settings.items() if key != "claims"}


def get_batches_of_figures(wildcards):
    """Batches of a study, if a figure draws single runs."""
    kinds = built(figures, wildcards.study).values()
    return get_batches(wildcards) if any(kind.histories for kind in kinds) else []


def get_files(folder, figures):
    """Files of figures in a folder, in all formats."""
    return expand(
        f"{folder}/{{figure}}.{{extension}}",
        figure=figures,
        extension=config["formats"],
    )


def get_figures(study):
    """Files of all figures of a study."""
    return get_files(f"results/{study}/figures", STUDIES[study].config["figures"])


def get_label(text):
    """Text as a label in a script of Snakemake's own report: `{a}` would be a wildcard, `</` could end the script."""
    return re.sub(r"<(?=[/!])", "< ", text.replace("{", "(").replace("}", ")"))


def mark_for_report(figure, study):
    """Figure with its title and place in Snakemake's own report."""
    title = STUDIES[study].config["figures"][Path(figure).stem]["title"]
    return report(
        figure,
        caption="../report/figure.rst",
        category=study,
        subcategory="Figures",
        labels={"figure": get_label(title)},
    )


def get_labels_of_verdicts(wildcards, output):
    """A document's question and what the first page answers, read when a report is made: it fits the verdicts there."""
    document = STUDIES[wildcards.study].config
    answers = read_found(output.findings)[:ANSWERS]
    said = " ".join(f"{each['text']} ({each['verdict']})" for each in answers)
    return {
        "table": "every statement with its verdict",
        "question": get_label(document["question"] or document["title"]),
        "answer": get_label(said),
    }


def get_multiverse(study):
    """Files of the figure of verdicts under every reading, where a study has other readings."""
    readings = STUDIES[study].config["readings"]
    return get_files(f"results/{study}", ["multiverse"] if readings else [])


def get_benchmark_figures(study):
    """Files of all figures of times of a study."""
    folder = f"results/benchmarks/{study}/figures"
    return get_files(folder, STUDIES[study].config["benchmarks"])


def get_times(study):
    """Files of all benchmarks of a study."""
    return [
        f"results/benchmarks/{study}/times/{name}.csv"
        for name in STUDIES[study].config["benchmarks"]
    ]


def get_method_module(wildcards):
    return [method_module(wildcards.study)]


def get_names_modules(wildcards):
    """Modules that hold the names of a study's treatments for people, or of those of all studies."""
    asked = [wildcards.study] if "study" in wildcards.keys() else STUDIES
    return [names_module(name) for name in asked]


def get_timings_module(wildcards):
    """Module that makes a study's own work ready to be timed, in a list."""
    return [timings_module(wildcards.study)]


def get_benchmark_module(wildcards):
    return [type(built(benchmarks, wildcards.study)[wildcards.figure]).__module__]


def code_of_kinds(script, what, study, *more):
    """Digests of the code behind the tables or figures of a study, by name: each of the script and the kind's module."""
    return {
        name: code(script, lambda _: [type(kind).__module__, *more])(None)
        for name, kind in built(what, study).items()
    }


def get_code_of_tables(wildcards):
    return code_of_kinds("make_statistics", tables, wildcards.study)


def get_code_of_figures(wildcards):
    return code_of_kinds(
        "draw_figures", figures, wildcards.study, names_module(wildcards.study)
    )


def get_fewest_replicates(wildcards):
    """Replicates of the treatment of a study that has the fewest."""
    return min(replicates(wildcards.study).values())


def get_judged_from(wildcards):
    """Runs of every treatment from which verdicts on reruns are given."""
    return STUDIES[wildcards.study].config["judged_from"]


def get_readings(wildcards):
    """Other readings of what a document leaves open."""
    return STUDIES[wildcards.study].config["readings"]
