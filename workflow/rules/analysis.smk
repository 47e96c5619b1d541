"""What a study's method does and how long it takes, statistics of its runs, and its figures."""

from tttcore.engines import benchmarks
from tttcore.studies import figures
from tttcore.studies.method import method_module, timings_module


def get_data(wildcards):
    """The document's own numbers as files."""
    published = get_published(wildcards)
    data = [published["data"]] if "data" in published else []
    return [*data, *published["tables"].values()]


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


def get_benchmark(wildcards):
    """Kind and options of a benchmark."""
    return drop_claims(STUDIES[wildcards.study].config["benchmarks"][wildcards.figure])


def get_table(wildcards):
    """Kind and options of a table of statistics."""
    return STUDIES[wildcards.study].config["tables"][wildcards.table]


def get_figure(wildcards):
    """Kind and options of a figure."""
    return drop_claims(STUDIES[wildcards.study].config["figures"][wildcards.figure])


def drop_claims(settings):
    """Settings of a figure without the claims that it is about, which change nothing that is drawn."""
    return {key: value for key, value in settings.items() if key != "claims"}


def get_batches_of_figure(wildcards):
    """Batches of a study, if a figure draws single runs."""
    kind = built(figures, wildcards.study)[wildcards.figure]
    return get_batches(wildcards) if kind.histories else []


def get_method_module(wildcards):
    return [method_module(wildcards.study)]


def get_timings_module(wildcards):
    """Module that makes a study's own work ready to be timed, in a list."""
    return [timings_module(wildcards.study)]


def get_benchmark_module(wildcards):
    return [type(built(benchmarks, wildcards.study)[wildcards.figure]).__module__]


def get_table_module(wildcards):
    return [type(built(tables, wildcards.study)[wildcards.table]).__module__]


def get_figure_module(wildcards):
    return [type(built(figures, wildcards.study)[wildcards.figure]).__module__]


rule method:
    input:
        get_data,
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        directory("results/{study}/method"),
    log:
        "results/logs/{study}/method.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        published=get_published,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_method", get_method_module),
    script:
        "../scripts/measure_method.py"


rule timings:
    input:
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/benchmarks/{study}/timings.csv",
    log:
        "results/logs/{study}/timings.log",
    conda:
        "../../envs/tttcore.yaml"
    threads: get_cores
    params:
        engine=get_engine,
        timings=get_timings,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_timings", engine_module("engine"), get_timings_module),
    script:
        "../scripts/measure_timings.py"


rule benchmarks:
    input:
        kernels=get_kernels,
    output:
        "results/benchmarks/{study}/times/{figure}.csv",
    log:
        "results/logs/{study}/benchmarks/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        benchmark=get_benchmark,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_benchmark", get_benchmark_module),
    script:
        "../scripts/measure_benchmark.py"


rule benchmark_figure:
    input:
        rules.benchmarks.output,
    output:
        expand(
            "results/benchmarks/{{study}}/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/{study}/benchmarks/{figure}.figure.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        benchmark=get_benchmark,
        code=code("draw_benchmark", get_benchmark_module),
    script:
        "../scripts/draw_benchmark.py"


rule statistics:
    input:
        get_data,
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
    output:
        table="results/{study}/tables/{table}.parquet",
        readable="results/{study}/tables/{table}.csv",
    log:
        "results/logs/{study}/statistics/{table}.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        engine=get_engine,
        table=get_table,
        comparisons=get_comparisons,
        published=get_published,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("make_statistics", get_table_module),
    script:
        "../scripts/make_statistics.py"


rule figure:
    input:
        data=get_data,
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
        statistics=get_tables,
        batches=get_batches_of_figure,
    output:
        report(
            "results/{study}/figures/{figure}.png",
            caption="../report/figure.rst",
            category="{study}",
            subcategory="Figures",
            labels={"figure": "{figure}"},
        ),
        expand(
            "results/{{study}}/figures/{{figure}}.{extension}",
            extension=[each for each in config["formats"] if each != "png"],
        ),
    log:
        "results/logs/{study}/figures/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine,
        figure=get_figure,
        comparisons=get_comparisons,
        recipes=get_recipes,
        published=get_published,
        code=code("draw_figure", get_figure_module),
    script:
        "../scripts/draw_figure.py"
