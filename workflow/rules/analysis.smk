"""Measure a study's method and its time, compute statistics of its runs, and draw its figures."""


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
        data=get_digest_of_data,
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
        kernels=get_kernels_of_benchmark,
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


rule benchmark_figures:
    input:
        [get_times(study) for study in TIMED],
    output:
        [get_benchmark_figures(study) for study in TIMED],
    log:
        "results/logs/benchmark_figures.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        benchmarks={study: STUDIES[study].config["benchmarks"] for study in TIMED},
        code=code("draw_benchmarks", kind_modules(benchmarks)),
    script:
        "../scripts/draw_benchmarks.py"


rule statistics:
    input:
        get_data,
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
    output:
        directory("results/{study}/tables"),
    log:
        "results/logs/{study}/statistics.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        engine=get_engine,
        asked=get_tables,
        comparisons=get_comparisons,
        data=get_digest_of_data,
        published=get_published,
        recipes=get_recipes,
        seed=config["seed"],
        code=get_code_of_tables,
    script:
        "../scripts/make_statistics.py"


for study in STUDIES:

    rule:
        name:
            f"figures_{study}"
        input:
            data=given(study, get_data),
            tables=rules.tables.output,
            runs=f"results/{study}/runs.parquet",
            traces=f"results/{study}/traces.parquet",
            statistics=f"results/{study}/tables",
            batches=given(study, get_batches_of_figures),
        output:
            [
                mark_for_report(file, study) if file.endswith(".png") else file
                for file in get_figures(study)
            ],
        log:
            f"results/logs/{study}/figures.log",
        localrule: True
        conda:
            "../../envs/tttcore.yaml"
        params:
            engine=given(study, get_engine),
            figures=given(study, get_figure_settings),
            together=given(study, get_shown_together),
            comparisons=given(study, get_comparisons),
            recipes=given(study, get_recipes),
            digest=given(study, get_digest_of_data),
            published=given(study, get_published),
            study=study,
            code=given(study, get_code_of_figures),
        script:
            "../scripts/draw_figures.py"
